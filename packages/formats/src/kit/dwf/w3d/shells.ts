import { readAttributes, type ShellBody, type ShellAttributes } from './attributes.js'
import { decodeEdgebreaker } from './edgebreaker.js'
import { faceTriangles } from './faces.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import type { HsfReader } from './hsf-reader.js'
import { SampleBits } from './samples.js'

const suboption = {
  compressedPoints: 0x01,
  strips: 0x04,
  attributes: 0x08,
  first: 0x10,
  boundingOnly: 0x20,
  edgebreaker: 0x40,
  expanded: 0x80,
} as const
const further = { collection: 1, none: 2, negative: 4, global: 8 } as const
const edgebreakerScheme = 5

/** Reads a mesh: points and faces, or both compressed together. */
export function readShell(reader: HsfReader): void {
  const { stream } = reader
  const options = stream.u8()
  const more = (options & suboption.expanded) !== 0 ? stream.u16() : 0
  const has = (bit: number): boolean => (options & bit) !== 0
  const isFirst = has(suboption.first)
  if (!isFirst) stream.skip(4)
  if ((more & further.collection) !== 0) {
    reader.beginLevelOfDetail()
    return
  }
  const level = stream.u8()
  if ((more & further.none) !== 0) return reader.add(null)
  if (has(suboption.boundingOnly)) {
    stream.skip(24)
    return reader.add(null)
  }
  const body = has(suboption.edgebreaker) ? readPackedBody(reader) : readPlainBody(reader, options, more)
  const attributes: ShellAttributes = has(suboption.attributes) ? readAttributes(reader, body) : {}
  if (level > 0 || !isFirst) return reader.add(null)
  addShell(reader, body, attributes)
}

function addShell(reader: HsfReader, { points, triangles, faces }: ShellBody, attributes: ShellAttributes): void {
  const { normals = null, colors = null, parameters = null, faceColors } = attributes
  reader.countTriangles(triangles.length / 3)
  if (triangles.length === 0) {
    reader.options.skip('shell', 'no-area')
    return reader.add(null)
  }
  if (!faceColors) {
    return reader.add({ kind: 'shell', positions: points, indices: triangles, normals, colors, parameters })
  }
  // With face colours, each triangle has its own vertices.
  const index = <T extends Float32Array | Uint8Array>(
    from: T | null,
    width: number,
    make: (length: number) => T,
  ): T | null => {
    if (!from) return null
    const picked = make(width * triangles.length)
    triangles.forEach((vertex, at) => picked.set(from.subarray(vertex * width, (vertex + 1) * width), at * width))
    return picked
  }
  const own = new Uint8Array(4 * triangles.length)
  triangles.forEach((_, at) => {
    const face = faces ? faces[Math.floor(at / 3)] : Math.floor(at / 3)
    own.set(faceColors.subarray(4 * face, 4 * face + 4), 4 * at)
  })
  reader.add({
    kind: 'shell',
    positions: index(points, 3, (length) => new Float32Array(length)) ?? points,
    indices: triangles.map((_, at) => at),
    normals: index(normals, 3, (length) => new Float32Array(length)),
    colors: own,
    parameters: index(parameters, 2, (length) => new Float32Array(length)),
  })
}

function readPackedBody(reader: HsfReader): ShellBody {
  const { stream } = reader
  const scheme = stream.u8()
  const block = stream.take(stream.i32())
  if (scheme !== edgebreakerScheme) throw new MalformedRecordError(`scheme ${scheme}`)
  const decoded = decodeEdgebreaker(block)
  if (!decoded) throw new MalformedRecordError('edgebreaker')
  const points = stream.floats(3 * decoded.pointCount)
  return { points, triangles: decoded.triangles, faceCount: decoded.triangles.length / 3 }
}

function readPlainBody(reader: HsfReader, options: number, more: number): ShellBody {
  const points = readPoints(reader, (options & suboption.compressedPoints) !== 0, (more & further.global) !== 0)
  const { stream } = reader
  const scheme = stream.u8()
  if (scheme !== 1) throw new MalformedRecordError(`faces ${scheme}`)
  // The length includes the width byte before the numbers.
  const length = stream.count(1) - 1
  const width = stream.u8()
  const bytes = stream.take(length)
  const isSigned = (more & further.negative) !== 0
  const list = faceNumbers(bytes, width, isSigned)
  return { points, ...faceTriangles(list, points, (options & suboption.strips) !== 0) }
}

