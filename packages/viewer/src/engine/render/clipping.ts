/** WebGL extension that clips by planes before rasterisation. */
interface ClipDistances {
  readonly CLIP_DISTANCE0_WEBGL: GLenum
  readonly MAX_CLIP_DISTANCES_WEBGL: GLenum
}

/** Hardware clipping, where the GPU supports it. */
export class Clipping {
  readonly #gl: WebGL2RenderingContext
  readonly #distances: ClipDistances | null
  /** Maximum number of planes; 0 without support. */
  readonly maxPlanes: number

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#distances = gl.getExtension('WEBGL_clip_cull_distance') as ClipDistances | null
    this.maxPlanes = this.#distances === null ? 0 : Number(gl.getParameter(this.#distances.MAX_CLIP_DISTANCES_WEBGL))
  }

  /**
   * Enables clip distances during `draw`, whose programs write as many; all other programs write none, so they are
   * disabled afterwards.
   */
  during(planes: number, draw: () => void): void {
    const first = this.#distances?.CLIP_DISTANCE0_WEBGL ?? 0
    for (let plane = 0; plane < planes; plane++) this.#gl.enable(first + plane)
    draw()
    for (let plane = 0; plane < planes; plane++) this.#gl.disable(first + plane)
  }
}

/** Returns the shader defines of a model cut by this many planes. */
export function createCutDefines(planes: number, maxPlanes: number): Readonly<Record<string, string>> {
  if (planes === 0) return {}
  return planes <= maxPlanes ? { CUT: '', CLIPPED: String(planes) } : { CUT: '' }
}
