import { describe, expect, it } from 'vitest'
import type { Point, RhinoCurve, Subd, SubdEdge, SubdFace, SubdVertex, Walk } from '../archive/kernel-types.js'
import { edgeKey, readControlNet } from './control-net.js'
import { curveLines } from './curve-lines.js'
import { joinMeshes } from './mesh-input.js'
import { toKnots } from './splines.js'

const handle = { delete: () => undefined }

describe('Rhino knot vector', () => {
  it('regains the first and last knots that Rhino omits', () => {
    expect(toKnots([0, 0, 0, 1, 2, 2, 2])).toEqual({ values: [0, 1, 2], multiplicities: [4, 1, 4] })
    expect(toKnots([0, 5])).toEqual({ values: [0, 5], multiplicities: [2, 2] })
  })

  it('merges knots that differ by rounding only', () => {
    expect(toKnots([0, 0, 1000, 1000 + 1e-10])).toEqual({ values: [0, 1000], multiplicities: [3, 3] })
  })
})

describe('joinMeshes', () => {
  const triangle = (x: number) => ({
    position: Float32Array.of(x, 0, 0, x + 1, 0, 0, x, 1, 0),
    normal: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    index: Uint32Array.of(0, 1, 2),
  })

  it('joins meshes in metres near a common origin', () => {
    const joined = joinMeshes([triangle(1000), triangle(2000)], 0.001)
    expect(joined?.origin).toEqual([1, 0, 0])
    expect([...(joined?.mesh.indices ?? [])]).toEqual([0, 1, 2, 3, 4, 5])
    expect(joined?.mesh.positions[0]).toBe(0)
    expect(joined?.mesh.positions[9]).toBeCloseTo(1, 9)
    expect(joined?.mesh.normals).toHaveLength(18)
  })

  it('keeps normals only when every mesh has them', () => {
    const { normal: _, ...without } = triangle(0)
    expect(joinMeshes([triangle(0), without], 1)?.mesh.normals).toBeUndefined()
  })

  it('returns null without triangles', () => {
    expect(joinMeshes([], 1)).toBeNull()
    expect(joinMeshes([{}, { position: new Float32Array(3), index: new Uint32Array(0) }], 1)).toBeNull()
  })
})

/** Creates a curve from its points over 0 to 1. */
function curve(pointAt: (parameter: number) => Point, spanCount = 1): RhinoCurve {
  return {
    ...{ ...handle, objectType: { value: 4 }, userStringCount: 0, getUserStrings: () => [] },
    ...{ domain: [0, 1], spanCount, degree: 3, pointAt },
    isPolyline: () => false,
    tryGetPolyline: () => null,
    toNurbsCurve: () => null,
  }
}

const createCircle = (radius: number): RhinoCurve =>
  curve((parameter) => {
    const angle = 2 * Math.PI * parameter
    return [10_000 + radius * Math.cos(angle), radius * Math.sin(angle), 0]
  })

describe('curveLines', () => {
  it('approximates a circle within half a percent of its radius', () => {
    const { lines, origin } = curveLines(createCircle(500), 0.001) ?? { lines: null, origin: null }
    expect(origin).toEqual([10.5, 0, 0])
    const { positions, indices } = lines ?? { positions: new Float32Array(), indices: new Uint32Array() }
    expect(indices.length / 2).toBe(positions.length / 3 - 1)
    expect(indices.length / 2).toBeGreaterThan(24)
    for (const at of indices.filter((_, index) => index % 2 === 0)) {
      const [x, y] = [0, 1].map((axis) => (positions[3 * at + axis] + positions[3 * at + 3 + axis]) / 2)
      expect(Math.abs(Math.hypot(x + 0.5, y) - 0.5)).toBeLessThan(0.5 * 0.005)
    }
  })

  it('samples a straight curve with few points', () => {
    expect(
      curveLines(
        curve((at) => [at, 2 * at, 0]),
        1,
      )?.lines.indices,
    ).toHaveLength(8)
  })

  it('keeps the vertices of a polyline', () => {
    const points: readonly Point[] = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
    ]
    const polyline: RhinoCurve = {
      ...curve(() => [0, 0, 0]),
      isPolyline: () => true,
      tryGetPolyline: () => ({ ...handle, count: 3, get: (index) => points[index] }),
    }
    expect([...(curveLines(polyline, 2)?.lines.positions ?? [])]).toEqual([0, 0, 0, 2, 0, 0, 2, 2, 0])
  })

  it('returns null for a curve with non-finite points', () => {
    expect(
      curveLines(
        curve(() => [Number.NaN, 0, 0]),
        1,
      ),
    ).toBeNull()
  })
})

/** Creates an iterator over parts, like the library's. */
function walk<Item>(items: readonly Item[]): Walk<Item> {
  let at = 0
  return { ...handle, count: items.length, first: () => items[(at = 0)] ?? null, next: () => items[++at] ?? null }
}

interface NetInput {
  readonly points: readonly Point[]
  readonly tags?: readonly number[]
  readonly edges: readonly (readonly [number, number, tag: number, sharpness?: number])[]
  readonly faces: readonly (readonly number[])[]
}

/** Ids start at 10, so that they cannot be confused with indices. */
function createSubd({ points, tags = [], edges, faces }: NetInput): Subd {
  const vertices = points.map((controlNetPoint, at): SubdVertex => ({
    ...{ ...handle, id: at + 10, tag: { value: tags[at] ?? 1 }, controlNetPoint },
  }))
  const shownEdges = edges.map(([a, b, tag, sharp = 0]): SubdEdge => ({
    ...{ ...handle, tag: { value: tag }, vertexCount: 2 },
    vertexId: (end) => (end === 0 ? a : b) + 10,
    endSharpness: () => sharp,
  }))
  const shownFaces = faces.map((face): SubdFace => ({
    ...{ ...handle, vertexCount: face.length },
    vertex: (index) => vertices[face[index]] ?? null,
  }))
  return {
    ...{ ...handle, objectType: { value: 262_144 }, userStringCount: 0, getUserStrings: () => [] },
    vertices: () => walk(vertices),
    edges: () => walk(shownEdges),
    faces: () => walk(shownFaces),
  }
}

describe('readControlNet', () => {
  const square: NetInput = {
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ],
    tags: [3, 1, 1, 1],
    edges: [
      [0, 1, 2],
      [1, 2, 1],
      [2, 3, 1, 1.5],
      [3, 0, 3],
    ],
    faces: [[0, 1, 2, 3]],
  }

  it('reads points, faces, creases, sharp edges and corners', () => {
    expect(readControlNet(createSubd(square))).toEqual({
      points: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
      faces: [[0, 1, 2, 3]],
      sharpness: new Map([
        [edgeKey(0, 1), Infinity],
        [edgeKey(2, 3), 1.5],
      ]),
      corners: new Set([0]),
    })
  })

  it.each([
    ['a face whose vertex is missing', { ...square, faces: [[0, 1, 9]] }],
    ['a face of two vertices', { ...square, faces: [[0, 1]] }],
    ['no faces', { ...square, faces: [] }],
    [
      'a non-finite point',
      {
        ...square,
        points: [
          [Number.NaN, 0, 0],
          [1, 0, 0],
          [1, 1, 0],
          [0, 1, 0],
        ],
      },
    ],
  ] as readonly (readonly [string, NetInput])[])('returns null for a SubD with %s', (_, input) => {
    expect(readControlNet(createSubd(input))).toBeNull()
  })
})
