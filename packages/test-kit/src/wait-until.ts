/** How long to wait and what for. */
export interface WaitOptions {
  /** Default 45000: how long a busy machine may take, never how long the thing takes. */
  readonly timeoutMilliseconds?: number
  /** Pause between two looks; default 10. */
  readonly intervalMilliseconds?: number
  /** Named in the error when the deadline passes. */
  readonly description?: string
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Looks again and again until the condition answers something truthy, and returns that; throws at the deadline. */
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