/** Reads numbers of one, two or four bytes; `width` counts bits or bytes. */
function faceNumbers(bytes: Uint8Array, width: number, isSigned: boolean): Int32Array {
  const bytesEach = width > 4 ? width / 8 : width
  if (bytesEach !== 1 && bytesEach !== 2 && bytesEach !== 4) throw new MalformedRecordError('face numbers')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const list = new Int32Array(Math.floor(bytes.length / bytesEach))
  for (let at = 0; at < list.length; at++) {
    const from = at * bytesEach
    if (bytesEach === 4) list[at] = view.getInt32(from, true)
    else if (bytesEach === 2) list[at] = isSigned ? view.getInt16(from, true) : view.getUint16(from, true)
    else list[at] = isSigned ? view.getInt8(from) : view.getUint8(from)
  }
  return list
}

function readPoints({ stream }: HsfReader, isCompressed: boolean, isGlobal: boolean): Float32Array {
  if (!isCompressed) return stream.floats(3 * stream.count(12))
  const scheme = stream.u8()
  const count = stream.count(0)
  const bits = stream.u8()
  if (scheme !== 1 || isGlobal || bits === 0) throw new MalformedRecordError('points')
  const box = stream.floats(6)
  const samples = new SampleBits(stream.take(Math.ceil((3 * count * bits) / 8)))
  const steps = 2 ** bits - 1
  return Float32Array.from({ length: 3 * count }, (_, at) => {
    const axis = at % 3
    return box[axis] + ((box[3 + axis] - box[axis]) * samples.next(bits)) / steps
  })
}

/** Reads a grid of points: two triangles per cell. */
export function readMesh(reader: HsfReader): void {
  const { stream } = reader
  const options = stream.u8()
  const [rows, columns] = [stream.count(0), stream.count(0)]
  const points = readPoints(reader, (options & suboption.compressedPoints) !== 0, false)
  if (rows * columns !== points.length / 3) throw new MalformedRecordError('grid')
  const triangles = gridTriangles(rows, columns)
  const body = { points, triangles, faceCount: triangles.length / 3 }
  addShell(reader, body, (options & suboption.attributes) !== 0 ? readAttributes(reader, body) : {})
}

function gridTriangles(rows: number, columns: number): Uint32Array {
  const fields = Math.max(0, rows - 1) * Math.max(0, columns - 1)
  const triangles = new Uint32Array(6 * fields)
  if (fields === 0) return triangles
  for (let row = 0, at = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++, at += 6) {
      const index = row * columns + column
      triangles.set([index, index + 1, index + columns, index + 1, index + columns + 1, index + columns], at)
    }
  return triangles
}

/** Reads a flat face. */
export function readPolygon(reader: HsfReader): void {
  const points = reader.stream.floats(3 * reader.stream.count(12))
  const list = Int32Array.from([points.length / 3, ...points.subarray(0, points.length / 3).keys()])
  const { triangles, faceCount } = faceTriangles(list, points, false)
  addShell(reader, { points, triangles, faceCount }, {})
}

/** Reads a cylinder from one point to another. */
export function readCylinder(reader: HsfReader): void {
  const points = reader.stream.floats(6)
  const radius = reader.stream.f32()
  const caps = reader.stream.u8()
  addShell(reader, tube(points, [radius], caps), {})
}

/** Reads consecutive segments of cylinders and cones. */
export function readPolyCylinder(reader: HsfReader): void {
  const { stream } = reader
  const points = stream.floats(3 * stream.count(12))
  const radii = stream.floats(stream.count(4))
  reader.checkTriangles((points.length / 3) * 2 * tubeSides)
  const flags = stream.u8()
  if ((flags & 4) !== 0) stream.skip(12)
  if ((flags & 8) !== 0) stream.skip(12)
  const body = tube(points, radii, flags)
  if ((flags & 16) !== 0) readAttributes(reader, { ...body, points, faceCount: 0 })
  addShell(reader, body, {})
}

