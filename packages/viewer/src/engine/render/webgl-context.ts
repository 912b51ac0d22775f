import { ViewerError } from '../errors.js'

/** WebGL extension that sets which vertex of a primitive provides its flat values. */
interface ProvokingVertex {
  readonly FIRST_VERTEX_CONVENTION_WEBGL: GLenum
  provokingVertexWEBGL(convention: GLenum): void
}

/** Creates the context that models are drawn with. Throws `webgl-not-supported`. */
export function createContext(canvas: HTMLCanvasElement): WebGL2RenderingContext {
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
