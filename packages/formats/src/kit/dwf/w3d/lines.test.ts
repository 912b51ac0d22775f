import { stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { parseLines, parseHsf, parseSegment, createStream } from '../testing/parse-hsf.js'
import { cubeShell, segment } from '../testing/write-hsf.js'
import type { HsfLine } from './model.js'

const record = (opcode: number | string): ByteWriter =>
  typeof opcode === 'string' ? new ByteWriter().text(opcode) : new ByteWriter().byte(opcode)
const roundPoints = ({ points }: HsfLine): number[] => Array.from(points, (value) => Math.round(value * 1e4) / 1e4 + 0)
const only = (bytes: Uint8Array): HsfLine => {
  const lines = parseLines(bytes)
  if (lines.length !== 1 || !lines[0]) throw new TypeError(`${lines.length} lines`)
  return lines[0]
}
const distances = ({ points }: HsfLine, [x, y, z]: readonly [number, number, number]): number[] =>
  Array.from({ length: points.length / 3 }, (_, at) =>
    Math.hypot((points[3 * at] ?? 0) - x, (points[3 * at + 1] ?? 0) - y, (points[3 * at + 2] ?? 0) - z),
  )

describe('HSF polyline', () => {
  it('joins two points or the stated number of points', () => {
    expect(roundPoints(only(record('l').float(1, 2, 3, 4, 5, 6).bytes))).toEqual([1, 2, 3, 4, 5, 6])
    const path = [0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1]
    expect(
      roundPoints(
        only(
          record('L')
            .long(4)
            .float(...path).bytes,
        ),
      ),
    ).toEqual(path)
  })

  it('is omitted without points, and the next record is read', () => {
    const { parsedSegment } = parseSegment(record('L').long(0).bytes, cubeShell())
    expect(parsedSegment.shapes.map(({ kind }) => kind)).toEqual(['shell'])
  })

  it.each([
    ['a count that exceeds the data', record('L').long(3).float(0, 0, 0).bytes, 'cut'],
    ['a negative count', record('L').long(-2).bytes, 'damaged'],
    ['a truncated number', record('l').float(0, 0, 0, 1, 1).byte(0).bytes, 'cut'],
  ])('ends the stream with %s', (_, bytes, end) => {
    expect(parseHsf(createStream(bytes)).end).toBe(end)
  })
})

describe('HSF circular arc', () => {
  it('passes through its second point on either side', () => {
    const over = only(record('c').float(1, 0, 0, 0, 1, 0, -1, 0, 0).bytes)
    expect(Math.min(...roundPoints(over).filter((_, at) => at % 3 === 1))).toBeGreaterThanOrEqual(0)
    const under = only(record('c').float(1, 0, 0, 0, -1, 0, -1, 0, 0).bytes)
    expect(Math.max(...roundPoints(under).filter((_, at) => at % 3 === 1))).toBeLessThanOrEqual(0)
    for (const arc of [over, under]) for (const radius of distances(arc, [0, 0, 0])) expect(radius).toBeCloseTo(1)
  })

  it('can exceed a half circle', () => {
    const long = only(record('c').float(0, 1, 0, -1, 0, 0, 1, 0, 0).bytes)
    const points = roundPoints(long)
    expect(points.slice(0, 3)).toEqual([0, 1, 0])
    expect(points.slice(-3)).toEqual([1, 0, 0])
    expect(Math.min(...points.filter((_, at) => at % 3 === 1))).toBeCloseTo(-1, 2)
  })

  it('lies in the plane of its points', () => {
    const tilted = only(record('c').float(5, 7, 3, 5, 8, 4, 5, 7, 5).bytes)
    for (const radius of distances(tilted, [5, 7, 4])) expect(radius).toBeCloseTo(1)
    expect(roundPoints(tilted).filter((_, at) => at % 3 === 0)).toEqual(Array(tilted.points.length / 3).fill(5))
  })

  it('is a line when its points are collinear', () => {
    expect(roundPoints(only(record('c').float(0, 0, 0, 1, 1, 1, 2, 2, 2).bytes))).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2])
    expect(roundPoints(only(record('C').float(3, 3, 3, 3, 3, 3, 3, 3, 3).bytes))).toHaveLength(9)
  })

  it.each([
    ['a chord', '\\'],
    ['a wedge', 'w'],
  ])('is counted as not drawn when it bounds a face: %s', (_, opcode) => {
    const { parsedSegment, skipped } = parseSegment(record(opcode).float(1, 0, 0, 0, 1, 0, -1, 0, 0).bytes)
    expect(parsedSegment.shapes).toEqual([])
    expect(skipped).toEqual(['face of an arc not-drawn'])
  })
})

