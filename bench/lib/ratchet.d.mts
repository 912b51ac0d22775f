/** A measured ratio; see `Row` of `rows.mjs`. */
export interface RatchetRow {
  readonly work: string
  readonly file: string
  readonly figure: string
  readonly unit: string
  readonly peerName: string
  readonly ratio: number | null
  readonly goal: number | null
  readonly atLeast: boolean
  readonly reason: string | null
}
/** The best ratio so far and its spread over repeated runs. */
export interface Reached extends Pick<RatchetRow, 'work' | 'file' | 'figure' | 'peerName'> {
  readonly ratio: number
  readonly noise: number
}
/** Compares rows with the best ratios so far. */
export function compareWithReached(
  rows: readonly RatchetRow[],
  before: readonly Reached[],
): { readonly worse: string[]; readonly reached: Reached[] }
