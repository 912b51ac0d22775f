/**
 * Single points, or a chunk of a point cloud: metres, node frame, kept near zero. Spatially compact chunks of up to
 * some ten thousand points draw, pick and load best.
 */
export interface PointsInput {
  /** x y z per point. */
  readonly positions: Float32Array
  /**
   * r g b a per point, 0 to 255, sRGB, multiplied by the material's colour; if omitted, all points have that colour.
   */
  readonly colors?: Uint8Array
}

/** A `PointsInput` after the mesh stage; position = `origin` + `step` × quantised. */
export interface PreparedPoints {
  readonly kind: 'points'
  /** x y z per point, 0 to 65535; neighbours in the list are neighbours in space. */
  readonly positions: Uint16Array
  /** r g b a per point or null. */
  readonly colors: Uint8Array | null
  readonly origin: readonly [number, number, number]
  /** Metres per quantisation step, the same on all axes. */
  readonly step: number
}
