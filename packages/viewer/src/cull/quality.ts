/** How exact a picture is. */
export interface Quality {
  readonly name: 'still' | 'moving'
  /** Objects whose diameter is below this are left out. */
  readonly minPixels: number
  /** Largest visible error of a level of detail. */
  readonly errorPixels: number
  /** Long bodies thinner than this are drawn as a line. */
  readonly thinPixels: number
  readonly edges: boolean
}

/** While nothing moves. */
export const stillQuality: Quality = {
  name: 'still',
  minPixels: 1.4,
  errorPixels: 0.75,
  thinPixels: 1.2,
  edges: true,
}
/** While the camera moves: what the eye cannot check. */
export const movingQuality: Quality = { name: 'moving', minPixels: 3, errorPixels: 1.5, thinPixels: 2, edges: true }
/** While the camera moves on a machine that cannot keep up. */
export const hurriedQuality: Quality = { name: 'moving', minPixels: 5, errorPixels: 2.5, thinPixels: 3, edges: false }