describe('HSF circle', () => {
  const version = (text: string): Uint8Array => record(`;; HSF V${text} \n`).bytes
  const circle = (opcode: string): ByteWriter => record(opcode).float(1, 0, 0, 0, 1, 0, -1, 0, 0)
  const line = record('l').float(7, 7, 7, 8, 8, 8).bytes

  it.each(['c', 'C'])('has flags and an optional center since version 12.15: %s', (opcode) => {
    const plain = parseHsf(createStream(version('12.15'), segment('a', circle(opcode).byte(0).bytes, line)))
    expect(plain.end).toBe('whole')
    expect(plain.reader.root.children[0]?.shapes).toHaveLength(2)
    const centred = circle(opcode).byte(1).float(0, 0, 0).bytes
    const parsed = parseHsf(createStream(version('15.00'), segment('a', centred, line)))
    expect(parsed.end).toBe('whole')
    expect(parsed.reader.root.children[0]?.shapes).toHaveLength(2)
  })

  it('has no flags in version 12.10', () => {
    const { reader, end } = parseHsf(createStream(version('12.10'), segment('a', circle('C').bytes, line)))
    expect(end).toBe('whole')
    expect(reader.version).toBe(12.1)
    expect(reader.root.children[0]?.shapes).toHaveLength(2)
  })
})

describe('HSF ellipse', () => {
  const axes = [1, 1, 0, 4, 1, 0, 1, 3, 0]

  it('is closed and spans both axes', () => {
    const points = roundPoints(only(record('E').float(...axes).bytes))
    const x = points.filter((_, at) => at % 3 === 0)
    const y = points.filter((_, at) => at % 3 === 1)
    expect([Math.min(...x), Math.max(...x)]).toEqual([-2, 4])
    expect([Math.min(...y), Math.max(...y)]).toEqual([-1, 3])
    expect(points.slice(0, 3)).toEqual(points.slice(-3))
  })

  it.each([
    [0, 0.5, [4, 1, 0, -2, 1, 0]],
    [0.25, 0.75, [1, 3, 0, 1, -1, 0]],
    [0.75, 1.25, [1, -1, 0, 1, 3, 0]],
    [0.5, 0.25, [-2, 1, 0, 1, 3, 0]],
  ])('starts and ends at the stated fractions: %d to %d', (from, to, ends) => {
    const points = roundPoints(only(record('e').float(...axes, from, to).bytes))
    expect([...points.slice(0, 3), ...points.slice(-3)]).toEqual(ends)
  })

  it.each([
    ['non-finite', Number.NaN, 1],
    ['out of range', 0, 1e6],
  ])('is omitted when its fractions are %s', (_, from, to) => {
    expect(parseLines(record('e').float(...axes, from, to).bytes)).toEqual([])
  })
})

interface Curve {
  readonly degree: number
  readonly points: readonly number[]
  readonly weights?: readonly number[]
  readonly knots?: readonly number[]
  readonly range?: readonly [number, number]
}

