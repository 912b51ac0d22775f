import { stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { onlyShell, parseHsf, parseSegment, createStream } from '../testing/parse-hsf.js'
import { cubeShell, edgebreakerBlock, segment } from '../testing/write-hsf.js'
import type { HsfShell } from './model.js'

const record = (opcode: number | string): ByteWriter =>
  typeof opcode === 'string' ? new ByteWriter().text(opcode) : new ByteWriter().byte(opcode)
const rounded = (values: ArrayLike<number>): number[] =>
  Array.from(values, (value) => Math.round(value * 1000) / 1000 + 0)
const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]

/** Builds a shell with uncompressed points. `bits`: size of each number of its faces. */
function plainShell(
  points: readonly number[],
  list: readonly number[],
  { options = 0x10, bits = 8, more = 0 } = {},
): ByteWriter {
  const writer = record('S').byte(options)
  if ((options & 0x80) !== 0) writer.short(more)
  if ((options & 0x10) === 0) writer.long(7)
  writer
    .byte(0)
    .long(points.length / 3)
    .float(...points)
    .byte(1)
    .long((list.length * bits) / 8 + 1)
    .byte(bits)
  if (bits === 8) writer.byte(...list)
  else if (bits === 16) writer.short(...list)
  else writer.long(...list)
  return writer
}

/** Computes twice the area of all triangles in the top view. */
function computeArea({ positions, indices }: HsfShell): number {
  let area = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = Array.from(indices.subarray(at, at + 3), (index) => 3 * index)
    const [ax, ay] = [positions[a] ?? 0, positions[a + 1] ?? 0]
    const [bx, by] = [(positions[b] ?? 0) - ax, (positions[b + 1] ?? 0) - ay]
    const [cx, cy] = [(positions[c] ?? 0) - ax, (positions[c + 1] ?? 0) - ay]
    area += bx * cy - by * cx
  }
  return area
}

/** Computes six times the enclosed volume: positive where faces point outwards. */
function computeVolume({ positions, indices }: HsfShell): number {
  let volume = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = Array.from(indices.subarray(at, at + 3), (index) => positions.subarray(3 * index, 3 * index + 3))
    volume +=
      (a[0] ?? 0) * ((b[1] ?? 0) * (c[2] ?? 0) - (b[2] ?? 0) * (c[1] ?? 0)) +
      (a[1] ?? 0) * ((b[2] ?? 0) * (c[0] ?? 0) - (b[0] ?? 0) * (c[2] ?? 0)) +
      (a[2] ?? 0) * ((b[0] ?? 0) * (c[1] ?? 0) - (b[1] ?? 0) * (c[0] ?? 0))
  }
  return volume
}

