/** Error of a record, group or table that cannot be read to its last byte; its owner is dropped and counted. */
export class RecordFault extends Error {
  override readonly name = 'RecordFault'
}

/** Remaining bytes that may be inflated from a file. */
export interface InflateBudget {
  left: number
}
