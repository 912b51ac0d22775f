import type { SheetImage } from '@kamar/package-format/sheets'
import { ViewerError } from '../../engine/errors.js'
import type { SurfaceSize } from '../../engine/viewer-surface.js'
import { fixedBuffer, type GlProgram } from './gl-parts.js'
import { deleteLines, primitiveBytes, runsWithin, uploadLines } from './gpu-lines.js'
import { recordBytes, sheetBuffers } from './sheet-buffers.js'
import type { LoadedSheet } from '../loaded-sheet.js'
import { makeTools, type SheetTools } from './sheet-tools.js'
import {
  computeCenter,
  computeMaxLinePixels,
  computeStepPixels,
  computeVisibleBox,
  computeWidest,
  type FrameRegion,
  type GpuSheet,
  type SheetPass,
  toGrid,
} from './sheet-pass.js'
import { styleTexels } from './sheet-programs.js'

/** Maximum width of lines that are line primitives in a frame that is not sharp, device pixels. */
const maxThinPixels = 1.5

type FrameSize = Pick<SurfaceSize, 'pixelWidth' | 'pixelHeight'>

/** Draws sheets with WebGL 2, independent of files and gestures. */
export class SheetRenderer {
  /** Number of draw calls since `begin`. */
  draws = 0
  #part: FrameRegion = { left: 0, bottom: 0, width: 1, height: 1 }
  #isSharp = true
  readonly #gl: WebGL2RenderingContext
  #tools: SheetTools

