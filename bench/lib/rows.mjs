/** Figure of a row for a participant that could not be measured at all. */
export const allFigures = 'all'

/**
 * One comparison. `ratio` is Kamar's figure divided by the peer's.
 * @typedef {object} Row
 * @property {'translate' | 'view' | 'drawings' | 'growth'} work
 * @property {string} file
 * @property {string} figure  name of the measured figure
 * @property {string} unit
 * @property {number | null} kamar
 * @property {number | null} peer
 * @property {string} peerName
 * @property {number | null} ratio
 * @property {number | null} goal   target ratio; null: for information
 * @property {boolean} atLeast      whether the goal is a minimum instead of a maximum
 * @property {boolean | null} met   null without a goal or without both figures
 * @property {string | null} reason why a figure is missing
 */

const rounded = (value) => (typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(4)) : null)

/**
 * @param {{ work: Row['work'], file: string, figure: string, unit: string, kamar: unknown, peer: unknown,
 *   peerName: string, goal?: number | null, atLeast?: boolean, reason?: string | null }} input
 * @returns {Row}
 */
export function makeRow({
  work,
  file,
  figure,
  unit,
  kamar,
  peer,
  peerName,
  goal = null,
  atLeast = false,
  reason = null,
}) {
  const kamarFigure = rounded(kamar)
  const peerFigure = rounded(peer)
  const ratio =
    kamarFigure === null || peerFigure === null || peerFigure <= 0 ? null : rounded(kamarFigure / peerFigure)
  const isReached = goal === null || ratio === null ? null : atLeast ? ratio >= goal : ratio <= goal
  return {
    work,
    file,
    figure,
    unit,
    kamar: kamarFigure,
    peer: peerFigure,
    peerName,
    ratio,
    goal,
    atLeast,
    met: isReached,
    reason: reason ?? (ratio === null ? 'not measured' : null),
  }
}
