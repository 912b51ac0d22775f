import { nextTurn } from '@kamar/codecs/part21'
import { throwIfCancelled } from '@kamar/core'

/** Work that yields every few milliseconds, so that it can be cancelled. */
export type TimeSliced<Result> = Generator<void, Result>

/** Rows that are read between two yields: at most some milliseconds. */
export const rowsPerStep = 1024

const sliceMilliseconds = 30

/** Runs work to its end at once. */
export function runToEnd<Result>(work: TimeSliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** Runs work to its end; lets the event loop in after each slice and throws `cancelled` when the signal is aborted. */
export async function runInTimeSlices<Result>(work: TimeSliced<Result>, signal: AbortSignal): Promise<Result> {
  for (let sliceEnd = performance.now() + sliceMilliseconds; ;) {
    const { done, value } = work.next()
    if (done === true) return value
    if (performance.now() < sliceEnd) continue
    await nextTurn()
    throwIfCancelled(signal)
    sliceEnd = performance.now() + sliceMilliseconds
  }
}