const curve = ({ degree, points, weights, knots, range }: Curve): Uint8Array => {
  const options = (weights ? 1 : 0) | (knots ? 2 : 0) | (range ? 12 : 0)
  const count = points.length / 3
  return record('N')
    .byte(options, degree)
    .long(count)
    .float(...points, ...(weights ?? []), ...(knots ?? []), ...(range ?? [])).bytes
}

describe('HSF NURBS curve', () => {
  const quarter = { degree: 2, points: [1, 0, 0, 1, 1, 0, 0, 1, 0], knots: [0, 0, 0, 1, 1, 1] }

  it('is a circular arc with suitable weights', () => {
    const arc = only(curve({ ...quarter, weights: [1, Math.SQRT1_2, 1] }))
    for (const radius of distances(arc, [0, 0, 0])) expect(radius).toBeCloseTo(1, 5)
    expect(roundPoints(arc).slice(-3)).toEqual([0, 1, 0])
  })

  it('is a parabola without weights', () => {
    const points = roundPoints(only(curve(quarter)))
    const midpoint = 3 * ((points.length / 3 - 1) / 2)
    expect(points.slice(midpoint, midpoint + 3)).toEqual([0.75, 0.75, 0])
  })

  it('is a polyline through its points when its degree is one', () => {
    const points = roundPoints(
      only(curve({ degree: 1, points: [0, 0, 0, 2, 0, 0, 2, 4, 0], knots: [0, 0, 0.5, 1, 1] })),
    )
    expect(points.slice(0, 3)).toEqual([0, 0, 0])
    expect(points.slice(-3)).toEqual([2, 4, 0])
    for (let at = 0; at < points.length; at += 3)
      expect(points[at + 1] === 0 || points[at] === 2, `point ${at / 3}`).toBe(true)
  })

  it('is limited to the stated parameter range in either direction', () => {
    const line = { degree: 1, points: [0, 0, 0, 10, 0, 0], knots: [0, 0, 1, 1] }
    const part = roundPoints(only(curve({ ...line, range: [0.25, 0.5] })))
    expect([part[0], part.at(-3)]).toEqual([2.5, 5])
    const back = roundPoints(only(curve({ ...line, range: [1, 0] })))
    expect([back[0], back.at(-3)]).toEqual([10, 0])
  })

  it('has uniform knots when none are stated', () => {
    const points = roundPoints(only(curve({ degree: 1, points: [0, 0, 0, 1, 0, 0, 2, 0, 0] })))
    const ways = points.filter((_, at) => at % 3 === 0)
    expect([ways[0], ways.at(-1)]).toEqual([0, 2])
    expect(ways).toEqual([...ways].sort((a, b) => a - b))
  })

  it.each([
    ['degree zero', { ...quarter, degree: 0 }],
    ['too few points for its degree', { degree: 3, points: [0, 0, 0, 1, 1, 1] }],
    ['weights that are all zero', { ...quarter, weights: [0, 0, 0] }],
    ['a non-finite point', { ...quarter, points: [Number.NaN, 0, 0, 1, 1, 0, 0, 1, 0] }],
    ['an excessive degree', { degree: 21, points: Array<number>(66).fill(1) }],
  ])('is counted as damaged with %s', (_, parsed: Curve) => {
    const { parsedSegment, skipped } = parseSegment(curve(parsed))
    expect(parsedSegment.shapes).toEqual([])
    expect(skipped).toEqual(['curve damaged'])
  })

  it('evaluates 20,000 control points within ten seconds of CPU time', () => {
    const count = 20_000
    const points = Array.from({ length: 3 * count }, (_, at) => (at % 3 === 0 ? at / 3 : 0))
    const knots = Array.from({ length: count + 2 }, (_, at) => Math.min(count - 1, Math.max(0, at - 1)))
    const processorMilliseconds = stopwatch()
    const ways = roundPoints(only(curve({ degree: 1, points, knots }))).filter((_, at) => at % 3 === 0)
    expect([ways[0], ways.at(-1), ways.length]).toEqual([0, count - 1, 4097])
    expect(processorMilliseconds()).toBeLessThan(10_000)
  })
})

