import { fixedBuffer } from './gl-parts.js'
import { type LineRecords, type StretchBox, stretchRecords } from './line-records.js'

/** Texels per row: supported by every known GPU, with little padding of rows. */
const widestRow = 2048
/** Maximum lines per call: four vertices each, with 16-bit indices. */
const maxLinesPerCall = 16_384

/** Lines on the GPU, as many as one pair of textures holds. */
export interface GpuLines {
  /** x, y, length so far (bits of float32), style and end bit of each record. */
  readonly positions: WebGLTexture
  readonly levels: WebGLTexture
  readonly lineCount: number
  readonly stretches: readonly StretchBox[]
  /** The same records as vertices of line primitives. */
  readonly primitives: LinePrimitives
}

interface LinePrimitives {
  readonly vertexArray: WebGLVertexArrayObject
  readonly buffers: readonly WebGLBuffer[]
}

/** Bytes of a record. */
const recordBytes = 16
/** Bytes of the two indices of a line primitive. */
export const primitiveBytes = 8

/** Lines of one draw call: first record and count. */
interface LineRun {
  readonly first: number
  readonly count: number
}

/** Uploads the lines of a sheet; returns several parts if they exceed one texture. */
export function uploadLines(gl: WebGL2RenderingContext, records: LineRecords, maxRows: number): readonly GpuLines[] {
  const parts: GpuLines[] = []
  const stretches = records.stretches()
  // The last record of a part is the first of the next one: the line between the two belongs to the earlier part.
  const linesOfPart = Math.floor((widestRow * maxRows - 1) / stretchRecords) * stretchRecords
  for (let from = 0; from < records.lineCount; from += linesOfPart) {
    const lineCount = Math.min(linesOfPart, records.lineCount - from)
    const width = Math.min(widestRow, lineCount + 1)
    const rows = Math.ceil((lineCount + 1) / width)
    const [first, end] = [from, from + lineCount].map((line) => Math.ceil(line / stretchRecords))
    parts.push({
      positions: createIntegerTexture(
        gl,
        { internal: gl.RGBA32UI, format: gl.RGBA_INTEGER },
        [width, rows],
        records.placeRows(from, rows, width),
      ),
      levels: createIntegerTexture(
        gl,
        { internal: gl.R32UI, format: gl.RED_INTEGER },
        [width, rows],
        records.levelRows(from, rows, width),
      ),
      lineCount,
      stretches: stretches.slice(first, end),
      primitives: uploadPrimitives(gl, records, [from, lineCount]),
    })
  }
  return parts
}

/** Frees the GPU resources of lines. */
export function deleteLines(gl: WebGL2RenderingContext, { levels, positions, primitives }: GpuLines): void {
  for (const buffer of primitives.buffers) gl.deleteBuffer(buffer)
  gl.deleteVertexArray(primitives.vertexArray)
  gl.deleteTexture(positions)
  gl.deleteTexture(levels)
}

/** Creates the vertices of the lines of any draw call: two triangles each. */
export function createLineVertexArray(gl: WebGL2RenderingContext): WebGLVertexArrayObject {
  const indices = new Uint16Array(maxLinesPerCall * 6)
  for (let line = 0; line < maxLinesPerCall; line++)
    [0, 1, 2, 2, 1, 3].forEach((vertex, offset) => (indices[line * 6 + offset] = line * 4 + vertex))
  const vertexArray = gl.createVertexArray()
  gl.bindVertexArray(vertexArray)
  fixedBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, indices)
  gl.bindVertexArray(null)
  return vertexArray
}

/** Returns the lines of all stretches that intersect a box, with adjacent ones merged. */
export function* runsWithin(
  { lineCount, stretches }: Pick<GpuLines, 'lineCount' | 'stretches'>,
  box: StretchBox,
): Generator<LineRun> {
  let first = 0
  let count = 0
  for (const [number, stretch] of stretches.entries()) {
    const from = number * stretchRecords
    const isSeen = intersects(stretch, box)
    if (count > 0 && (!isSeen || count + stretchRecords > maxLinesPerCall)) {
      yield { first, count }
      count = 0
    }
    if (!isSeen) continue
    if (count === 0) first = from
    count += Math.min(stretchRecords, lineCount - from)
  }
  if (count > 0) yield { first, count }
}

const intersects = (one: StretchBox, other: StretchBox): boolean =>
  one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3]

function createIntegerTexture(
  gl: WebGL2RenderingContext,
  { format, internal }: { readonly internal: number; readonly format: number },
  [width, height]: readonly [number, number],
  texels: Uint32Array,
): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, internal, width, height, 0, format, gl.UNSIGNED_INT, texels)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  return texture
}

function uploadPrimitives(
  gl: WebGL2RenderingContext,
  records: LineRecords,
  [from, lineCount]: readonly [number, number],
): LinePrimitives {
  const vertexArray = gl.createVertexArray()
  gl.bindVertexArray(vertexArray)
  const { vertices, indices } = records.primitives(from, lineCount)
  const vertexBuffer = fixedBuffer(gl, gl.ARRAY_BUFFER, vertices)
  gl.vertexAttribPointer(0, 3, gl.FLOAT, false, recordBytes, 0)
  gl.vertexAttribIPointer(1, 1, gl.UNSIGNED_INT, recordBytes, 12)
  const levelBuffer = fixedBuffer(gl, gl.ARRAY_BUFFER, records.levelRows(from, 1, lineCount + 1))
  gl.vertexAttribIPointer(2, 1, gl.UNSIGNED_INT, 4, 0)
  for (const location of [0, 1, 2]) gl.enableVertexAttribArray(location)
  const indexBuffer = fixedBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, indices)
  gl.bindVertexArray(null)
  return { vertexArray, buffers: [vertexBuffer, levelBuffer, indexBuffer] }
}
