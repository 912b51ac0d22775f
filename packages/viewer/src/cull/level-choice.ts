/** A level once taken is kept a little longer than it would be taken, so that it does not change back and forth. */
const hysteresis = 0.85

/** Errors of an instance's coarser levels (model metres, Infinity when absent) and the picture's scale. */
export interface LevelRequest {
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
export function chooseLevel(request: LevelRequest): 0 | 1 | 2 {
  const at = request.instance * 2
  const coarsest = request.errors[at + 1] * request.pixelsPerMetre
  if (coarsest < request.errorPixels * (request.current >= 2 ? 1 : hysteresis)) return 2
  const coarser = request.errors[at] * request.pixelsPerMetre
  return coarser < request.errorPixels * (request.current >= 1 ? 1 : hysteresis) ? 1 : 0
}
