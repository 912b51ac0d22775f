/** A level once taken is kept a little longer than it would be taken, so that it does not change back and forth. */
const hysteresis = 0.85

/** Errors of an instance's coarser levels (model metres, Infinity when absent) and the picture's scale. */
export interface LevelQuestion {
  readonly errors: Float32Array
  /** Row of `errors`. */
  readonly instance: number
  readonly pixelsPerMetre: number
  /** Error in pixels that may be seen. */
  readonly errorPixels: number
  /** Level it was drawn with before. */
  readonly current: number
}

/** The coarsest level whose error stays below what may be seen. */
export function chooseLevel(question: LevelQuestion): 0 | 1 | 2 {
  const at = question.instance * 2
  const coarsest = question.errors[at + 1] * question.pixelsPerMetre
  if (coarsest < question.errorPixels * (question.current >= 2 ? 1 : hysteresis)) return 2
  const coarser = question.errors[at] * question.pixelsPerMetre
  return coarser < question.errorPixels * (question.current >= 1 ? 1 : hysteresis) ? 1 : 0
}
