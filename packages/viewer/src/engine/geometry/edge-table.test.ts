import { describe, expect, it } from 'vitest'
import { barMesh, boxMesh, testRandom } from '../../testing/shapes.js'
import { testShape } from '../../testing/test-shape.js'
import { computeLength, dot, normalize, subtract } from '../math/vector.js'
import type { GeometryShape } from '../store/geometry-store.js'
import type { Point } from '../types.js'
import { createEdgeTable, forEachEdgeNear, type EdgeTable } from './edge-table.js'
import { circleThrough, findCircles } from './fit-circles.js'

const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] as const
const readVertex = ({ vertices }: EdgeTable, vertex: number): Point => [
  vertices[vertex * 3],
  vertices[vertex * 3 + 1],
  vertices[vertex * 3 + 2],
]
const edgeCount = ({ edges }: EdgeTable): number => edges.length / 2
const ends = (table: EdgeTable, edge: number): readonly [Point, Point] => [
  readVertex(table, table.edges[edge * 2]),
  readVertex(table, table.edges[edge * 2 + 1]),
]

describe('createEdgeTable', () => {
  it('has the twelve edges of a box, without the diagonals of its sides', () => {
    const { shape } = testShape(boxMesh([0, 0, 0], [1, 2, 4]), upright)
    const table = createEdgeTable(shape)
    expect([edgeCount(table), table.vertices.length / 3]).toEqual([12, 8])
    const lengths = Array.from({ length: 12 }, (_, edge) => {
      const [a, b] = ends(table, edge)
      return Math.round((computeLength(subtract(b, a)) / 65_000) * 4)
    })
    expect(lengths.sort((a, b) => a - b)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4])
  })

  it('has the boundary of an open surface, and creases of more than 40°', () => {
    /** Two squares that share a side and enclose an angle; four boundary sides are theirs alone. */
    const folded = (degrees: number): number => {
      const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
      const positions = Float32Array.of(0, 0, 0, 0, 9, 0, -9, 0, 0, -9, 9, 0, 9 * c, 0, 9 * s, 9 * c, 9, 9 * s)
      const indices = Uint32Array.of(0, 1, 3, 0, 3, 2, 0, 4, 5, 0, 5, 1)
      return edgeCount(createEdgeTable(testShape({ positions, indices }, upright).shape))
    }
    expect([folded(0), folded(38), folded(42), folded(90), folded(-42), folded(-38)]).toEqual([6, 6, 7, 7, 7, 6])
  })

  it('welds vertices that differ in their number alone', () => {
    const positions = Float32Array.of(0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 0, 0, 9, 9, 0, 0, 9, 0)
    const table = createEdgeTable(testShape({ positions, indices: Uint32Array.of(0, 1, 2, 3, 4, 5) }, upright).shape)
    expect([table.vertices.length / 3, edgeCount(table)]).toEqual([4, 4])
  })

  it('ignores triangles without area', () => {
    const positions = Float32Array.of(0, 0, 0, 9, 0, 0, 9, 9, 0, 5, 0, 0)
    const indices = Uint32Array.of(0, 1, 2, 0, 3, 1, 0, 0, 1)
    expect(edgeCount(createEdgeTable(testShape({ positions, indices }, upright).shape))).toBe(3)
  })

  it('has every segment of lines, and nothing of points', () => {
    const lines: GeometryShape = {
      vertices: Uint16Array.of(1, 1, 1, 0, 0, 0, 0, 0, 5, 0, 0, 0, 5, 5, 0, 0),
      firstVertex: 1,
      indices: Uint16Array.of(9, 9, 0, 1, 1, 2),
      indexStart: 2,
      indexCount: 4,
      kind: 'lines',
      vertexCount: 3,
    }
    const table = createEdgeTable(lines)
    expect([0, 1].map((edge) => ends(table, edge))).toEqual([
      [
        [0, 0, 0],
        [5, 0, 0],
      ],
      [
        [5, 0, 0],
        [5, 5, 0],
      ],
    ])
    expect(edgeCount(createEdgeTable({ ...lines, kind: 'points' }))).toBe(0)
  })
})

