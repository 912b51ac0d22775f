/** Limits of bulk operations. */
export const operationLimits = {
  /** Ids of one request; a filter finds more. */
  ids: 1_000,
  files: 100_000,
  /** Files of one transaction. */
  filesPerStep: 200,
  /** Files whose reason for staying unchanged is kept. */
  failures: 1_000,
  /** Time after its end in which an operation can be undone. */
  undoMinutes: 10,
} as const
