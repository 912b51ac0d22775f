import type { OpenDatabase } from './open-database.js'

/** Work that only one process of a deployment does at a time; the numbers are advisory locks in the database. */
export const soloWork = {
  housekeeping: 7_104_301,
  starting: 7_104_302,
  storage: 7_104_303,
  indexing: 7_104_304,
} as const

/** Key of `soloWork`. */
export type SoloWork = keyof typeof soloWork

/**
 * Runs work unless another process is running it (`wait: false`), or after that process has finished (`wait: true`).
 * Returns whether it ran. The lock belongs to its connection, so that a process that dies leaves none. An embedded
 * database has one process.
 */
export async function runExclusively(
  { kind, pool }: Pick<OpenDatabase, 'kind' | 'pool'>,
  name: SoloWork,
  { wait, work }: { readonly wait: boolean; readonly work: () => Promise<void> },
): Promise<boolean> {
  if (kind !== 'server') {
    await work()
    return true
  }
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error): void => {
    broken = error
  }
  client.on('error', onError)
  try {
    const lockQuery = wait
      ? 'select pg_advisory_lock($1) is not null as held'
      : 'select pg_try_advisory_lock($1) as held'
    const { rows } = await client.query<{ held: boolean }>(lockQuery, [soloWork[name]])
    if (rows[0]?.held !== true) return false
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [soloWork[name]]).catch((error: Error) => onError(error))
    }
    return true
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