describe('forEachEdgeNear', () => {
  it('omits no edge within the radius, and most of those far away (seed 5)', () => {
    const { shape } = testShape(barMesh(1, 8, 200), upright)
    const table = createEdgeTable(shape)
    const random = testRandom(5)
    let visits = 0
    const omitted: number[] = []
    for (let round = 0; round < 50; round++) {
      const point: Point = [random() * 16_000, random() * 16_000, random() * 65_000]
      const radius = 3000
      const visited = new Set<number>()
      forEachEdgeNear(table, { point, radius }, (edge) => visited.add(edge))
      visits += visited.size
      for (let edge = 0; edge < edgeCount(table); edge++) {
        const [a, b] = ends(table, edge)
        const along = subtract(b, a)
        const share = Math.min(1, Math.max(0, dot(subtract(point, a), along) / dot(along, along)))
        const nearest: Point = [a[0] + along[0] * share, a[1] + along[1] * share, a[2] + along[2] * share]
        const isNear = computeLength(subtract(point, nearest)) <= radius
        if (isNear && !visited.has(edge)) omitted.push(edge)
      }
    }
    expect(omitted).toEqual([])
    expect(visits / 50).toBeLessThan(edgeCount(table) / 2)
  })

  it('visits the last, incomplete run, and no edge twice', () => {
    const { shape } = testShape(boxMesh([0, 0, 0], [1, 1, 1]), upright)
    const visited: number[] = []
    forEachEdgeNear(createEdgeTable(shape), { point: [0, 0, 0], radius: 1e6 }, (edge) => visited.push(edge))
    expect(visited).toEqual(Array.from({ length: 12 }, (_, edge) => edge))
  })
})

describe('circleThrough', () => {
  it('passes through its three points (seed 9)', () => {
    const random = testRandom(9)
    const next = (): number => random() * 20 - 10
    for (let round = 0; round < 50; round++) {
      const points = [0, 1, 2].map((): [number, number, number] => [next(), next(), next()])
      const circle = circleThrough(points[0], points[1], points[2])
      if (circle === null) throw new Error('random points are not collinear')
      expect(computeLength(circle.normal)).toBeCloseTo(1, 9)
      for (const point of points) {
        expect(computeLength(subtract(point, circle.center)) / circle.radius).toBeCloseTo(1, 6)
        expect(dot(subtract(point, circle.center), circle.normal) / circle.radius).toBeCloseTo(0, 6)
      }
    }
  })

  it('does not exist for collinear points', () => {
    expect(circleThrough([0, 0, 0], [1, 1, 1], [5, 5, 5])).toBeNull()
    expect(circleThrough([0, 0, 0], [0, 0, 0], [5, 5, 5])).toBeNull()
  })
})

/** Creates a chain of edges along an arc about (50, 60, 70); closed for a full turn. */
function createArc(count: number, degrees: number, radius = 1000) {
  const normal = normalize([1, 2, 2])
  const right = normalize([2, -1, 0])
  const up: Point = [
    normal[1] * right[2] - normal[2] * right[1],
    normal[2] * right[0] - normal[0] * right[2],
    normal[0] * right[1] - normal[1] * right[0],
  ]
  const isClosed = degrees === 360
  const points = Array.from({ length: count + (isClosed ? 0 : 1) }, (_, at) => {
    const angle = ((degrees * Math.PI) / 180) * (at / count)
    return [50, 60, 70].map(
      (value, axis) => value + radius * (right[axis] * Math.cos(angle) + up[axis] * Math.sin(angle)),
    )
  })
  const edges = Array.from({ length: count }, (_, at) => [at, (at + 1) % points.length])
  return { vertices: Float64Array.from(points.flat()), edges: Uint32Array.from(edges.flat()), normal }
}