/** Reads a sphere: its centre and radius; skips the following flags and axes, which only rotate it. */
export function readSphere(reader: HsfReader): void {
  const [x, y, z, radius] = reader.stream.floats(4)
  reader.stream.skip(25)
  addShell(reader, ball([x, y, z], radius), {})
}

function ball([x, y, z]: readonly [number, number, number], radius: number): ShellBody {
  const rows = tubeSides / 2 + 1
  const points = new Float32Array(3 * rows * (tubeSides + 1))
  for (let row = 0; row < rows; row++)
    for (let side = 0; side <= tubeSides; side++) {
      const [down, around] = [(Math.PI * row) / (rows - 1), (2 * Math.PI * side) / tubeSides]
      const [wide, high] = [radius * Math.sin(down), radius * Math.cos(down)]
      const point = [x + wide * Math.cos(around), y + wide * Math.sin(around), z + high]
      points.set(point, 3 * (row * (tubeSides + 1) + side))
    }
  // Rows run downwards, so the outside is to the left along a row.
  const triangles = gridTriangles(rows, tubeSides + 1).reverse()
  return { points, triangles, faceCount: 0 }
}

const tubeSides = 24

/** Builds rings around the points of an axis, joined by faces; bits 1 and 2: the first and the last end are closed. */
function tube(axis: Float32Array, radii: ArrayLike<number>, caps: number): ShellBody {
  const count = axis.length / 3
  const points = new Float32Array(3 * count * tubeSides)
  for (let ring = 0; ring < count; ring++) {
    const [before, after] = [Math.max(0, ring - 1), Math.min(count - 1, ring + 1)]
    const along = [0, 1, 2].map((at) => axis[3 * after + at] - axis[3 * before + at])
    const [x, y] = sidewards(along)
    const radius = radii[radii.length > 0 ? ring % radii.length : 0] ?? 0
    for (let side = 0; side < tubeSides; side++) {
      const angle = (2 * Math.PI * side) / tubeSides
      for (let at = 0; at < 3; at++)
        points[3 * (ring * tubeSides + side) + at] =
          axis[3 * ring + at] + radius * (x[at] * Math.cos(angle) + y[at] * Math.sin(angle))
    }
  }
  const triangles: number[] = []
  for (let ring = 0; ring + 1 < count; ring++)
    for (let side = 0; side < tubeSides; side++) {
      const next = (side + 1) % tubeSides
      const [a, b] = [ring * tubeSides + side, ring * tubeSides + next]
      triangles.push(a, b, a + tubeSides, b, b + tubeSides, a + tubeSides)
    }
  for (let side = 1; side + 1 < tubeSides && count > 0; side++) {
    const last = (count - 1) * tubeSides
    if ((caps & 1) !== 0) triangles.push(0, side + 1, side)
    if ((caps & 2) !== 0) triangles.push(last, last + side, last + side + 1)
  }
  return { points, triangles: Uint32Array.from(triangles), faceCount: 0 }
}

/** Returns two directions perpendicular to another one. */
function sidewards(along: readonly number[]): [number[], number[]] {
  const length = Math.hypot(...along) || 1
  const [x, y, z] = along.map((value) => value / length)
  const helper = Math.abs(x) < 0.9 ? [1, 0, 0] : [0, 1, 0]
  const first = [y * helper[2] - z * helper[1], z * helper[0] - x * helper[2], x * helper[1] - y * helper[0]]
  const size = Math.hypot(...first) || 1
  const [a, b, c] = first.map((value) => value / size)
  return [
    [a, b, c],
    [y * c - z * b, z * a - x * c, x * b - y * a],
  ]
}

/** Counts NURBS surfaces without drawing them: the programs that write packages also write their meshes. */
export function readNurbsSurface(reader: HsfReader): void {
  const { stream } = reader
  const options = stream.u8()
  const [uDegree, vDegree] = [stream.u8(), stream.u8()]
  const [uCount, vCount] = [stream.count(0), stream.count(0)]
  stream.skip(12 * uCount * vCount)
  if ((options & 1) !== 0) stream.skip(4 * uCount * vCount)
  if ((options & 2) !== 0) stream.skip(4 * (uCount + uDegree + 1 + vCount + vDegree + 1))
  if ((options & 4) !== 0) throw new MalformedRecordError('trims')
  reader.options.skip('NurbsSurface', 'not-drawn')
  reader.add(null)
}
