import { describe, expect, it } from 'vitest'
import { readAcisBytes } from './index.js'
import { entityHeader, satBytes, wireBody } from './testing/acis-text.js'

type Line = readonly (readonly number[])[]

const readLine = (curve: string, ends: readonly [string, string], sense?: string): Line =>
  readAcisBytes(satBytes(wireBody(curve, ends, sense))).bodies[0]?.wire?.lines[0] ?? []
const radii = (line: Line): number[] => line.map(([x = 0, y = 0]) => Math.hypot(x, y))
const circle = `ellipse-curve ${entityHeader} 0 0 0 0 0 1 2 0 0 1 I I`
const spline = `intcurve-curve ${entityHeader} forward { exactcur full nubs 1 open 2 0 1 4 1 0 0 0 4 0 0 } I I`

describe('ACIS wire edges', () => {
  it('are straight between their vertices in either sense', () => {
    for (const sense of ['forward', 'reversed']) {
      expect(readLine(`straight-curve ${entityHeader} 0 0 0 1 0 0 I I`, ['1 2 3', '4 2 3'], sense)).toEqual([
        [1, 2, 3],
        [4, 2, 3],
      ])
    }
  })

  it('are drawn as arcs counter-clockwise about the normal', () => {
    const quarter = readLine(circle, ['2 0 0', '0 2 0'])
    expect(quarter[Math.floor(quarter.length / 2)]?.map((value) => value > 1.2)).toEqual([true, true, false])
    expect(radii(quarter).every((radius) => Math.abs(radius - 2) < 1e-9)).toBe(true)
    expect(quarter).toHaveLength(17)
  })

  it('follow the long arc when reversed, and the short arc when the normal is reversed too', () => {
    expect(readLine(circle, ['2 0 0', '0 2 0'], 'reversed')).toHaveLength(49)
    expect(readLine(circle.replace('0 0 1 2', '0 0 -1 2'), ['2 0 0', '0 2 0'], 'reversed')).toHaveLength(17)
  })

  it('are full ellipses when both vertices coincide', () => {
    const fullEllipse = readLine(`ellipse-curve ${entityHeader} 0 0 0 0 0 1 2 0 0 0.5 I I`, ['2 0 0', '2 0 0'])
    expect(fullEllipse).toHaveLength(65)
    expect([Math.max(...fullEllipse.map(([, y = 0]) => y)), Math.max(...radii(fullEllipse))]).toEqual([
      expect.closeTo(1, 9),
      expect.closeTo(2, 9),
    ])
  })

  it('are drawn as arcs even when the normal is zero', () => {
    expect(readLine(`ellipse-curve ${entityHeader} 0 0 0 0 0 0 2 0 0 1 I I`, ['2 0 0', '0 2 0'])).toHaveLength(17)
  })

  it('are splines between the points nearest to their vertices, in either sense', () => {
    const line = readLine(spline, ['1 0 0', '3 0 0'])
    expect([line[0], line.at(-1)]).toEqual([
      [1, 0, 0],
      [3, 0, 0],
    ])
    const back = readLine(spline, ['3 0 0', '1 0 0'])
    expect([back[0]?.[0], back.at(-1)?.[0]]).toEqual([1, 3])
    expect(line.every(([x = 0], at) => at === 0 || x > (line[at - 1]?.[0] ?? 0))).toBe(true)
  })

  it('are full splines when both vertices coincide', () => {
    const closed = `intcurve-curve ${entityHeader} forward { exactcur full nubs 1 closed 3 0 1 1 1 2 1 0 0 0 4 0 0 0 0 0 } I I`
    expect(readLine(closed, ['0 0 0', '0 0 0']).some(([x]) => x === 4)).toBe(true)
  })
})