  /** Throws `webgl-not-supported`. */
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: true, stencil: true })
    if (gl === null) throw new ViewerError('webgl-not-supported')
    this.#gl = gl
    this.#tools = makeTools(gl)
  }

  /** Recreates resources after a lost context; sheets and textures have to be uploaded again. */
  restore(): void {
    this.#tools = makeTools(this.#gl)
  }

  /** Maximum side of a texture, pixels. */
  get maxTextureSide(): number {
    return Number(this.#gl.getParameter(this.#gl.MAX_TEXTURE_SIZE))
  }

  upload(sheet: LoadedSheet): GpuSheet {
    const gl = this.#gl
    const sheetData = sheetBuffers(sheet)
    const areas = gl.createVertexArray()
    gl.bindVertexArray(areas)
    const vertexBuffer = fixedBuffer(gl, gl.ARRAY_BUFFER, sheetData.vertices)
    attribute(gl, { location: 0, size: 2, offset: 0 })
    attribute(gl, { location: 1, size: 3, offset: 8, isInteger: true })
    const indexBuffer = fixedBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, sheetData.indices)
    gl.bindVertexArray(null)
    return {
      info: sheet.info,
      lines: uploadLines(gl, sheetData.lines, this.maxTextureSide),
      widest: computeWidest(sheet.info),
      areas,
      indexCount: sheetData.indices.length,
      opaqueIndices: sheetData.opaqueIndices,
      buffers: [vertexBuffer, indexBuffer],
    }
  }

  release(sheet: GpuSheet): void {
    const gl = this.#gl
    for (const buffer of sheet.buffers) gl.deleteBuffer(buffer)
    for (const lines of sheet.lines) deleteLines(gl, lines)
    gl.deleteVertexArray(sheet.areas)
  }

  /** Creates a texture from `styleRows`. */
  styleTexture(rows: Float32Array): WebGLTexture {
    const gl = this.#gl
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    const height = rows.length / (styleTexels * 4)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, styleTexels, height, 0, gl.RGBA, gl.FLOAT, rows)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    return texture
  }
  /** Creates a texture from an image. */
  photoTexture(photo: ImageBitmap): WebGLTexture {
    const gl = this.#gl
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, photo)
    gl.generateMipmap(gl.TEXTURE_2D)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    return texture
  }
  deleteTexture(texture: WebGLTexture): void {
    this.#gl.deleteTexture(texture)
  }

  /** Renders a frame of this size: sharp, which is multisampled, or faster and directly to the canvas. */
  renderFrame<Result>({ pixelWidth, pixelHeight }: FrameSize, isSharp: boolean, draw: () => Result): Result {
    const { canvas } = this.#gl
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
      canvas.width = pixelWidth
      canvas.height = pixelHeight
    }
    this.#isSharp = isSharp
    if (isSharp) this.#tools.sharp.begin()
    const result = draw()
    if (isSharp) this.#tools.sharp.end()
    return result
  }
  /** Whether the GPU has completed the last sharp frame. */
  get isFinished(): boolean {
    return this.#tools.sharp.isFinished
  }
  /** Frees the buffers of sharp frames until the next one. */
  releaseSharpFrame(): void {
    this.#tools.sharp.release()
  }

  /** Part of the frame that is drawn to. */
  get region(): FrameRegion {
    return this.#part
  }

  /** Clears the frame, or a region of it, and directs drawing there; 0xRRGGBB. */
  begin(color: number, part?: FrameRegion): void {
    const gl = this.#gl
    this.draws = 0
    this.#part = part ?? { left: 0, bottom: 0, width: gl.drawingBufferWidth, height: gl.drawingBufferHeight }
    const { left, bottom, width, height } = this.#part
    gl.viewport(left, bottom, width, height)
    gl.enable(gl.SCISSOR_TEST)
    gl.scissor(left, bottom, width, height)
    gl.disable(gl.STENCIL_TEST)
    gl.enable(gl.DEPTH_TEST)
    gl.depthFunc(gl.LEQUAL)
    gl.depthMask(true)
    gl.enable(gl.BLEND)
    // The frame stays opaque: even an opaque canvas may otherwise show what is behind it.
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE)
    clearTo(gl, color, gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT)
  }

  /** Directs further drawing on top of everything. */
  beginOver(): void {
    this.#gl.clear(this.#gl.DEPTH_BUFFER_BIT)
  }

  /** Fills a rectangle of the region, device pixels from its lower left corner. */
  paper(color: number, [left, bottom, width, height]: readonly [number, number, number, number]): void {
    const gl = this.#gl
    const part = this.#part
    const [x, y] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(bottom))]
    const right = Math.min(part.width, Math.round(left) + Math.max(0, Math.round(width)))
    const top = Math.min(part.height, Math.round(bottom) + Math.max(0, Math.round(height)))
    gl.scissor(part.left + x, part.bottom + y, Math.max(0, right - x), Math.max(0, top - y))
    clearTo(gl, color, gl.COLOR_BUFFER_BIT)
    gl.scissor(part.left, part.bottom, part.width, part.height)
  }

  /** Draws areas, lines, then transparent content. */
  draw(pass: SheetPass): void {
    this.#drawAreas(pass, 0, pass.sheet.opaqueIndices)
    this.#drawLines(pass, null)
    const gl = this.#gl
    gl.depthMask(false)
    this.#drawAreas(pass, pass.sheet.opaqueIndices, pass.sheet.indexCount)
    gl.depthMask(true)
  }

  /** Draws lines of an entity on top of everything, in one colour (red, green, blue, 0 to 1). */
  drawOver(pass: SheetPass, color: readonly [number, number, number]): void {
    const gl = this.#gl
    gl.disable(gl.DEPTH_TEST)
    this.#drawLines(pass, color)
    gl.enable(gl.DEPTH_TEST)
  }

  drawImage(pass: SheetPass, image: SheetImage, photo: WebGLTexture): void {
    const gl = this.#gl
    this.#begin(this.#tools.images, pass)
    gl.uniform1f(this.#tools.images.getLocation('level'), image.level)
    gl.uniform1f(this.#tools.images.getLocation('opacity'), image.opacity)
    gl.uniform1i(this.#tools.images.getLocation('photo'), 1)
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, photo)
    const { origin, xAxis, yAxis } = image
    const vertices = [0, 1, 2, 3].flatMap((vertex) => {
      const [u, v] = [vertex & 1, vertex >> 1]
      const x = origin[0] + u * xAxis[0] + v * yAxis[0]
      const y = origin[1] + u * xAxis[1] + v * yAxis[1]
      return [...toGrid(pass.sheet.info, x, y), u, v]
    })
    this.#drawLoose(vertices, 4, gl.TRIANGLE_STRIP)
  }

  /** Clips further drawing to the rings (units of the pass's sheet), until `endClip`. */
  beginClip(pass: SheetPass, rings: readonly (readonly number[])[]): void {
    const gl = this.#gl
    gl.enable(gl.STENCIL_TEST)
    gl.stencilMask(1)
    gl.clearStencil(0)
    gl.clear(gl.STENCIL_BUFFER_BIT)
    gl.stencilFunc(gl.ALWAYS, 0, 1)
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INVERT)
    gl.disable(gl.DEPTH_TEST)
    gl.depthMask(false)
    gl.colorMask(false, false, false, false)
    for (const ring of rings) this.#stampRing(pass, ring)
    gl.colorMask(true, true, true, true)
    gl.depthMask(true)
    gl.enable(gl.DEPTH_TEST)
    gl.stencilFunc(gl.EQUAL, 1, 1)
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP)
  }
  endClip(): void {
    this.#gl.disable(this.#gl.STENCIL_TEST)
  }

  dispose(): void {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext()
  }

  #stampRing(pass: SheetPass, ring: readonly number[]): void {
    const gl = this.#gl
    this.#begin(this.#tools.images, pass)
    gl.uniform1f(this.#tools.images.getLocation('level'), 0)
    // The image shader discards transparent pixels: any texture will do, as no colour is written.
    gl.uniform1f(this.#tools.images.getLocation('opacity'), 1e6)
    gl.uniform1i(this.#tools.images.getLocation('photo'), 0)
    const vertices: number[] = []
    for (let at = 0; at < ring.length; at += 2) vertices.push(...toGrid(pass.sheet.info, ring[at], ring[at + 1]), 0, 0)
    this.#drawLoose(vertices, ring.length / 2, gl.TRIANGLE_FAN)
  }

  /** Draws a few vertices that are uploaded each time: x, y, and two more each. */
  #drawLoose(vertices: readonly number[], count: number, mode: number): void {
    const gl = this.#gl
    gl.bindVertexArray(null)
    const buffer = fixedBuffer(gl, gl.ARRAY_BUFFER, Float32Array.from(vertices))
    gl.enableVertexAttribArray(0)
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 16, 0)
    gl.enableVertexAttribArray(1)
    gl.vertexAttribPointer(1, 2, gl.FLOAT, false, 16, 8)
    gl.drawArrays(mode, 0, count)
    this.draws++
    gl.disableVertexAttribArray(0)
    gl.disableVertexAttribArray(1)
    gl.deleteBuffer(buffer)
  }

  #drawAreas(pass: SheetPass, from: number, to: number): void {
    if (to <= from) return
    const gl = this.#gl
    this.#begin(this.#tools.areas, pass)
    gl.bindVertexArray(pass.sheet.areas)
    gl.drawElements(gl.TRIANGLES, to - from, gl.UNSIGNED_INT, from * 4)
    gl.bindVertexArray(null)
    this.draws++
  }

  /** Draws lines; thin ones as line primitives, unless the frame is sharp or they are highlighted in a colour. */
  #drawLines(pass: SheetPass, color: readonly [number, number, number] | null): void {
    const { lines, thinLines } = this.#tools
    const hasThin = !this.#isSharp && color === null && pass.minLinePixels <= maxThinPixels
    const thinPixels = hasThin ? maxThinPixels : 0
    if (hasThin) this.#drawLinesWith(thinLines, pass, thinPixels)
    if (computeMaxLinePixels(pass) <= thinPixels) return
    lines.use()
    this.#gl.uniform4f(lines.getLocation('paint'), ...(color ?? ([0, 0, 0] as const)), color === null ? 0 : 1)
    this.#gl.uniform1i(lines.getLocation('places'), 1)
    this.#gl.uniform1i(lines.getLocation('levels'), 2)
    this.#drawLinesWith(lines, pass, thinPixels)
  }

  /** Draws lines of the stretches in view, as many per call as the index list of triangles holds. */
  #drawLinesWith(program: GlProgram, pass: SheetPass, thinPixels: number): void {
    const gl = this.#gl
    const isThin = program === this.#tools.thinLines
    this.#begin(program, pass)
    const weights = [
      pass.pixelsPerMillimetre,
      pass.minLinePixels,
      computeStepPixels(pass.sheet.info, pass.matrix),
      pass.dashScale,
    ] as const
    gl.uniform4f(program.getLocation('weights'), ...weights)
    gl.uniform1f(program.getLocation('thinPixels'), thinPixels)
    const margins = 2 * (computeMaxLinePixels(pass) + 3 * pass.minLinePixels)
    const region = { width: this.#part.width + margins, height: this.#part.height + margins }
    const visibleBox = computeVisibleBox(pass.sheet.info, pass.matrix, region)
    for (const lines of pass.sheet.lines) {
      gl.bindVertexArray(isThin ? lines.primitives.vertexArray : this.#tools.lineVertexArray)
      if (!isThin) bindTextures(gl, [lines.positions, lines.levels])
      for (const { first, count } of runsWithin(lines, visibleBox)) {
        if (isThin) gl.drawElements(gl.LINES, count * 2, gl.UNSIGNED_INT, first * primitiveBytes)
        else {
          gl.uniform1i(program.getLocation('first'), first)
          gl.drawElements(gl.TRIANGLES, count * 6, gl.UNSIGNED_SHORT, 0)
        }
        this.draws++
      }
    }
    gl.bindVertexArray(null)
  }

  #begin(program: GlProgram, { sheet, matrix, styles, far, near }: SheetPass): void {
    const gl = this.#gl
    const { step, levels } = sheet.info
    program.use()
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, styles)
    gl.uniform1i(program.getLocation('styles'), 0)
    const [a, b, c, d] = matrix
    gl.uniform4f(program.getLocation('matrix'), a * step, b * step, c * step, d * step)
    gl.uniform4f(program.getLocation('middle'), ...computeCenter(sheet.info, matrix))
    gl.uniform2f(program.getLocation('halfSize'), this.#part.width / 2, this.#part.height / 2)
    gl.uniform3f(program.getLocation('depth'), levels, far, near)
  }
}

/** Binds textures to the units after that of the styles. */
function bindTextures(gl: WebGL2RenderingContext, textures: readonly WebGLTexture[]): void {
  textures.forEach((texture, number) => {
    gl.activeTexture(gl.TEXTURE1 + number)
    gl.bindTexture(gl.TEXTURE_2D, texture)
  })
}

interface AttributeLayout {
  readonly location: number
  readonly size: number
  readonly offset: number
  readonly isInteger?: boolean
}

function attribute(gl: WebGL2RenderingContext, { location, size, offset, isInteger }: AttributeLayout): void {
  gl.enableVertexAttribArray(location)
  if (isInteger === true) gl.vertexAttribIPointer(location, size, gl.UNSIGNED_INT, recordBytes, offset)
  else gl.vertexAttribPointer(location, size, gl.FLOAT, false, recordBytes, offset)
}

function clearTo(gl: WebGL2RenderingContext, color: number, mask: number): void {
  gl.clearColor((color >> 16) / 255, ((color >> 8) & 255) / 255, (color & 255) / 255, 1)
  gl.clear(mask)
}
