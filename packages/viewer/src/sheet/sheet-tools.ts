import { lineCorners } from './card-lines.js'
import { GlProgram } from './gl-parts.js'
import { SharpPicture } from './sharp-picture.js'
import {
  areaFragmentShader,
  areaVertexShader,
  lineFragmentShader,
  lineVertexShader,
  pictureFragmentShader,
  pictureVertexShader,
} from './sheet-programs.js'

/** What is on the card for every sheet. */
export interface SheetTools {
  readonly lines: GlProgram
  readonly areas: GlProgram
  readonly pictures: GlProgram
  readonly lineCorners: WebGLVertexArrayObject
  readonly sharp: SharpPicture
}

/** Makes them; throws `webgl-not-supported`. */
export const makeTools = (gl: WebGL2RenderingContext): SheetTools => ({
  lines: new GlProgram(gl, lineVertexShader, lineFragmentShader),
  areas: new GlProgram(gl, areaVertexShader, areaFragmentShader),
  pictures: new GlProgram(gl, pictureVertexShader, pictureFragmentShader),
  lineCorners: lineCorners(gl),
  sharp: new SharpPicture(gl),
})