describe('ACIS edges without a curve', () => {
  const readWire = (ends: string): unknown =>
    readAcisBytes(
      satBytes(`body ${entityHeader} $-1 $1 $-1 #
wire ${entityHeader} $-1 $2 $0 $-1 #
coedge ${entityHeader} $2 $2 $-1 $3 forward $1 $-1 #
edge ${entityHeader} ${ends} $2 $-1 forward #
vertex ${entityHeader} $3 $6 #
vertex ${entityHeader} $3 $7 #
point ${entityHeader} 1 2 3 #
point ${entityHeader} 4 5 6 #`),
    ).bodies[0]?.wire

  it('are points when they start and end at the same vertex', () => {
    expect(readWire('$4 $4')).toEqual({ lines: [], points: [[1, 2, 3]], unread: new Map() })
  })

  it('are counted as unread when they join two vertices', () => {
    expect(readWire('$4 $5')).toEqual({ lines: [], points: [], unread: new Map([['edge', 1]]) })
  })
})

describe('unread ACIS wire edges', () => {
  const listUnread = (records: string): unknown[] => [
    ...(readAcisBytes(satBytes(records)).bodies[0]?.wire?.unread ?? []),
  ]
  it('are counted by the type of their curve', () => {
    expect(listUnread(wireBody(`comet-curve ${entityHeader}`, ['0 0 0', '1 0 0']))).toEqual([['comet-curve', 1]])
  })

  it('are counted as vertex when a vertex has an invalid position', () => {
    expect(listUnread(wireBody(spline, ['0 0 zero', '1 0 0']))).toEqual([['vertex', 1]])
  })
})

describe('ACIS wire chains', () => {
  /** Builds wires of one straight edge each; `nextOf` gives the next wire of each. */
  const chain = (count: number, nextOf: (wire: number) => number): string => {
    const records = [`body ${entityHeader} $-1 $1 $-1`]
    for (let wire = 0; wire < count; wire++) {
      const first = 1 + 7 * wire
      const next = nextOf(wire)
      records.push(
        `wire ${entityHeader} $${next < 0 ? -1 : 1 + 7 * next} $${first + 1} $0 $-1`,
        `coedge ${entityHeader} $${first + 1} $${first + 1} $-1 $${first + 2} forward $${first} $-1`,
        `edge ${entityHeader} $${first + 3} $${first + 4} $${first + 1} $${first + 6} forward`,
        `vertex ${entityHeader} $-1 $${first + 5}`,
        `vertex ${entityHeader} $-1 $${first + 5}`,
        `point ${entityHeader} ${wire} 0 0`,
        `straight-curve ${entityHeader} 0 0 0 1 0 0 I I`,
      )
    }
    return records.map((record) => `${record} #`).join('\n')
  }
  const countLines = (records: string): number => readAcisBytes(satBytes(records)).bodies[0]?.wire?.lines.length ?? 0

  it('are followed to their end', () => {
    expect(countLines(chain(5, (wire) => (wire < 4 ? wire + 1 : -1)))).toBe(5)
  })

  it('end when they form a cycle', () => {
    expect(countLines(chain(5, (wire) => (wire < 4 ? wire + 1 : 2)))).toBe(5)
  })

  it('follow all three pointers of a coedge, and draw each edge once', () => {
    const createEdge = (number: number): string => `edge ${entityHeader} $${9 + number} $${10 + number} $-1 $5 forward`
    const records = [
      `body ${entityHeader} $-1 $1 $-1`,
      `wire ${entityHeader} $-1 $2 $0 $-1`,
      `coedge ${entityHeader} $3 $4 $2 $6 forward $1 $-1`,
      `coedge ${entityHeader} $3 $3 $2 $7 forward $1 $-1`,
      `coedge ${entityHeader} $4 $4 $3 $8 forward $1 $-1`,
      `straight-curve ${entityHeader} 0 0 0 1 0 0 I I`,
      ...[0, 1, 2].map(createEdge),
      ...[0, 1, 2, 3].map(() => `vertex ${entityHeader} $-1 $13`),
      `point ${entityHeader} 0 0 0`,
    ]
    expect(countLines(records.map((record) => `${record} #`).join('\n'))).toBe(3)
  })
})
