/** Level of accuracy of a frame. */
export interface Quality {
  readonly name: 'still' | 'moving'
  /** Objects with a smaller diameter are not drawn. */
  readonly minPixels: number
  /** Maximum visible error of a level of detail. */
  readonly errorPixels: number
  /** Long bodies thinner than this are drawn as a line. */
  readonly thinPixels: number
  readonly edges: boolean
}

/** Quality without motion. */
export const stillQuality: Quality = {
  name: 'still',
  minPixels: 1.4,
  errorPixels: 0.75,
  thinPixels: 1.2,
  edges: true,
}
/** Quality during camera motion, reduced by what the eye cannot notice. */
export const movingQuality: Quality = { name: 'moving', minPixels: 3, errorPixels: 1.5, thinPixels: 2, edges: true }
/** Quality during camera motion on a machine that is too slow. */
export const reducedQuality: Quality = { name: 'moving', minPixels: 5, errorPixels: 2.5, thinPixels: 3, edges: false }
