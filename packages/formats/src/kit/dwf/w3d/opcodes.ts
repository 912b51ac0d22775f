import { readColor, readIndexColor, readRgb } from './colors.js'
import { readCircle, readCurve, readEllipse, readLineRecords, readPolyPolyline } from './lines.js'
import type { HsfStream } from './hsf-stream.js'
import type { ReadRecord } from './hsf-reader.js'
import { readHeuristics, readRenderingOptions } from './options.js'
import { readImage, readNamedImage, readTexture } from './images.js'
import {
  readMesh,
  readNurbsSurface,
  readPolygon,
  readPolyCylinder,
  readCylinder,
  readShell,
  readSphere,
} from './shells.js'
import { geometryBits } from './colors.js'

const skipBytes =
  (count: number): ReadRecord =>
  ({ stream }) =>
    void stream.skip(count)

/** Reads a measure, and its unit when it is negative. */
const measure: ReadRecord = ({ stream }) => {
  if (stream.f32() < 0) stream.u8()
}

const bounding: ReadRecord = ({ stream }) => {
  stream.skip(stream.u8() === 0 ? 24 : 16)
}

const camera: ReadRecord = ({ stream }) => void readCamera(stream)

/** Reads eye, target, up direction and field size; returns the up direction. */
function readCamera(stream: HsfStream): [number, number, number] {
  const projection = stream.u8()
  const [x, y, z] = stream.floats(9).subarray(6)
  stream.skip(4 * (2 + ((projection & 4) !== 0 ? 1 : 0) + ((projection & 8) !== 0 ? 1 : 0)))
  return [x, y, z]
}

const view: ReadRecord = (reader) => {
  const up = readCamera(reader.stream)
  reader.up ??= up
  reader.stream.name()
}

const visibility: ReadRecord = ({ stream, segment: { attributes } }) => {
  let [mask, value] = [stream.u8(), stream.u8()]
  if ((mask & 0x80) !== 0) {
    mask |= stream.u16() << 8
    value |= stream.u16() << 8
  }
  const isOn = (bits: number): boolean | undefined => ((mask & bits) === 0 ? undefined : (value & bits) !== 0)
  const [faces, lines] = [isOn(geometryBits.faces), isOn(geometryBits.lines)]
  if (faces !== undefined) attributes.areFacesVisible = faces
  if (lines !== undefined) attributes.areLinesVisible = lines
}

const selectability: ReadRecord = ({ stream }) => {
  const bytes = (stream.u8() & 0x80) !== 0 ? 2 : 1
  stream.skip(bytes - 1 + 5 * bytes)
}

const textFont: ReadRecord = ({ stream }) => {
  let [mask, value] = [stream.u8(), stream.u8()]
  if ((mask & 0x80) !== 0) {
    mask |= stream.u8() << 8
    value |= stream.u8() << 8
  }
  const has = (bit: number): boolean => (mask & bit) !== 0 && (value & bit) !== 0
  if (has(0x01)) stream.name()
  if (has(0x02)) stream.skip(5)
  if (has(0x04)) stream.skip(5)
  if (has(0x08)) stream.skip(1)
  if (has(0x10)) stream.skip(4)
  if (has(0x20)) stream.skip(4)
  if (has(0x40)) stream.skip(4)
  if (has(0x100)) stream.skip(5)
  if (has(0x200)) stream.skip(4)
}

const text =
  (hasEncoding: boolean): ReadRecord =>
  (reader) => {
    const { stream } = reader
    stream.skip(12 + (hasEncoding ? 1 : 0))
    stream.skip(stream.variableLength())
    reader.add(null)
    reader.options.skip('text', 'not-drawn')
  }

const userOptions =
  (bytesEach: number): ReadRecord =>
  ({ stream }) => {
    const short = stream.u16()
    stream.skip(bytesEach * (short === 0xffff ? stream.i32() : short))
  }

const userIndex: ReadRecord = ({ stream }) => void stream.skip(8 * stream.count(8))

const light =
  (count: number): ReadRecord =>
  (reader) => {
    reader.stream.skip(count)
    reader.add(null)
  }

const spotLight: ReadRecord = (reader) => {
  const { stream } = reader
  stream.skip(24)
  const options = stream.u8()
  const has = (bits: number): boolean => (options & bits) !== 0
  stream.skip(4 * ((has(3) ? 1 : 0) + (has(0x0c) ? 1 : 0) + (has(0x10) ? 1 : 0)))
  reader.add(null)
}

const areaLight: ReadRecord = (reader) => {
  reader.stream.skip(12 * reader.stream.count(12) + 1)
  reader.add(null)
}

const cuttingPlane: ReadRecord = (reader) => {
  reader.stream.skip(16)
  reader.options.skip('cutting plane', 'not-drawn')
  reader.add(null)
}

const font: ReadRecord = ({ stream }) => {
  stream.u8()
  stream.name()
  stream.u8()
  stream.name()
  stream.skip(stream.i32())
}

const dictionary: ReadRecord = ({ stream }) => {
  // Last record before the end: nothing after it is drawn.
  stream.skip(stream.left - 1)
}

