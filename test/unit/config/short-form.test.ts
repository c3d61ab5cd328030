import { expect, test } from 'vitest'
import { parseShortForm } from '../../../src/config/short-form.ts'

test.each([
  ['kafka@3.9.1', { kafka: '3.9.1' }],
  ['kafka@3.9.1,java@25', { kafka: '3.9.1', java: 25 }],
  [' java@25 , kafka@3.9.1 ', { kafka: '3.9.1', java: 25 }],
  ['dir:/opt/kafka dists/kafka (copy)', { dir: '/opt/kafka dists/kafka (copy)' }],
  ['archive:k.tgz,java@/opt/my java/jdk-17', { archive: 'k.tgz', java: '/opt/my java/jdk-17' }],
])('parseShortForm() reads %j', (text, side) => {
  expect(parseShortForm(text)).toEqual({ side, mistakes: [] })
})

test.each([
  ['', '"" is no part of a side, wanted kafka@4.4.0,java@17, dir:PATH or archive:PATH'],
  [
    'kafka@',
    '"kafka@" is no part of a side, wanted kafka@4.4.0,java@17, dir:PATH or archive:PATH, did you mean "kafka"?',
  ],
  ['4.4.0', '"4.4.0" is no part of a side, wanted kafka@4.4.0,java@17, dir:PATH or archive:PATH'],
  ['kafka@4.4.0,java@17,java@25', '"kafka@4.4.0,java@17,java@25" names java twice'],
  [
    'cluster:localhost',
    '"cluster:localhost" is no part of a side: this release has not got it yet, use kafka, dir or archive',
  ],
])('parseShortForm() refuses %j', (text, mistake) => {
  expect(parseShortForm(text).mistakes).toEqual([mistake])
})
