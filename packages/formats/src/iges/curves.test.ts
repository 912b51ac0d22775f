import { describe, expect, it } from 'vitest'
import { curveLines } from './curve-lines.js'
import { writeIges, type FixtureEntity } from './fixtures/iges-writer.js'
import { IgesFile } from './iges-file.js'
import { splitValues } from './iges-text.js'
import { readWireframe } from './wireframe.js'

const parseEntities = (...entities: readonly FixtureEntity[]): IgesFile =>
  new IgesFile(new TextDecoder().decode(writeIges(entities)))

/** Reads the lines of the last entity. */
const readLines = (...entities: readonly FixtureEntity[]): readonly (readonly (readonly number[])[])[] | null => {
  const file = parseEntities(...entities)
  const last = file.entities.at(-1)
  return last ? curveLines(file, last) : null
}

describe('IGES splitValues', () => {
  it('ends values at delimiters, but not within Hollerith strings', () => {
    const { values, isComplete } = splitValues('110, 5Ha;b,c,,1.5D1;rest', { value: ',', record: ';' })
    expect([values, isComplete]).toEqual([['110', 'a;b,c', '', '1.5D1'], true])
    expect(splitValues('110,1', { value: ',', record: ';' }).isComplete).toBe(false)
  })
})

describe('IGES curveLines', () => {
  it('draws arcs counter-clockwise, and full circles where start and end coincide', () => {
    const [quarter = []] = readLines({ type: 100, values: [5, 0, 0, 1, 0, 0, 1] }) ?? []
    expect(quarter[0]).toEqual([1, 0, 5])
    expect(quarter.every(([x, y]) => x > -1e-9 && y > -1e-9)).toBe(true)
    const [circle = []] = readLines({ type: 100, values: [0, 0, 0, 1, 0, 1, 0] }) ?? []
    expect(circle.length).toBe(65)
  })

  it('draws ellipses, parabolas and hyperbolas on their conic equation', () => {
    const conics: readonly (readonly [number, readonly number[]])[] = [
      [1, [0.25, 0, 1, 0, 0, -1, 0, 2, 0, 0, 1]],
      [3, [1, 0, 0, 0, -1, 0, 0, -1, 1, 2, 4]],
      [2, [1, 0, -1, 0, 0, -1, 0, Math.SQRT2, -1, Math.SQRT2, 1]],
    ]
    for (const [form, values] of conics) {
      const [line = []] = readLines({ type: 104, form, values }) ?? []
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
      expect(line.length).toBe(65)
      for (const [x, y] of line) expect(a * x * x + b * x * y + c * y * y + d * x + e * y + f).toBeCloseTo(0, 6)
      expect(line[0]?.[0]).toBeCloseTo(values[7] ?? 0)
      expect(line.at(-1)?.[1]).toBeCloseTo(values[10] ?? 0)
    }
  })

  it('reads copious data as open, closed or separate lines, and as none for points', () => {
    const flat = [1, 4, 2, 0, 0, 1, 0, 1, 1, 0, 1]
    const counts = [11, 63, 20, 1].map((form) =>
      readLines({ type: 106, form, values: flat })?.map((line) => line.length),
    )
    expect(counts).toEqual([[4], [5], [2, 2], []])
  })

  it('draws a parametric spline from its start to its end', () => {
    const cubic = [0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    const values = [3, 3, 3, 1, 0, 2, ...cubic.slice(1, 2), 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 0]
    const [line = []] = readLines({ type: 112, values: [...values, 0] }) ?? []
    expect([line[0], line.at(-1)]).toEqual([
      [0, 0, 5],
      [2, 4, 5],
    ])
  })

  it('draws B-splines between their parameter limits and through every sharp knot', () => {
    const points = [0, 0, 0, 1, 1, 0, 2, 0, 0]
    const values = [2, 1, 1, 0, 1, 0, 0, 0, 0.5, 1, 1, 1, 1, 1, ...points, 0, 0.75, 0, 0, 1]
    expect(readLines({ type: 126, values })).toEqual([
      [
        [0, 0, 0],
        [1, 1, 0],
        [1.5, 0.5, 0],
      ],
    ])
  })

  it('joins the segments of a composite curve, and returns null for an invalid segment', () => {
    const line = { type: 110, values: [0, 0, 0, 1, 0, 0] }
    const joined = { type: 102, values: [2, { entity: 1 }, { entity: 2 }] }
    expect(readLines(line, line, joined)).toHaveLength(2)
    expect(readLines(line, { type: 110, values: [0] }, joined)).toBeNull()
    expect(readLines({ type: 102, values: [1, { entity: 1 }] })).toBeNull()
  })

  it('applies chained transformation matrices', () => {
    const shift = (x: number, transform = 0): FixtureEntity => ({
      type: 124,
      transform,
      values: [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0],
    })
    const line = { type: 110, transform: 2, values: [0, 0, 0, 1, 0, 0] }
    expect(readLines(shift(10), shift(1, 1), line)?.[0]?.[0]).toEqual([11, 0, 0])
  })
})

describe('IGES readWireframe', () => {
  it('places nested and scaled subfigures, and terminates on cyclic ones', () => {
    const pin = { type: 110, status: '00010000', values: [0, 0, 0, 1, 0, 0] }
    const inner = { type: 308, status: '00000200', values: [0, '1HA', 1, { entity: 1 }] }
    const own = { type: 408, status: '00010000', values: [{ entity: 2 }, 5, 0, 0, 2] }
    const outer = { type: 308, status: '00000200', values: [1, '1HB', 2, { entity: 3 }, { entity: 5 }] }
    const subfigureInstance = { type: 408, values: [{ entity: 4 }, 0, 7, 0, 1] }
    const wireframe = readWireframe(parseEntities(pin, inner, own, outer, subfigureInstance))
    expect(wireframe.groups[0]?.lines[0]).toEqual([
      [5, 7, 0],
      [7, 7, 0],
    ])
    expect(wireframe.curves).toBeLessThan(50)
  })
})
