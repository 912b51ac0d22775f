/**
 * Marks work that is started now and awaited later. Files are written side by side; when one of them fails, the package
 * fails with that error, and a second failure that nobody waits for any more must not end the process.
 */
export function awaitedLater<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {
    // Whoever awaits `work` gets the error.
  })
  return work
}
