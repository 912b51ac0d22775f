/** Optional delivery of a result besides the promise: a callback, or callbacks and an abort signal. */
export type ResultCallbacks<Result> =
  | ((result: Result) => void)
  | {
      readonly onSuccess?: (result: Result) => void
      readonly onError?: (error: unknown) => void
      readonly signal?: AbortSignal
    }

/**
 * Runs `work` and delivers the result in every requested way: always through the promise, and through callbacks if
 * given. An aborted signal rejects with its reason, and the success callback does not run afterwards.
 */
export function withCallbacks<Result>(
  work: () => Promise<Result>,
  callbacks: ResultCallbacks<Result> = {},
): Promise<Result> {
  const { onSuccess, onError, signal } = typeof callbacks === 'function' ? { onSuccess: callbacks } : callbacks
  const promise = signal === undefined ? work() : abortable(work, signal)
  const delivery = promise.then((result) => {
    onSuccess?.(result)
    return result
  })
  // With an error callback, the caller may ignore the promise.
  if (onError !== undefined) delivery.catch(onError)
  return delivery
}

function abortable<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  if (signal.aborted) return Promise.reject(signal.reason as Error)
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
