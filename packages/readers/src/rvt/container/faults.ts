/** A record, group or table that does not read to its last byte; what it belongs to is dropped and counted. */
export class RecordFault extends Error {
  override readonly name = 'RecordFault'
}

/** What may still be inflated of a file, in bytes. */
export interface InflateBudget {
  left: number
}
