import type { RasterGeometry } from './raster/raster-scene.js'

/**
 * Computes the colours of an instance's triangles: the instance colour times the mean of the source's three vertex
 * colours.
 */
export class FaceColors {
  readonly #indices: Uint32Array
  readonly #vertexColors: Uint8Array | null
  readonly #own: Uint8Array
  readonly #mixed = new Uint8Array(3)

  /** `own` is r g b of the instance, sRGB. */
  constructor({ indices, colors }: Pick<RasterGeometry, 'indices' | 'colors'>, own: Uint8Array) {
    this.#indices = indices
    this.#vertexColors = colors
    this.#own = own
  }

  /** Returns r g b of the triangle whose indices start at `first`; reuses one array. */
  of(first: number): Uint8Array {
    const vertexColors = this.#vertexColors
    if (vertexColors === null) return this.#own
    const a = this.#indices[first] * 4
    const b = this.#indices[first + 1] * 4
    const c = this.#indices[first + 2] * 4
    for (let part = 0; part < 3; part++) {
      const mean = (vertexColors[a + part] + vertexColors[b + part] + vertexColors[c + part]) / 3
      this.#mixed[part] = Math.round((this.#own[part] * mean) / 255)
    }
    return this.#mixed
  }

  /** Returns r g b of one vertex; reuses one array. */
  ofVertex(vertex: number): Uint8Array {
    const vertexColors = this.#vertexColors
    if (vertexColors === null) return this.#own
    for (let part = 0; part < 3; part++)
      this.#mixed[part] = Math.round((this.#own[part] * vertexColors[vertex * 4 + part]) / 255)
    return this.#mixed
  }
}
