import { expect, test } from 'vitest'
import { redact } from '../../../src/tls/redact.ts'

test('redact() takes every secret out, and ignores empty ones', () => {
  expect(redact('a=one b=two c=one', ['one', '', 'two'])).toBe('a=[hidden] b=[hidden] c=[hidden]')
})
