type Release = () => unknown

/**
 * Holds what was acquired and releases it in reverse order. Errors of releases are collected and thrown
 * together at the end, so that one failure never keeps the rest alive.
 * (Node 20 has no AsyncDisposableStack; `await using` needs only Symbol.asyncDispose.)
 */
export class Scope implements AsyncDisposable {
  readonly #releases: Release[] = []

  /** Registers a disposable and gives it back. */
  use<T extends AsyncDisposable>(resource: T): T {
    this.defer(() => resource[Symbol.asyncDispose]())
    return resource
  }

  defer(release: Release): void {
    this.#releases.push(release)
  }

  /** Releases everything now; may be called again. */
  async close(): Promise<void> {
    const errors: unknown[] = []
    for (let release = this.#releases.pop(); release; release = this.#releases.pop()) {
      try {
        await release()
      } catch (error: unknown) {
        errors.push(error)
      }
    }
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, 'several releases failed')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}
