import type { OpenDatabase } from '@kamar/database'

/** Counts the database queries of some work; returns its result too. */
export async function countQueries<Result>(
  pool: OpenDatabase['pool'],
  work: () => Promise<Result>,
): Promise<{ readonly queries: number; readonly result: Result }> {
  let queries = 0
  const count = (): void => void queries++
  pool.on('acquire', count)
  try {
    const result = await work()
    return { queries, result }
  } finally {
    pool.off('acquire', count)
  }
}
