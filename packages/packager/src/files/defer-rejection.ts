/**
 * Marks work that is started now and awaited later. Files are written concurrently; when one fails, the package fails
 * with that error, and a second rejection that nothing awaits any more must not end the process.
 */
export function deferRejection<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {
    // The caller that awaits `work` gets the error.
  })
  return work
}
