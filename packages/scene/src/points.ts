/**
 * Single points, or a piece of a cloud: metres, node frame, kept near zero. Pieces of up to some ten thousand points that
 * stand together are drawn, picked and loaded best.
 */
export interface PointsInput {
  /** x y z per point. */
  readonly positions: Float32Array
  /** r g b a per point, 0 to 255, sRGB, by which the material's colour is multiplied; left out, all have that colour. */
  readonly colors?: Uint8Array
}

/** What the mesh stage makes of `PointsInput`; position = `origin` + `step` × quantised. */
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
