/** How an answer is wanted besides the promise: a function for it, or functions and a signal that ends the waiting. */
export type ResultCallbacks<Result> =
  | ((result: Result) => void)
  | {
      readonly onSuccess?: (result: Result) => void
      readonly onError?: (error: unknown) => void
      readonly signal?: AbortSignal
    }

/**
 * Runs `work` and tells the caller in every way that was asked for: the promise always, callbacks where there are any.
 * An aborted signal rejects with its reason and lets no callback for success run afterwards.
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
  // Whoever gave a function for errors need not look at the promise.
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