describe('uncompressed HSF shell', () => {
  it.each([8, 16, 32])('reads face lists with indices of %d bits', (bits) => {
    const shell = onlyShell(plainShell(square, [4, 0, 1, 2, 3], { bits }).bytes)
    expect(Array.from(shell.positions)).toEqual(square)
    expect(shell.indices).toHaveLength(6)
    expect(computeArea(shell)).toBe(2)
  })

  it.each([
    [1, 8],
    [2, 16],
    [4, 32],
  ])('can state the index size in bytes instead of bits: %d', (bytes, bits) => {
    const encoded = plainShell(square, [3, 0, 1, 2], { bits }).bytes
    const at = 1 + 1 + 1 + 4 + 48 + 1 + 4
    expect(encoded[at]).toBe(bits)
    expect(Array.from(onlyShell(encoded.with(at, bytes)).indices)).toEqual([0, 1, 2])
  })

  it('has holes for negative vertex counts', () => {
    const inner = [0.25, 0.25, 0, 0.75, 0.25, 0, 0.75, 0.75, 0, 0.25, 0.75, 0]
    const list = [4, 0, 1, 2, 3, -4, 4, 5, 6, 7]
    for (const bits of [8, 16]) {
      const shell = onlyShell(plainShell([...square, ...inner], list, { options: 0x90, bits, more: 4 }).bytes)
      expect(computeArea(shell)).toBeCloseTo(2 * 0.75)
    }
    expect(computeArea(onlyShell(plainShell([...square, ...inner], list, { bits: 32 }).bytes))).toBeCloseTo(1.5)
  })

  it('consists of strips and fans when its option is set', () => {
    const strip = onlyShell(plainShell(square, [4, 0, 1, 3, 2], { options: 0x14 }).bytes)
    expect(Array.from(strip.indices)).toEqual([0, 1, 3, 3, 1, 2])
    const fan = onlyShell(plainShell(square, [-4, 0, 1, 2, 3], { options: 0x94, more: 4 }).bytes)
    expect(Array.from(fan.indices)).toEqual([0, 1, 2, 0, 2, 3])
    expect([computeArea(strip), computeArea(fan)]).toEqual([2, 2])
  })

  it('omits faces with missing points and their holes', () => {
    const inner = [0.25, 0.25, 0, 0.75, 0.25, 0, 0.75, 0.75, 0]
    const list = [3, 0, 1, 99, -3, 4, 5, 6, 3, 0, 1, 2]
    const shell = onlyShell(plainShell([...square, ...inner], list, { options: 0x90, more: 4 }).bytes)
    expect(Array.from(shell.indices)).toEqual([0, 1, 2])
  })

  it('skips faces of fewer than three vertices', () => {
    const shell = onlyShell(plainShell(square, [2, 0, 1, 1, 3, 0, 3, 0, 1, 2]).bytes)
    expect(Array.from(shell.indices)).toEqual([0, 1, 2])
  })

  it('is counted as skipped without a face', () => {
    const { parsedSegment, skipped } = parseSegment(plainShell(square, []).bytes)
    expect(parsedSegment.shapes).toEqual([])
    expect(skipped).toEqual(['shell no-area'])
  })

  it('is ignored when it is another level of detail', () => {
    expect(
      parseSegment(cubeShell(), plainShell(square, [3, 0, 1, 2], { options: 0 }).bytes).parsedSegment.shapes,
    ).toHaveLength(1)
  })

  it('can be suppressed by its options, and the next record is read', () => {
    const none = record('S').byte(0x90).short(2).byte(0).bytes
    expect(parseSegment(none, cubeShell()).parsedSegment.shapes).toHaveLength(1)
  })

  it.each([
    ['an unknown face coding', record('S').byte(0x10, 0).long(0).byte(2).bytes, 'damaged'],
    [
      'an index width of three bytes',
      record('S').byte(0x10, 0).long(0).byte(1).long(4).byte(24, 0, 0, 0).bytes,
      'damaged',
    ],
    ['a face count that exceeds the data', record('S').byte(0x10, 0).long(0).byte(1).long(5000).byte(8).bytes, 'cut'],
    ['a missing index width', record('S').byte(0x10, 0).long(0).byte(1).long(0).byte(8).bytes, 'cut'],
    [
      'packed points with a bit width of zero',
      record('S').byte(0x11, 0, 1).long(1).byte(0).float(0, 0, 0, 1, 1, 1).bytes,
      'damaged',
    ],
    ['packed points with an unknown coding', record('S').byte(0x11, 0, 7).long(1).byte(8).bytes, 'damaged'],
    [
      'packed points with an external bounding box',
      record('S').byte(0x91).short(8).byte(0, 1).long(1).byte(8).bytes,
      'damaged',
    ],
    ['packed faces with an unknown coding', record('S').byte(0x50, 0, 4).long(1).byte(0).bytes, 'damaged'],
    ['empty packed faces', record('S').byte(0x50, 0, 5).long(0).bytes, 'damaged'],
  ])('ends the stream with %s', (_, bytes, end) => {
    expect(parseHsf(createStream(segment('a', bytes))).end).toBe(end)
  })
})

describe('compressed HSF points', () => {
  it('are decoded as fractions of a bounding box with the stated number of bits', () => {
    const list = [3, 0, 1, 2]
    // Four bits each, the lower half of a byte first.
    const shell = onlyShell(
      record('S')
        .byte(0x11, 0, 1)
        .long(3)
        .byte(4)
        .float(0, 0, -5, 15, 30, 10)
        .byte(0x00, 0xf0, 0x10, 0xf2, 0x0f)
        .byte(1)
        .long(list.length + 1)
        .byte(8, ...list).bytes,
    )
    expect(Array.from(shell.positions)).toEqual([0, 0, -5, 15, 0, -4, 2, 30, 10])
  })
})

