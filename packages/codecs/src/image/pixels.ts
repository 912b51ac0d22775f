/** A decoded image. */
export interface RasterImage {
  readonly width: number
  readonly height: number
  /** r g b a per pixel, 0 to 255, rows from the top. */
  readonly data: Uint8Array
}
