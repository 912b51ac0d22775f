import { stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { RecordObject } from '../container/record-object.js'
import { is } from '../fixtures/house.js'
import { rereading } from '../fixtures/reading.js'
import type { WrittenRecord } from '../fixtures/record-writer.js'
import { face, geometry, info, plane, polygon, type FaceParts } from '../fixtures/shapes.js'
import { readLoops, type Parameters } from './face-loops.js'
import { meshFace } from './face-mesh.js'
import { readSurface } from './surfaces.js'

const read = rereading()
const upright = { m_center: [0, 0, 0], m_xVec: [1, 0, 0], m_yVec: [0, 1, 0], m_zVec: [0, 0, 1] }
const ground = plane([0, 0, 0], [1, 0, 0], [0, 1, 0])
type Open = Record<string, unknown>

const createFace = (parts: FaceParts): RecordObject => read(geometry([parts])).targets('m_pFaces')[0]
const loops = (parts: FaceParts): Parameters[][] => {
  const one = createFace(parts)
  const surface = one.target('m_pSurf')
  if (!surface) throw new TypeError('the fixture has a surface')
  return readLoops(one, readSurface(surface))
}
/** Rotates a ring, which may begin anywhere, so that it begins at this vertex. */
function beginningAt([u, v]: Parameters, ring: readonly Parameters[] | undefined): readonly Parameters[] {
  const first = ring?.findIndex((vertex) => vertex[0] === u && vertex[1] === v) ?? -1
  return first < 0 || !ring ? [] : [...ring.slice(first), ...ring.slice(0, first)]
}
const square = polygon([
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
])
const point = (u: number, v: number, ofOther: readonly number[] = [0, 0]): WrittenRecord =>
  is('EdgePnt', { uv: [[u, v], ofOther] })

/** Creates a full tube whose seam borders the face on both sides. */
function tube(steps: number, height: number): FaceParts {
  const surface = is('CylSurf', { ...upright, m_radius: 2 })
  const [open, loop, seam, bottom, top]: Open[] = [
    { is: 'Face', m_GInfo: info(), m_pSurf: surface },
    { is: 'EdgeLoop', m_GInfo: info() },
    { is: 'Edge', m_GInfo: info() },
    { is: 'Edge', m_GInfo: info() },
    { is: 'Edge', m_GInfo: info() },
  ]
  const fullTurn = 2 * Math.PI
  const around = (v: number): WrittenRecord[] =>
    Array.from({ length: steps - 1 }, (_, step) => point((fullTurn * (step + 1)) / steps, v))
  Object.assign(open, { m_pFirstLoop: loop })
  Object.assign(loop, { m_pFace: open, m_next: bottom })
  // bottom → seam at 2π, upwards → top → seam at 0, downwards → the loop.
  Object.assign(bottom, {
    m_pFace: [open, null],
    m_next: [seam, null],
    m_prev: [loop, null],
    m_interiorEdgePnts: around(0),
    m_firstAndLastEdgePnts: [point(0, 0), point(fullTurn, 0)],
  })
  Object.assign(top, {
    m_pFace: [open, null],
    m_next: [seam, null],
    m_prev: [seam, null],
    m_interiorEdgePnts: around(height),
    m_firstAndLastEdgePnts: [point(0, height), point(fullTurn, height)],
  })
  Object.assign(seam, {
    m_pFace: [open, open],
    m_next: [top, loop],
    m_prev: [bottom, top],
    m_interiorEdgePnts: [],
    m_firstAndLastEdgePnts: [point(fullTurn, 0, [0, 0]), point(fullTurn, height, [0, height])],
  })
  return { face: open as unknown as WrittenRecord, edges: [bottom, top, seam] as unknown as WrittenRecord[] }
}

describe('Revit face loop', () => {
  it('consists of the vertices of its edges, each once', () => {
    expect(beginningAt([0, 0], loops(face(ground, [square]))[0])).toEqual([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ])
  })

  it('contains the interior points of its edges', () => {
    const bent = [
      [
        [0, 0],
        [2, -1],
        [4, 0],
      ],
      [
        [4, 0],
        [2, 4],
        [0, 0],
      ],
    ] as const
    expect(beginningAt([0, 0], loops(face(ground, [bent]))[0])).toEqual([
      [0, 0],
      [2, -1],
      [4, 0],
      [2, 4],
    ])
  })

  it('may begin with a reversed edge', () => {
    const [first, ...others] = square
    const [ring] = loops(face(ground, [[first?.toReversed() ?? [], ...others]]))
    // Then the full ring matches.
    expect(beginningAt([0, 0], ring)).toEqual([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ])
  })

  it('may consist of one closed edge', () => {
    const round = Array.from({ length: 9 }, (_, step): [number, number] => {
      const angle = (step * Math.PI) / 4
      return [Math.cos(angle), Math.sin(angle)]
    })
    expect(loops(face(ground, [[round]]))[0]).toHaveLength(8)
  })

  it('keeps its order among the loops of the face', () => {
    const inner = polygon([
      [1, 1],
      [2, 1],
      [2, 2],
    ])
    expect(loops(face(ground, [square, inner])).map((ring) => ring.length)).toEqual([4, 3])
    expect(loops(face(ground, []))).toEqual([])
  })

  it.each([
    [
      'of two edges there and back',
      [
        polygon([
          [0, 0],
          [1, 0],
        ]),
      ],
    ],
    ['with a gap', [[square[0] ?? [], square[2] ?? [], square[3] ?? []]]],
    ['that does not return to its start', [square.slice(0, 3)]],
    [
      'of an edge of zero length',
      [
        [
          [
            [1, 1],
            [1, 1],
          ],
        ],
      ],
    ],
  ] as const)('is rejected as not closed: a loop %s', (_, edges) => {
    expect(() => loops(face(ground, edges))).toThrow('a loop that does not close')
  })
})

describe('Revit face seam', () => {
  const height = 5

  it('uses the side at which the loop arrives', () => {
    const [ring] = loops(tube(8, height))
    // Eight steps below, eight above, and each of the four corners once.
    expect(ring).toHaveLength(18)
    expect(ring?.filter(([u, v]) => (u === 0 || u === 2 * Math.PI) && (v === 0 || v === height))).toHaveLength(4)
  })

  it.each([6, 12, 24])('closes a tube of %d sides', (steps) => {
    const mesh = meshFace(createFace(tube(steps, height)))
    if (!mesh) throw new TypeError('the tube has a border')
    let area = 0
    for (let at = 0; at < mesh.triangles.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((vertex) => mesh.points[mesh.triangles[at + vertex] ?? 0] ?? [0, 0, 0])
      const [u, v] = [b, c].map((end) => end.map((value, axis) => value - (a[axis] ?? 0)))
      area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
    }
    // The area is that of a prism with this number of sides and a radius of two.
    expect(area).toBeCloseTo(steps * 4 * Math.sin(Math.PI / steps) * height, 9)
  })
})

describe('cone apex in a face loop', () => {
  const cone = is('ConeSurf', { ...upright, m_halfAngle: Math.PI / 4 })
  const rim = (from: number, to: number): [number, number][] =>
    Array.from({ length: 9 }, (_, step) => [from + ((to - from) * step) / 8, 2])
  const wedge = (tip: number) =>
    face(cone, [
      [
        rim(0, Math.PI),
        [
          [Math.PI, 2],
          [Math.PI, tip],
        ],
        [
          [0, tip],
          [0, 2],
        ],
      ],
    ])

  it('joins edges that end at different angles, in steps of 15 degrees', () => {
    const [ring] = loops(wedge(0))
    const atTip = ring?.filter(([, v]) => v === 0) ?? []
    expect(atTip.map(([u]) => Math.round((u * 180) / Math.PI))).toEqual([
      180, 165, 150, 135, 120, 105, 90, 75, 60, 45, 30, 15, 0,
    ])
  })

  it('joins no edges away from the apex', () => {
    expect(() => loops(wedge(0.5))).toThrow('a loop that does not close')
  })

  it('is not assumed for a full turn around a cylinder', () => {
    const shell = face(is('CylSurf', { ...upright, m_radius: 1 }), [
      [
        [
          [0, 0],
          [2 * Math.PI, 0],
        ],
        [
          [0, 0],
          [0, 3],
        ],
        [
          [0, 3],
          [0, 0],
        ],
      ],
    ])
    expect(() => loops(shell)).toThrow('a loop that does not close')
  })
})

describe('invalid Revit face loop', () => {
  /** Creates the face of the square with a mutable loop and edges. */
  const createOpenFace = (): { parts: FaceParts; loop: Open; edges: Open[] } => {
    const parts = face(ground, [square])
    const { m_pFirstLoop: loop } = parts.face as unknown as { m_pFirstLoop: Open }
    return { parts, loop, edges: parts.edges as unknown as Open[] }
  }

  it('is rejected when it is its own successor', () => {
    const { parts, loop } = createOpenFace()
    loop['m_nextLoop'] = loop
    expect(() => loops(parts)).toThrow('loops in a circle')
  })

  it('is rejected when an edge leads to itself, within the point limit', () => {
    const { parts, edges } = createOpenFace()
    const [first] = edges
    Object.assign(first ?? {}, {
      m_next: [first, null],
      m_interiorEdgePnts: Array.from({ length: 3000 }, (_, index) => point(index / 750, 0)),
    })
    const processorMilliseconds = stopwatch()
    expect(() => loops(parts)).toThrow('a loop of too many points')
    expect(processorMilliseconds()).toBeLessThan(10_000)
  })

  it('is rejected when its edges form a cycle that misses the first edge', () => {
    const { parts, edges } = createOpenFace()
    Object.assign(edges[3] ?? {}, { m_next: [edges[1], null] })
    expect(() => loops(parts)).toThrow('a loop of too many points')
  })

  it('is rejected when an edge belongs to another face', () => {
    const { parts, edges } = createOpenFace()
    Object.assign(edges[2] ?? {}, { m_pFace: [null, null] })
    expect(() => loops(parts)).toThrow('an edge of another face')
  })

  it('is rejected when its edges end before it closes', () => {
    const { parts, edges } = createOpenFace()
    Object.assign(edges[1] ?? {}, { m_next: [null, null] })
    expect(() => loops(parts)).toThrow('a loop that does not close')
  })

  it('is rejected when a successor is not an edge', () => {
    const { parts, edges } = createOpenFace()
    Object.assign(edges[1] ?? {}, { m_next: [parts.face, null] })
    expect(() => loops(parts)).toThrow('no edge')
  })

  it('is rejected when it has no edges', () => {
    const { parts, loop } = createOpenFace()
    loop['m_next'] = loop
    expect(() => loops(parts)).toThrow('a loop that does not close')
    loop['m_next'] = null
    expect(() => loops(parts)).toThrow('a loop that does not close')
  })

  it.each([Number.NaN, Infinity, -Infinity])('is rejected when a parameter is %d', (wrong) => {
    const { parts, edges } = createOpenFace()
    Object.assign(edges[0] ?? {}, { m_interiorEdgePnts: [point(1, wrong)] })
    expect(() => loops(parts)).toThrow('parameters that are no numbers')
  })
})
