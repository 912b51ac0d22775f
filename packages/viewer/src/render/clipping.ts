/** What the card offers to clip by planes itself, before it draws pixels. */
interface ClipDistances {
  readonly CLIP_DISTANCE0_WEBGL: GLenum
  readonly MAX_CLIP_DISTANCES_WEBGL: GLenum
}

/** Clipping by the card, where it has it. */
export class Clipping {
  readonly #gl: WebGL2RenderingContext
  readonly #distances: ClipDistances | null
  /** Planes at once; 0 where the card has none. */
  readonly maxPlanes: number

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#distances = gl.getExtension('WEBGL_clip_cull_distance') as ClipDistances | null
    this.maxPlanes = this.#distances === null ? 0 : Number(gl.getParameter(this.#distances.MAX_CLIP_DISTANCES_WEBGL))
  }

  /** Programs that `draw` uses write so many distances; all others write none, so it is off again afterwards. */
  during(planes: number, draw: () => void): void {
    const first = this.#distances?.CLIP_DISTANCE0_WEBGL ?? 0
    for (let plane = 0; plane < planes; plane++) this.#gl.enable(first + plane)
    draw()
    for (let plane = 0; plane < planes; plane++) this.#gl.disable(first + plane)
  }
}

/** What programs of a model that is cut by so many planes are compiled with. */
export function createCutDefines(planes: number, maxPlanes: number): Readonly<Record<string, string>> {
  if (planes === 0) return {}
  return planes <= maxPlanes ? { CUT: '', CLIPPED: String(planes) } : { CUT: '' }
}