const rows: readonly (readonly [opcode: number | string, read: ReadRecord])[] = [
  [0x01, () => undefined],
  [
    ';',
    (reader) => {
      const version = /HSF V(\d+(?:\.\d+)?)/.exec(reader.stream.line())?.[1]
      if (version !== undefined) reader.version = Number(version)
    },
  ],
  ['I', skipBytes(4)],
  ['Z', ({ stream }) => stream.startPacked()],
  ['z', ({ stream }) => stream.stopPacked()],
  ['(', (reader) => reader.open(reader.stream.name())],
  [')', (reader) => reader.close()],
  ['s', (reader) => reader.reopen(reader.stream.i32())],
  ['{', ({ stream, segment }) => void segment.styles.push(stream.name())],
  [
    '<',
    (reader) => {
      reader.segment.includes.push(reader.stream.name())
      reader.add(null)
    },
  ],
  ['%', ({ stream, segment }) => void (segment.matrix = stream.floats(12))],
  ['$', skipBytes(48)],
  ['"', readColor],
  ['~', readRgb],
  [0x08, (reader) => readIndexColor(reader, 'u8')],
  [0x09, (reader) => readIndexColor(reader, 'u16')],
  [0x0a, (reader) => readIndexColor(reader, 'f32')],
  [
    0x0b,
    ({ stream }) => {
      if ((stream.u8() & 0x80) !== 0) stream.u8()
      stream.skip(13)
    },
  ],
  [
    0x0c,
    (reader) => {
      reader.stream.u8()
      reader.colorMap = reader.stream.take(3 * reader.stream.count(3))
    },
  ],
  ['V', visibility],
  ['!', selectability],
  ['H', readHeuristics],
  ['R', readRenderingOptions],
  ['W', skipBytes(16)],
  ['#', skipBytes(1)],
  ['p', skipBytes(1)],
  ['P', skipBytes(1)],
  ['@', skipBytes(1)],
  ['*', skipBytes(1)],
  [',', skipBytes(1)],
  ['h', skipBytes(1)],
  ['-', skipBytes(2)],
  [0x0d, skipBytes(2)],
  ['=', measure],
  [0x0e, measure],
  ['+', measure],
  ['|', skipBytes(12)],
  [' ', skipBytes(4)],
  ['F', textFont],
  ['f', font],
  ['>', camera],
  ['}', view],
  ['b', bounding],
  ['B', bounding],
  ['K', skipBytes(4)],
  ['k', skipBytes(4)],
  ['v', skipBytes(4)],
  ['q', (reader) => reader.tag()],
  ['U', userOptions(1)],
  [0x16, userOptions(2)],
  ['n', userIndex],
  [0x07, ({ stream }) => void stream.skip(stream.u16())],
  [0x15, ({ stream }) => void stream.skip(stream.variableLength())],
  [
    0x12,
    (reader) => {
      reader.stream.skip(reader.stream.variableLength())
      reader.options.skip('reference to another file', 'missing')
    },
  ],
  [0x18, ({ stream }) => void stream.skip(stream.i32())],
  ['[', ({ stream }) => void stream.skip(stream.i32())],
  [']', () => undefined],
  ['d', light(12)],
  ['.', light(12)],
  ['^', spotLight],
  ['a', areaLight],
  ['/', cuttingPlane],
  ['o', skipBytes(17)],
  [
    'O',
    ({ stream }) => {
      stream.u8()
      stream.skip(12 * stream.count(12))
    },
  ],
  [
    'g',
    (reader) => {
      reader.stream.skip(1 + 36 + 8)
      reader.add(null)
    },
  ],
  ['T', text(false)],
  ['x', text(true)],
  [
    'X',
    (reader) => {
      reader.stream.skip(12)
      reader.add(null)
      reader.options.skip('marker', 'not-drawn')
    },
  ],
  ['l', (reader) => readLineRecords(reader, 2)],
  ['L', (reader) => readLineRecords(reader, reader.stream.count(12))],
  [0x10, readPolyPolyline],
  ['G', readPolygon],
  ['C', readCircle],
  ['c', (reader) => readCurve(reader, 'arc')],
  ['\\', (reader) => readCurve(reader, 'chord')],
  ['w', (reader) => readCurve(reader, 'wedge')],
  ['E', (reader) => readEllipse(reader, false)],
  ['e', (reader) => readEllipse(reader, true)],
  ['N', (reader) => readCurve(reader, 'nurbs')],
  ['S', readShell],
  ['M', readMesh],
  [':', (reader) => reader.beginGeometryAttributes()],
  ['Y', readCylinder],
  [0x1a, readSphere],
  ['Q', readPolyCylinder],
  ['A', readNurbsSurface],
  ['i', readImage],
  ['t', readTexture],
  [0xe0, readNamedImage],
  ['D', dictionary],
]

/** Records of a stream by opcode byte. */
export const opcodes: ReadonlyMap<number, ReadRecord> = new Map(
  rows.map(([opcode, read]) => [typeof opcode === 'string' ? opcode.charCodeAt(0) : opcode, read]),
)