/** Builds a triangle with attributes. */
const attributed = (write: (writer: ByteWriter) => ByteWriter): Uint8Array => {
  const block = edgebreakerBlock([2], { points: 3 })
  const writer = record('S').byte(0x5a, 0, 5).long(block.length).raw(block).float(0, 0, 0, 1, 0, 0, 0, 1, 0)
  return write(writer).byte(0).bytes
}

describe('HSF shell attribute', () => {
  it.each([
    [1, [0.25, 0.5, 0.75], [0.25, 0, 0.5, 0, 0.75, 0]],
    [2, [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]],
    [3, [0, 1, 9, 2, 3, 9, 4, 5, 9], [0, 1, 2, 3, 4, 5]],
    [4, [0, 1, 9, 9, 2, 3, 9, 9, 4, 5, 9, 9], [0, 1, 2, 3, 4, 5]],
  ])('reads %d texture parameters per vertex and keeps two', (width, values, pairs) => {
    const shell = onlyShell(attributed((writer) => writer.byte(0x1c, width).float(...values)))
    expect(Array.from(shell.parameters ?? [])).toEqual(pairs)
  })

  it('is omitted for texture parameters in another encoding', () => {
    const bytes = attributed((writer) => writer.byte(0x03, 2).float(0, 0, 0, 1, 1, 1).byte(8).long(2).byte(1, 2))
    expect(onlyShell(bytes).parameters).toBeNull()
  })

  it('is decoded from samples of one bit', () => {
    // Vertices in red, green and blue, one bit each: 100 010 001 from the lowest bit up.
    const bytes = attributed((writer) => writer.byte(0x05, 1, 1).long(2).byte(0b0001_0001, 0b1))
    expect(Array.from(onlyShell(bytes).colors ?? [])).toEqual([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])
  })

  it.each([
    ['edge colors of some vertices', 0x02],
    ['texture coordinates of some vertices', 0x04],
    ['colors of some vertices', 0x06],
    ['colors of some faces', 0x22],
  ])('is skipped with its indices when it covers only some items: %s', (_, operation) => {
    // Fewer than 256 vertices: numbers take one byte.
    const bytes = attributed((writer) => writer.byte(operation, 1, 8).long(2).byte(0, 2).long(3).byte(9, 9, 9))
    expect(onlyShell(bytes).indices).toHaveLength(3)
  })

  it.each([
    ['plain with one-byte indices', [8, 1]],
    ['plain with two-byte indices', [16, 1, 0]],
    ['plain with four-byte indices', [0, 1, 0, 0, 0]],
    ['runs with one-byte indices', [9, 2, 1, 2]],
    ['runs with two-byte indices', [17, 1, 0, 5, 0]],
    ['runs with a start index', [10, 2, 7, 1, 2]],
    ['runs as pairs', [11, 1, 0, 1]],
  ])('is skipped when it groups faces: %s', (_, body) => {
    const bytes = attributed((writer) =>
      writer
        .byte(0x33, ...body)
        .byte(0x11)
        .float(0, 0, 1, 0, 0, 1, 0, 0, 1),
    )
    expect(rounded(onlyShell(bytes).normals ?? [])).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1])
  })

  it('does not change the segment when it is nested in a shell', () => {
    const { parsedSegment } = parseSegment(attributed((writer) => writer.byte(0x63).text('~').byte(1, 255, 0, 0, 0)))
    expect(parsedSegment.attributes).toEqual({})
    expect(parsedSegment.shapes).toHaveLength(1)
  })

  it('gives each triangle its own vertices when it is set per face', () => {
    const bytes = plainShell(square, [3, 0, 1, 2, 3, 0, 2, 3], { options: 0x18 })
      .byte(0x1c, 2)
      .float(0, 0, 1, 0, 1, 1, 0, 1)
      .byte(0x21, 1, 8)
      .long(6)
      .byte(255, 0, 0, 0, 0, 255)
      .byte(0).bytes
    const shell = onlyShell(bytes)
    expect(Array.from(shell.indices)).toEqual([0, 1, 2, 3, 4, 5])
    expect(Array.from(shell.positions.subarray(9))).toEqual([0, 0, 0, 1, 1, 0, 0, 1, 0])
    expect(Array.from(shell.parameters ?? [])).toEqual([0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1])
    const [red, blue] = [
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ]
    expect(Array.from(shell.colors ?? [])).toEqual([red, red, red, blue, blue, blue].flat())
    expect(shell.normals).toBeNull()
  })

  it('applies to all triangles of a face', () => {
    const bytes = plainShell(square, [4, 0, 1, 2, 3], { options: 0x18 })
      .byte(0x21, 1, 8)
      .long(3)
      .byte(0, 255, 0)
      .byte(0).bytes
    expect(Array.from(onlyShell(bytes).colors ?? [])).toEqual(Array.from({ length: 6 }, () => [0, 255, 0, 255]).flat())
  })

  it.each([
    ['an unknown attribute type', [0x40], 'damaged'],
    ['five components per vertex', [0x1c, 5], 'damaged'],
    ['a bit width of zero', [0x01, 1, 0, 1, 0, 0, 0, 9], 'damaged'],
    ['an excessive bit width', [0x01, 1, 32, 1, 0, 0, 0, 9], 'damaged'],
    ['too few bytes for the bit width', [0x05, 1, 8, 8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8], 'damaged'],
    ['a negative length', [0x05, 1, 8, 255, 255, 255, 255], 'damaged'],
    ['a length beyond the end of the stream', [0x05, 1, 8, 255, 255, 255, 0], 'cut'],
    ['truncated normals', [0x11, 0, 0], 'cut'],
  ])('ends the stream with %s', (_, body, end) => {
    expect(parseHsf(createStream(attributed((writer) => writer.byte(...body)).slice(0, -1))).end).toBe(end)
  })

  it('is reported as damaged when nested 600 levels deep', () => {
    const nested = new ByteWriter()
    for (let depth = 0; depth < 600; depth++) nested.raw(attributed((writer) => writer.byte(0x63)).slice(0, -1))
    expect(parseHsf(createStream(nested.bytes), 1e6).end).toBe('damaged')
  })
})

