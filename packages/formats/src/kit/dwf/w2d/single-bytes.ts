import type { W2dMachine } from './machine.js'
import type { W2dFont } from './state.js'
import type { W2dStream } from './stream.js'

type ReadRecord = (machine: W2dMachine) => void
type Measure = 'i32' | 'i16'

/** Reads points, each relative to the previous one, starting at the stream's last point. */
function relativePoints({ stream, drawing: { state } }: W2dMachine, count: number, measure: Measure): Float64Array {
  const start = stream.skip(count * (measure === 'i32' ? 8 : 4))
  stream.at = start
  const points = new Float64Array(2 * count)
  for (let at = 0; at < count; at++) {
    state.x += stream[measure]()
    state.y += stream[measure]()
    points[2 * at] = state.x
    points[2 * at + 1] = state.y
  }
  return points
}

function asciiPoints(stream: W2dStream, count: number): number[] {
  // Each number takes at least two bytes.
  stream.at = stream.skip(Math.max(0, 2 * count))
  return Array.from({ length: 2 * count }, () => stream.asciiNumber())
}

const asciiCount = (stream: W2dStream): number => Math.max(0, Math.trunc(stream.asciiNumber()))

/** Reads points with one colour each. */
function shaded(machine: W2dMachine, measure: Measure): { points: number[]; colors: number[] } {
  const { stream } = machine
  const points: number[] = []
  const colors: number[] = []
  for (let left = stream.count(); left > 0; left--) {
    points.push(...relativePoints(machine, 1, measure))
    const [red, green, blue] = stream.take(4)
    colors.push((red << 16) | (green << 8) | blue)
  }
  return { points, colors }
}

function contours(machine: W2dMachine, measure: Measure): void {
  const { stream, drawing } = machine
  const counts = Array.from({ length: stream.count() }, () => stream.count())
  drawing.area(counts.map((count) => relativePoints(machine, count, measure)))
}

function markers(machine: W2dMachine, points: ArrayLike<number>): void {
  const { state, tools } = machine.drawing
  const glyph = state.glyphs.get(state.markerGlyph)
  for (let at = 0; at + 1 < points.length; at += 2) {
    if (!glyph && state.markerGlyph !== 0) tools.skipped.add('marker', 'block-missing')
    else if (glyph && state.markerSize > 0) machine.drawGlyph(glyph, points[at], points[at + 1])
    else machine.drawing.line([points[at], points[at + 1]])
  }
}

function circle({ stream, drawing }: W2dMachine, measure: Measure, isPart = false): void {
  const { state } = drawing
  const x = (state.x += stream[measure]())
  const y = (state.y += stream[measure]())
  const radius = measure === 'i32' ? stream.u32() : stream.u16()
  const [start, end] = isPart ? [stream.u16(), stream.u16()] : [0, 0]
  drawing.ellipse({ x, y, width: radius, height: radius, start, end, tilt: 0 })
}

function ellipse({ stream, drawing }: W2dMachine): void {
  const { state } = drawing
  const x = (state.x += stream.i32())
  const y = (state.y += stream.i32())
  const [width, height] = [stream.u32(), stream.u32()]
  drawing.ellipse({ x, y, width, height, start: stream.u16(), end: stream.u16(), tilt: stream.u16() })
}

/** Font fields in order; a bit states the presence of each. */
const fontFields: readonly ((stream: W2dStream) => Partial<W2dFont>)[] = [
  (stream) => ({ name: stream.text() }),
  (stream) => (stream.u8(), {}),
  (stream) => (stream.u8(), {}),
  (stream) => (stream.u8(), {}),
  (stream) => {
    const style = stream.u8()
    return { isBold: (style & 1) !== 0, isItalic: (style & 2) !== 0 }
  },
  (stream) => ({ height: stream.i32() }),
  (stream) => ({ rotation: stream.u16() }),
  (stream) => ({ widthScale: stream.u16() || 1024 }),
  (stream) => ({ spacing: stream.u16() || 1024 }),
  (stream) => ({ oblique: stream.u16() }),
  (stream) => (stream.u32(), {}),
]

function font({ stream, drawing: { state } }: W2dMachine): void {
  const fields = stream.u16()
  fontFields.forEach((read, bit) => {
    if ((fields & (1 << bit)) !== 0) state.font = { ...state.font, ...read(stream) }
  })
}

/** Reads one more than the number of positions, then the positions. */
function positions(stream: W2dStream): number[] {
  // Position 0 is written as 65,536, because a count of 0 is an escape for a longer count.
  return Array.from({ length: stream.count() - 1 }, () => stream.count() & 0xffff)
}

function richText(machine: W2dMachine): void {
  const { stream, drawing } = machine
  const [x, y] = relativePoints(machine, 1, 'i32')
  const text = stream.text()
  const [overscored, underscored] = [positions(stream), positions(stream)]
  // Four corners of the text's box, each relative to the previous point.
  const boundsPoints = relativePoints(machine, 4, 'i32')
  positions(stream)
  drawing.text({ x, y, text, overscored, underscored, width: widthOfBounds(boundsPoints) })
}

/** Returns the length of the lower side of a text's box; null when there is none. */
export function widthOfBounds(boundsPoints: ArrayLike<number>): number | null {
  const width = Math.hypot(boundsPoints[2] - boundsPoints[0], boundsPoints[3] - boundsPoints[1])
  return width > 0 && Number.isFinite(width) ? width : null
}

function plainText(machine: W2dMachine): void {
  const [x, y] = relativePoints(machine, 1, 'i32')
  const text = machine.stream.text()
  machine.drawing.text({ x, y, text, overscored: [], underscored: [], width: null })
}

