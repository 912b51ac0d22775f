import { createLineVertexArray } from './gpu-lines.js'
import { GlProgram } from './gl-parts.js'
import { MultisampledFrame } from './multisampled-frame.js'
import {
  areaFragmentShader,
  areaVertexShader,
  lineFragmentShader,
  lineVertexShader,
  thinLineVertexShader,
  imageFragmentShader,
  imageVertexShader,
} from './sheet-programs.js'

/** GPU resources shared by all sheets. */
export interface SheetTools {
  readonly lines: GlProgram
  readonly thinLines: GlProgram
  readonly areas: GlProgram
  readonly images: GlProgram
  readonly lineVertexArray: WebGLVertexArrayObject
  readonly sharp: MultisampledFrame
}

/** Creates them; throws `webgl-not-supported`. */
export const makeTools = (gl: WebGL2RenderingContext): SheetTools => ({
  lines: new GlProgram(gl, lineVertexShader, lineFragmentShader),
  thinLines: new GlProgram(gl, thinLineVertexShader, lineFragmentShader),
  areas: new GlProgram(gl, areaVertexShader, areaFragmentShader),
  images: new GlProgram(gl, imageVertexShader, imageFragmentShader),
  lineVertexArray: createLineVertexArray(gl),
  sharp: new MultisampledFrame(gl),
})