describe('HSF mesh', () => {
  const grid = (rows: number, columns: number, points: readonly number[]): Uint8Array =>
    record('M')
      .byte(0)
      .long(rows, columns, points.length / 3)
      .float(...points).bytes

  it('has two triangles per cell, row by row', () => {
    const shell = onlyShell(grid(2, 2, [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]))
    expect(Array.from(shell.indices)).toEqual([0, 1, 2, 1, 3, 2])
    expect(computeArea(shell)).toBe(2)
  })

  it('is counted as skipped with a single row', () => {
    expect(parseSegment(grid(1, 3, Array<number>(9).fill(0))).skipped).toEqual(['shell no-area'])
  })

  it('is read within ten seconds of CPU time with 2^31 - 1 empty rows', () => {
    const processorMilliseconds = stopwatch()
    const { end, skipped } = parseHsf(createStream(segment('a', grid(2 ** 31 - 1, 0, []), grid(0, 2 ** 31 - 1, []))))
    expect(end).toBe('whole')
    expect(skipped).toEqual(['shell no-area', 'shell no-area'])
    expect(processorMilliseconds()).toBeLessThan(10_000)
  })

  it('is reported as damaged when its number of points is wrong', () => {
    expect(parseHsf(createStream(grid(2, 2, [0, 0, 0]))).end).toBe('damaged')
  })
})

