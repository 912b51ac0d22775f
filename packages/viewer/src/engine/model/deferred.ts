/** A promise, and the function that resolves it. */
export interface Deferred {
  readonly promise: Promise<void>
  resolve(): void
}

/** Creates a promise that its owner resolves. */
export function createDeferred(): Deferred {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}