const rows: readonly (readonly [opcode: number | string, read: ReadRecord])[] = [
  [
    0x03,
    ({ stream, drawing: { state } }) => {
      const [red, green, blue, alpha] = stream.take(4)
      Object.assign(state, { color: (red << 16) | (green << 8) | blue, alpha })
    },
  ],
  ['c', ({ stream, drawing: { state } }) => state.pickColor(stream.u8())],
  ['C', ({ stream, drawing: { state } }) => state.pickColor(stream.asciiNumber())],
  ['F', ({ drawing: { state } }) => void (state.isFilled = true)],
  ['f', ({ drawing: { state } }) => void (state.isFilled = false)],
  ['V', ({ drawing: { state } }) => void (state.isVisible = true)],
  ['v', ({ drawing: { state } }) => void (state.isVisible = false)],
  ['O', ({ stream, drawing: { state } }) => void Object.assign(state, { x: stream.i32(), y: stream.i32() })],
  ['L', ({ stream, drawing }) => drawing.line(asciiPoints(stream, 2))],
  ['l', (machine) => machine.drawing.line(relativePoints(machine, 2, 'i32'))],
  [0x0c, (machine) => machine.drawing.line(relativePoints(machine, 2, 'i16'))],
  [
    0x8c,
    (machine) => {
      for (let left = machine.stream.u8(); left > 0; left--) machine.drawing.line(relativePoints(machine, 2, 'i16'))
    },
  ],
  ['P', ({ stream, drawing }) => drawing.outline(asciiPoints(stream, asciiCount(stream)))],
  ['p', (machine) => machine.drawing.outline(relativePoints(machine, machine.stream.count(), 'i32'))],
  [0x10, (machine) => machine.drawing.outline(relativePoints(machine, machine.stream.count(), 'i16'))],
  ['k', (machine) => contours(machine, 'i32')],
  [0x0b, (machine) => contours(machine, 'i16')],
  ['M', (machine) => markers(machine, asciiPoints(machine.stream, asciiCount(machine.stream)))],
  ['m', (machine) => markers(machine, relativePoints(machine, machine.stream.count(), 'i32'))],
  [0x8d, (machine) => markers(machine, relativePoints(machine, machine.stream.count(), 'i16'))],
  ['G', ({ stream, drawing: { state } }) => void (state.markerGlyph = stream.asciiNumber())],
  [0x87, ({ stream, drawing: { state } }) => void (state.markerGlyph = stream.u16())],
  ['S', ({ stream, drawing: { state } }) => void (state.markerSize = stream.asciiNumber())],
  ['s', ({ stream, drawing: { state } }) => void (state.markerSize = stream.u32())],
  ['T', ({ stream, drawing }) => drawing.strip(asciiPoints(stream, asciiCount(stream)))],
  ['t', (machine) => machine.drawing.strip(relativePoints(machine, machine.stream.count(), 'i32'))],
  [0x14, (machine) => machine.drawing.strip(relativePoints(machine, machine.stream.count(), 'i16'))],
  [
    'g',
    (machine) => {
      const { points, colors } = shaded(machine, 'i32')
      machine.drawing.shadedStrip(points, colors)
    },
  ],
  [
    0x07,
    (machine) => {
      const { points, colors } = shaded(machine, 'i16')
      machine.drawing.shadedStrip(points, colors)
    },
  ],
  [
    'q',
    (machine) => {
      const { points, colors } = shaded(machine, 'i32')
      machine.drawing.shadedLine(points, colors)
    },
  ],
  [
    0x11,
    (machine) => {
      const { points, colors } = shaded(machine, 'i16')
      machine.drawing.shadedLine(points, colors)
    },
  ],
  [
    'w',
    (machine) => {
      relativePoints(machine, machine.stream.count(), 'i32')
      machine.drawing.tools.skipped.add('textured triangles', 'not-drawn')
    },
  ],
  ['b', (machine) => machine.drawing.curves(relativePoints(machine, 1 + 3 * machine.stream.count(), 'i32'))],
  [0x02, (machine) => machine.drawing.curves(relativePoints(machine, 1 + 3 * machine.stream.count(), 'i16'))],
  [
    'R',
    ({ stream, drawing }) => {
      const [x, y, radius] = [stream.asciiNumber(), stream.asciiNumber(), stream.asciiNumber()]
      drawing.ellipse({ x, y, width: radius, height: radius, start: 0, end: 0, tilt: 0 })
    },
  ],
  ['r', (machine) => circle(machine, 'i32')],
  [0x12, (machine) => circle(machine, 'i16')],
  [0x92, (machine) => circle(machine, 'i32', true)],
  [
    'E',
    ({ stream, drawing }) => {
      const [x, y] = [stream.asciiNumber(), stream.asciiNumber()]
      const [width, height] = [stream.asciiNumber(), stream.asciiNumber()]
      drawing.ellipse({ x, y, width, height, start: 0, end: 0, tilt: 0 })
    },
  ],
  ['e', ellipse],
  ['N', ({ stream, drawing: { state } }) => void (state.node = stream.u32())],
  ['n', ({ stream, drawing: { state } }) => void (state.node += stream.i16())],
  [0x0e, ({ drawing: { state } }) => void state.node++],
  [0xac, ({ stream, drawing: { state } }) => void (state.layer = stream.count())],
  [0xcc, ({ stream, drawing: { state } }) => state.usePattern(stream.count())],
  [0x17, ({ stream, drawing: { state } }) => void (state.lineWeight = Math.max(0, stream.i32()))],
  [0x06, font],
  [0x18, richText],
  ['x', plainText],
]

/** Single-byte records. */
export const singleBytes: ReadonlyMap<number, ReadRecord> = new Map(
  rows.map(([opcode, read]) => [typeof opcode === 'string' ? opcode.charCodeAt(0) : opcode, read]),
)