describe('HSF cylinder and sphere', () => {
  it('has the stated caps and outward faces', () => {
    const cylinder = (caps: number): HsfShell => onlyShell(record('Y').float(0, 0, 0, 0, 0, 2, 1).byte(caps).bytes)
    const sides = 24
    expect([0, 1, 2, 3].map((caps) => cylinder(caps).indices.length / 3)).toEqual([
      2 * sides,
      2 * sides + sides - 2,
      2 * sides + sides - 2,
      2 * sides + 2 * (sides - 2),
    ])
    const prism = (sides / 2) * Math.sin((2 * Math.PI) / sides)
    expect(computeVolume(cylinder(3))).toBeCloseTo(6 * 2 * prism, 3)
  })

  it('can have any axis and position', () => {
    const { positions } = onlyShell(record('Y').float(10, 0, 0, 14, 0, 0, 0.5).byte(0).bytes)
    for (let at = 0; at < positions.length; at += 3)
      expect(Math.hypot(positions[at + 1] ?? 0, positions[at + 2] ?? 0)).toBeCloseTo(0.5)
    expect([Math.min(...positions), Math.max(...positions)]).toEqual([-0.5, 14])
  })

  it('repeats its radii along a polycylinder', () => {
    const chain = record('Q').long(3).float(0, 0, 0, 0, 0, 1, 0, 0, 2).long(2).float(1, 2).byte(0).bytes
    const { positions } = onlyShell(chain)
    const radii = [0, 24, 48].map((at) => Math.hypot(positions[3 * at] ?? 0, positions[3 * at + 1] ?? 0))
    expect(rounded(radii)).toEqual([1, 2, 1])
  })

  it('reads the end normals of a polycylinder', () => {
    const chain = record('Q').long(2).float(0, 0, 0, 0, 0, 1).long(1).float(1).byte(12).float(0, 0, 1, 0, 0, 1).bytes
    expect(parseSegment(chain, cubeShell()).parsedSegment.shapes).toHaveLength(2)
  })

  it('is a sphere about its center with outward faces', () => {
    const ball = onlyShell(record(0x1a).float(1, 2, 3, 4).byte(0).float(0, 0, 1, 1, 0, 0).bytes)
    const { positions } = ball
    for (let at = 0; at < positions.length; at += 3)
      expect(
        Math.hypot((positions[at] ?? 0) - 1, (positions[at + 1] ?? 0) - 2, (positions[at + 2] ?? 0) - 3),
      ).toBeCloseTo(4, 4)
    const sphereVolume = 6 * (4 / 3) * Math.PI * 4 ** 3
    expect(computeVolume(ball)).toBeGreaterThan(0.95 * sphereVolume)
    expect(computeVolume(ball)).toBeLessThan(sphereVolume)
  })

  it('counts against the triangle limit', () => {
    const cylinder = record('Y').float(0, 0, 0, 0, 0, 2, 1).byte(0).bytes
    expect(parseHsf(createStream(segment('a', cylinder)), 48).end).toBe('whole')
    expect(() => parseHsf(createStream(segment('a', cylinder)), 47)).toThrow('limit-exceeded')
    expect(() => parseHsf(createStream(segment('a', cylinder, cylinder)), 95)).toThrow('limit-exceeded')
  })
})

describe('HSF NURBS surface', () => {
  const surface = (options: number): ByteWriter =>
    record('A')
      .byte(options, 1, 1)
      .long(2, 2)
      .float(...Array<number>(12).fill(0))

  it.each([
    ['without weights or knots', 0, 0],
    ['with weights', 1, 4],
    ['with knots', 2, 8],
    ['with weights and knots', 3, 12],
  ])('is counted as not drawn, and the next record is read: %s', (_, options, further) => {
    const bytes = surface(options).float(...Array<number>(further).fill(1)).bytes
    const { parsedSegment, skipped } = parseSegment(bytes, cubeShell())
    expect(skipped).toEqual(['NurbsSurface not-drawn'])
    expect(parsedSegment.shapes).toHaveLength(1)
  })

  it('ends the stream as damaged when it is trimmed', () => {
    expect(parseHsf(createStream(surface(4).bytes)).end).toBe('damaged')
  })

  it('is reported as truncated when its control points exceed the data', () => {
    expect(parseHsf(createStream(record('A').byte(0, 1, 1).long(65_536, 65_536).bytes)).end).toBe('cut')
  })
})
