/** Keeps the current level a little longer, so that it does not flicker. */
const hysteresis = 0.85

/** Errors of an instance's coarser levels (model metres, Infinity if absent) and the scale of the view. */
export interface LevelRequest {
  readonly errors: Float32Array
  /** Row of `errors`. */
  readonly instance: number
  readonly pixelsPerMetre: number
  /** Maximum error in pixels. */
  readonly errorPixels: number
  /** Level it was last drawn with. */
  readonly current: number
}

/** Returns the coarsest level whose error stays below the maximum. */
export function chooseLevel(request: LevelRequest): 0 | 1 | 2 {
  const at = request.instance * 2
  const coarsest = request.errors[at + 1] * request.pixelsPerMetre
  if (coarsest < request.errorPixels * (request.current >= 2 ? 1 : hysteresis)) return 2
  const coarser = request.errors[at] * request.pixelsPerMetre
  return coarser < request.errorPixels * (request.current >= 1 ? 1 : hysteresis) ? 1 : 0
}
