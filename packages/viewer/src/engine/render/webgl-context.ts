import { WebGLRenderer } from 'three'
import { ViewerError } from '../errors.js'
import { FrameTarget } from './frame-target.js'

/** WebGL extension that sets which vertex of a primitive provides its flat values. */
interface ProvokingVertex {
  readonly FIRST_VERTEX_CONVENTION_WEBGL: GLenum
  provokingVertexWEBGL(convention: GLenum): void
}

/** Throws `webgl-not-supported`. */
function createContext(canvas: HTMLCanvasElement): WebGL2RenderingContext {
  const gl = canvas.getContext('webgl2', {
    alpha: true,
    antialias: false,
    depth: false,
    stencil: false,
    premultipliedAlpha: true,
    powerPreference: 'high-performance',
  })
  if (gl === null) throw new ViewerError('webgl-not-supported')
  // WebGL's default convention costs a rewritten index buffer, or an additional shader stage, on the drivers of Apple
  // and Windows.
  const provoking = gl.getExtension('WEBGL_provoking_vertex') as ProvokingVertex | null
  provoking?.provokingVertexWEBGL(provoking.FIRST_VERTEX_CONVENTION_WEBGL)
  return gl
}

/** WebGL context of a renderer, with what is created once for it. */
export interface Graphics {
  readonly gl: WebGL2RenderingContext
  readonly three: WebGLRenderer
  readonly still: FrameTarget
  readonly moving: FrameTarget
  readonly multiDraw: boolean
  /** Subpixel steps per pixel to which the GPU rounds vertices. */
  readonly pixelParts: number
}

/**
 * Creates the context of a canvas; `resetState` is called when the state cache of three.js is no longer valid. Throws
 * `webgl-not-supported`.
 */
export function createGraphics(canvas: HTMLCanvasElement, resetState: () => void): Graphics {
  const gl = createContext(canvas)
  const three = new WebGLRenderer({ canvas, context: gl })
  three.autoClear = false
  three.debug.checkShaderErrors = false
  return {
    gl,
    three,
    still: new FrameTarget(three, { purpose: 'still', resetState }),
    moving: new FrameTarget(three, { purpose: 'moving', resetState }),
    multiDraw: gl.getExtension('WEBGL_multi_draw') !== null,
    pixelParts: 2 ** Number(gl.getParameter(gl.SUBPIXEL_BITS)),
  }
}
