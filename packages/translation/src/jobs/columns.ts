import { sql, type RawBuilder } from 'kysely'

/** The database's clock, `milliseconds` from now: leases of a fleet must not hang on the clocks of its machines. */
export function inMilliseconds(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1000}::double precision)`
}

/** The database's clock. */
export const databaseNow = sql<Date>`now()`
