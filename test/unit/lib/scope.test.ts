import { describe, expect, it } from 'vitest'
import { Scope } from '../../../src/lib/scope.ts'

const failing = (message: string) => () => {
  throw new Error(message)
}

describe('Scope', () => {
  it('releases in reverse order, one after the other', async () => {
    const released: string[] = []
    {
      await using scope = new Scope()
      scope.defer(() => released.push('first'))
      scope.defer(async () => {
        await Promise.resolve()
        released.push('second')
      })
      scope.use({
        [Symbol.asyncDispose]: () => {
          released.push('third')
          return Promise.resolve()
        },
      })
      expect(released).toEqual([])
    }
    expect(released).toEqual(['third', 'second', 'first'])
  })

  it('use() gives the resource back', () => {
    const resource = { [Symbol.asyncDispose]: () => Promise.resolve(), port: 9092 }
    expect(new Scope().use(resource)).toBe(resource)
  })

  it('releases the rest when one release fails, and throws that error as it is', async () => {
    const released: string[] = []
    const scope = new Scope()
    scope.defer(() => released.push('first'))
    scope.defer(failing('second'))
    await expect(scope.close()).rejects.toThrow(new Error('second'))
    expect(released).toEqual(['first'])
  })

  it('throws several errors together, in the order in which they came', async () => {
    const scope = new Scope()
    scope.defer(failing('first'))
    scope.defer(failing('second'))
    const error: unknown = await scope.close().catch((reason: unknown) => reason)
    if (!(error instanceof AggregateError)) throw new Error('no AggregateError')
    expect(error.errors).toEqual([new Error('second'), new Error('first')])
  })

  it('releases each thing once, however often it is closed', async () => {
    let count = 0
    const scope = new Scope()
    scope.defer(() => (count += 1))
    await scope.close()
    await scope.close()
    expect(count).toBe(1)
  })

  it('releases what was registered while it was closing', async () => {
    const released: string[] = []
    const scope = new Scope()
    scope.defer(() => {
      scope.defer(() => released.push('late'))
    })
    await scope.close()
    expect(released).toEqual(['late'])
  })
})
