import { MalformedRecordError } from '@kamar/codecs/records'
import type { HsfReader } from './hsf-reader.js'
import { SampleBits } from './samples.js'

/** Vertex and face attributes besides positions. */
export interface ShellAttributes {
  readonly normals?: Float32Array
  /** r g b a per vertex. */
  readonly colors?: Uint8Array
  /** u v per vertex. */
  readonly parameters?: Float32Array
  /** r g b a per face. */
  readonly faceColors?: Uint8Array
}

type Changes = { -readonly [Key in keyof ShellAttributes]: ShellAttributes[Key] }

interface AttributeTask {
  readonly reader: HsfReader
  readonly body: ShellBody
  readonly attributes: Changes
}

const trivialScheme = 1
const attribute = {
  packedNormals: 0x01,
  packedParameters: 0x03,
  packedColors: 0x05,
  normals: 0x11,
  someNormals: 0x12,
  polarNormals: 0x13,
  parameters: 0x1c,
  faceColors: 0x21,
  regions: 0x33,
  geometryAttributes: 0x63,
} as const
/** Compressed values of every vertex or face. */
const packedForAll = new Set([0x01, 0x05, 0x07, 0x09, 0x0b, 0x0d, 0x0f, 0x13, 0x21, 0x23])
/** Compressed values of some vertices or faces, preceded by their numbers. */
const packedForSome = new Set([0x02, 0x04, 0x06, 0x08, 0x0a, 0x0c, 0x0e, 0x10, 0x22, 0x24])

/** Reads attributes up to their end. */
export function readAttributes(reader: HsfReader, body: ShellBody): ShellAttributes {
  const attributes: Changes = {}
  for (;;) {
    const operation = reader.stream.u8()
    if (operation === 0) return attributes
    readAttribute(operation, { reader, body, attributes })
  }
}

function readAttribute(operation: number, { reader, body, attributes }: AttributeTask): void {
  const { stream } = reader
  const vertices = body.points.length / 3
  if (operation === attribute.normals) attributes.normals = stream.floats(3 * vertices)
  else if (operation === attribute.someNormals) skipSome(reader, vertices, 12)
  else if (operation === attribute.parameters) attributes.parameters = readPairs(reader, vertices)
  else if (operation === attribute.packedParameters) {
    const parameters = packedPairs(reader, vertices)
    if (parameters) attributes.parameters = parameters
  } else if (operation === attribute.regions) readRegions(reader, body.faceCount)
  else if (operation === attribute.geometryAttributes) reader.readGeometryAttributes()
  else if (packedForAll.has(operation)) readPacked(operation, { reader, body, attributes })
  else if (packedForSome.has(operation))
    skipPackedSome(reader, operation < attribute.faceColors ? vertices : body.faceCount)
  else throw new MalformedRecordError(`attribute ${operation}`)
}

/** Reads a coding scheme, bits per number, and the data bytes. */
function readPacked(operation: number, { reader, body, attributes }: AttributeTask): void {
  const { stream } = reader
  const scheme = stream.u8()
  const bits = stream.u8()
  const data = stream.take(stream.count(1))
  if (scheme !== trivialScheme) return
  const vertices = body.points.length / 3
  if (operation === attribute.packedNormals)
    attributes.normals = unpacked(data, bits, 3 * vertices).map((share) => 2 * share - 1)
  if (operation === attribute.packedColors) attributes.colors = toColorBytes(unpacked(data, bits, 3 * vertices))
  if (operation === attribute.faceColors) attributes.faceColors = toColorBytes(unpacked(data, bits, 3 * body.faceCount))
}

/** Decodes fractions from 0 to 1. */
function unpacked(data: Uint8Array, bits: number, count: number): Float32Array {
  const steps = 2 ** bits - 1
  if (bits < 1 || bits > 31 || count * bits > 8 * data.length) throw new MalformedRecordError('packed')
  const samples = new SampleBits(data)
  return Float32Array.from({ length: count }, () => samples.next(bits) / steps)
}

function toColorBytes(shares: Float32Array): Uint8Array {
  const colors = new Uint8Array((shares.length / 3) * 4).fill(255)
  shares.forEach((value, at) => (colors[4 * Math.floor(at / 3) + (at % 3)] = Math.round(255 * value)))
  return colors
}

/** Reads a fixed count of numbers per vertex and keeps the first two. */
function readPairs({ stream }: HsfReader, vertices: number): Float32Array {
  const width = stream.u8()
  if (width < 1 || width > 4) throw new MalformedRecordError('parameters')
  return firstTwo(stream.floats(width * vertices), width)
}

function packedPairs({ stream }: HsfReader, vertices: number): Float32Array | null {
  const scheme = stream.u8()
  const box = stream.floats(6)
  const bits = stream.u8()
  const data = stream.take(stream.count(1))
  if (scheme !== trivialScheme) return null
  const shares = unpacked(data, bits, 3 * vertices)
  return firstTwo(
    shares.map((share, at) => box[at % 3] + (box[3 + (at % 3)] - box[at % 3]) * share),
    3,
  )
}

function firstTwo(values: Float32Array, width: number): Float32Array {
  return Float32Array.from({ length: (2 * values.length) / width }, (_, at) => {
    const axis = at % 2
    return axis < width ? values[Math.floor(at / 2) * width + axis] : 0
  })
}

const bytesOfNumbers = (max: number): number => (max < 256 ? 1 : max < 65_536 ? 2 : 4)

function skipSome({ stream }: HsfReader, itemCount: number, bytesEach: number): void {
  const count = stream.count(bytesEach)
  stream.skip(count * (bytesOfNumbers(itemCount) + bytesEach))
}

function skipPackedSome({ stream }: HsfReader, itemCount: number): void {
  stream.skip(2)
  stream.skip(stream.count(1) * bytesOfNumbers(itemCount))
  stream.skip(stream.count(1))
}

/** Skips face regions: runs of faces in one of four codings. */
function readRegions({ stream }: HsfReader, faces: number): void {
  const coding = stream.u8()
  const bytesEach = (coding & 0xf8) === 8 ? 1 : (coding & 0xf8) === 16 ? 2 : 4
  const next = (): number => (bytesEach === 1 ? stream.u8() : bytesEach === 2 ? stream.u16() : stream.i32())
  const kind = coding & 7
  if (kind === 0) stream.skip(faces * bytesEach)
  else {
    const count = next()
    if (kind === 2) next()
    stream.skip((kind === 3 ? 2 : 1) * count * bytesEach)
  }
}

/** Vertices and triangles of a mesh. */
export interface ShellBody {
  readonly points: Float32Array
  readonly triangles: Uint32Array
  /** Face of each triangle; by default the triangle itself. */
  readonly faces?: Uint32Array
  readonly faceCount: number
}