const poly = { compressed: 1, hasCount: 2, isOne: 4, global: 8 } as const
const axisKind = (x: number, y: number, z: number): number => (x << 8) | (y << 10) | (z << 12)

describe('HSF polypolyline', () => {
  const lists = (bytes: Uint8Array): number[][] => parseLines(bytes).map(roundPoints)

  it('splits its points by the stated lengths', () => {
    const bytes = record(0x10).short(0).long(5, 2, 3).float(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4).bytes
    expect(lists(bytes)).toEqual([
      [0, 0, 0, 1, 1, 1],
      [2, 2, 2, 3, 3, 3, 4, 4, 4],
    ])
  })

  it('can state its number of lines or be a single line', () => {
    const points = [0, 0, 0, 1, 1, 1]
    expect(
      lists(
        record(0x10)
          .short(poly.hasCount)
          .long(2, 1, 2)
          .float(...points).bytes,
      ),
    ).toEqual([points])
    expect(
      lists(
        record(0x10)
          .short(poly.isOne)
          .long(2)
          .float(...points).bytes,
      ),
    ).toEqual([points])
  })

  it('can have an axis that is zero, constant or constant per line', () => {
    const options = axisKind(1, 2, 3)
    const bytes = record(0x10).short(options).long(4, 2, 2).float(6, 7, 8).bytes
    expect(lists(bytes)).toEqual([
      [0, 6, 7, 0, 6, 7],
      [0, 6, 8, 0, 6, 8],
    ])
  })

  it('decodes coordinates quantized within a box', () => {
    const options = poly.compressed | poly.isOne | axisKind(0, 0, 1)
    const bytes = record(0x10).short(options).long(3).byte(1, 8).float(-1, 0, 1, 51).byte(0, 0, 255, 5, 0, 255).bytes
    expect(lists(bytes)).toEqual([[-1, 0, 0, 1, 1, 0, -1, 51, 0]])
  })

  it('is counted as skipped when it is quantized within a global box', () => {
    const options = poly.compressed | poly.isOne | poly.global
    const bytes = record(0x10).short(options).long(2).byte(1, 8, 0, 1, 2, 3, 4, 5).bytes
    const { parsedSegment, skipped } = parseSegment(bytes, record('l').float(0, 0, 0, 1, 1, 1).bytes)
    expect(parsedSegment.shapes).toHaveLength(1)
    expect(skipped).toEqual(['line coding'])
  })

  it('is omitted without points', () => {
    expect(lists(record(0x10).short(poly.isOne).long(0).bytes)).toEqual([])
    expect(lists(record(0x10).short(0).long(0).bytes)).toEqual([])
  })

  it.each([
    [
      'a line longer than the point list',
      record(0x10).short(poly.hasCount).long(2, 1, 3).float(0, 0, 0, 1, 1, 1).bytes,
    ],
    ['more line points than points', record(0x10).short(poly.hasCount).long(2, 2, 2, 5).float(0, 0, 0, 1, 1, 1).bytes],
    ['a negative length', record(0x10).short(0).long(2, -1).bytes],
    [
      'a bit width of zero',
      record(0x10)
        .short(poly.compressed | poly.isOne)
        .long(2)
        .byte(1, 0).bytes,
    ],
    ['a point count that exceeds the data', record(0x10).short(poly.isOne).long(1_000_000).bytes],
  ])('is reported as damaged with %s', (_, bytes) => {
    expect(parseHsf(createStream(segment('a', bytes))).end).toBe('damaged')
  })

  it('is reported as truncated with fewer lengths than counted', () => {
    expect(parseHsf(createStream(record(0x10).short(poly.hasCount).long(2, 1_000_000, 1).bytes)).end).toBe('cut')
  })
})
