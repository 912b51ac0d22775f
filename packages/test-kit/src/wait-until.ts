/** Timeout, interval and description of a wait. */
export interface WaitOptions {
  /** Default 45000: an allowance for a busy machine, not the expected duration. */
  readonly timeoutMilliseconds?: number
  /** Pause between two checks; default 10. */
  readonly intervalMilliseconds?: number
  /** Named in the error at the timeout. */
  readonly description?: string
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Evaluates the condition repeatedly until it returns a truthy value, and returns that; throws at the timeout. */
export async function waitUntil<Result>(
  condition: () => Result | Promise<Result>,
  options: WaitOptions = {},
): Promise<NonNullable<Result>> {
  const { timeoutMilliseconds = 45_000, intervalMilliseconds = 10, description = 'the awaited condition' } = options
  const deadline = performance.now() + timeoutMilliseconds
  while (true) {
    const result = await condition()
    if (result) return result
    if (performance.now() >= deadline) throw new Error(`${description} did not come in ${timeoutMilliseconds} ms`)
    await pause(intervalMilliseconds)
  }
}