describe('findCircles', () => {
  it.each([
    [24, 360],
    [6, 360],
    [8, 90],
    [4, 200],
  ])('finds an arc of %d edges over %d°', (count, degrees) => {
    const { vertices, edges, normal } = createArc(count, degrees)
    const circles = findCircles(vertices, edges)
    expect(circles).toHaveLength(1)
    const [circle] = circles
    circle.center.forEach((value, axis) => expect(value).toBeCloseTo([50, 60, 70][axis], 6))
    expect(circle.radius).toBeCloseTo(1000, 6)
    expect(Math.abs(dot(circle.normal, normal))).toBeCloseTo(1, 9)
    expect(new Set(circle.edges)).toEqual(new Set(Array.from({ length: count }, (_, edge) => edge)))
  })

  it('finds an arc in edges of any order and direction', () => {
    const { vertices, edges } = createArc(12, 360)
    const shuffled = [5, 0, 9, 2, 11, 7, 1, 4, 8, 3, 10, 6].flatMap((edge, at) => {
      const [a, b] = edges.subarray(edge * 2, edge * 2 + 2)
      return at % 2 ? [a, b] : [b, a]
    })
    expect(findCircles(vertices, Uint32Array.from(shuffled)).map(({ edges: all }) => all.length)).toEqual([12])
  })

  it('finds both rims of a bar, and no circle in a box', () => {
    const { shape } = testShape(barMesh(1, 8, 24), upright)
    const { circles } = createEdgeTable(shape)
    expect(circles).toHaveLength(2)
    expect(circles.map(({ center }) => Math.round(center[2] / 65_000)).sort((a, b) => a - b)).toEqual([0, 1])
    for (const { radius, edges } of circles) {
      expect(radius / 65_000).toBeCloseTo(1 / 8, 3)
      expect(edges).toHaveLength(24)
    }
    expect(createEdgeTable(testShape(boxMesh([0, 0, 0], [1, 1, 1]), upright).shape).circles).toEqual([])
  })

  it.each<[string, ReturnType<typeof createArc>]>([
    ['three edges alone', createArc(3, 90)],
    ['a square', createArc(4, 360)],
    ['a straight line', createArc(400, 360)],
  ])('finds no circle in %s', (_, { vertices, edges }) => {
    expect(findCircles(vertices, edges)).toEqual([])
  })

  it('finds no circle in a helix', () => {
    const { vertices, edges } = createArc(16, 360)
    const helix = vertices.map((value, at) => (at % 3 === 2 ? value + at * 20 : value))
    expect(findCircles(helix, edges)).toEqual([])
  })

  it('ends an arc where the length of the edges or their angle changes', () => {
    const { vertices, edges } = createArc(12, 180)
    // The seventh vertex moves along the arc: two edges are longer and shorter.
    const shifted = vertices.slice()
    for (let axis = 0; axis < 3; axis++) shifted[18 + axis] += (vertices[21 + axis] - vertices[18 + axis]) * 0.3
    const circles = findCircles(shifted, edges)
    expect(circles.map((circle) => circle.edges.toSorted((a, b) => a - b))).toEqual([
      [0, 1, 2, 3, 4],
      [7, 8, 9, 10, 11],
    ])
  })

  it('ends an arc where it bends by another angle, at edges of the same length', () => {
    // Six edges that turn by 20° each, then six that turn by 40°.
    const points: number[][] = [[0, 0, 0]]
    let direction = 0
    for (let edge = 0; edge < 12; edge++) {
      const [x, y] = points[edge]
      points.push([x + 100 * Math.cos(direction), y + 100 * Math.sin(direction), 0])
      direction += ((edge < 5 ? 20 : 40) * Math.PI) / 180
    }
    const edges = Uint32Array.from(points.slice(1).flatMap((_, at) => [at, at + 1]))
    const circles = findCircles(Float64Array.from(points.flat()), edges)
    expect(circles.map((circle) => circle.edges.toSorted((a, b) => a - b))).toEqual([
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11],
    ])
  })

  it('skips scans with very many edges', () => {
    const { vertices, edges } = createArc(24, 360)
    const scan = new Uint32Array(120_002)
    scan.set(edges)
    expect(findCircles(vertices, scan)).toEqual([])
    // Twenty thousand edges more are not too many; these have no length.
    const rest = Uint32Array.from({ length: 40_000 }, (_, end) => 24 + (end >> 1))
    const allVertices = Float64Array.of(...vertices, ...new Float64Array(60_000))
    expect(findCircles(allVertices, Uint32Array.of(...edges, ...rest))).toHaveLength(1)
  })
})
