import { sql, type RawBuilder } from 'kysely'

/**
 * Returns the database's time `milliseconds` from now: leases of a fleet must not depend on the clocks of its machines.
 */
export function inMilliseconds(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1000}::double precision)`
}

/** The database's time. */
export const databaseNow = sql<Date>`now()`
