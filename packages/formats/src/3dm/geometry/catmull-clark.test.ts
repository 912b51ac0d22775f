import { describe, expect, it } from 'vitest'
import { subdivide, subdivided } from './catmull-clark.js'
import { edgeKey, type ControlNet } from './control-net.js'
import { stepsFor, subdMesh } from './subd-mesh.js'

const cubePoints = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1].map(
  (value) => 2 * value - 1,
)
const cubeFaces = [
  [0, 3, 2, 1],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
]

function cube(changes: Partial<ControlNet> = {}): ControlNet {
  const points = Float64Array.from(cubePoints)
  return { points, faces: cubeFaces, sharpness: new Map(), corners: new Set(), ...changes }
}

const plane: ControlNet = {
  points: Float64Array.of(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0),
  faces: [[0, 1, 2, 3]],
  sharpness: new Map(),
  corners: new Set(),
}

const everyEdge = (value: number): Map<number, number> =>
  new Map(cubeFaces.flatMap((face) => face.map((from, at) => [edgeKey(from, face[(at + 1) % 4]), value] as const)))

function extent({ points }: ControlNet): number {
  return points.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
}

/** Computes the volume enclosed by the possibly non-planar faces, as triangle fans from their first corners. */
function volume({ points, faces }: ControlNet): number {
  const at = (vertex: number): number[] => [...points.subarray(3 * vertex, 3 * vertex + 3)]
  let six = 0
  for (const [first, ...others] of faces) {
    for (let index = 1; index < others.length; index++) {
      const [a, b, c] = [at(first), at(others[index - 1]), at(others[index])]
      six +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
  }
  return six / 6
}

describe('Catmull-Clark subdivision', () => {
  it('splits each face at its corners and moves vertices by the smooth rule', () => {
    const { points, faces } = subdivide(cube())
    expect(faces).toHaveLength(24)
    expect(points.length / 3).toBe(8 + 12 + 6)
    // A vertex of three faces: a third of their mean, two thirds of its edges' mean.
    const index = 1 / 9 + (2 * 2) / 9
    expect([...points.subarray(18, 21)]).toEqual([index, index, index].map((value) => expect.closeTo(value, 12)))
  })

  it('turns a cube into a rounded body', () => {
    const round = subdivided(cube(), 4)
    expect(volume(round)).toBeGreaterThan(1.5)
    expect(volume(round)).toBeLessThan(3)
    expect(extent(round)).toBeLessThan(0.9)
  })

  it('keeps faces oriented outward', () => {
    for (let steps = 0; steps < 4; steps++) expect(volume(subdivided(cube(), steps))).toBeGreaterThan(0)
  })

  it('preserves a cube whose edges are all creases', () => {
    const hard = subdivided(cube({ sharpness: everyEdge(Infinity) }), 3)
    expect(volume(hard)).toBeCloseTo(8, 9)
    expect(extent(hard)).toBe(1)
  })

  it('leaves a semi-sharp cube between the smooth and the sharp one', () => {
    const volumes = [0, 1, 1.5, 2, Infinity].map((sharp) =>
      volume(subdivided(cube({ sharpness: everyEdge(sharp) }), 4)),
    )
    expect(volumes).toEqual(volumes.toSorted((a, b) => a - b))
    expect(new Set(volumes).size).toBe(volumes.length)
  })

  it('keeps a face flat when all its edges are creases', () => {
    const top = new Map([4, 5, 6, 7].map((from, at, all) => [edgeKey(from, all[(at + 1) % 4]), Infinity]))
    const { points } = subdivided(cube({ sharpness: top }), 3)
    const heights = Array.from({ length: points.length / 3 }, (_, vertex) => points[3 * vertex + 2])
    expect(Math.max(...heights)).toBeCloseTo(1, 12)
    expect(heights.filter((height) => height > 1 - 1e-9).length).toBeGreaterThan(60)
  })

  it('keeps corner vertices in place', () => {
    const { points } = subdivided(cube({ corners: new Set([6]) }), 3)
    expect([...points.subarray(18, 21)]).toEqual([1, 1, 1])
  })

  it('treats boundary edges as creases', () => {
    const { points, faces } = subdivided(plane, 2)
    expect(faces).toHaveLength(16)
    expect(Math.max(...points.filter((_, at) => at % 3 === 2).map(Math.abs))).toBe(0)
    // The cubic curve of the border cuts the corner.
    expect(points[0]).toBeGreaterThan(0)
    expect(points[0]).toBeLessThan(1.5)
  })

  it('divides faces with any number of vertices into quads', () => {
    const prism: ControlNet = {
      points: Float64Array.of(0, 0, 0, 2, 0, 0, 1, 2, 0, 0, 0, 2, 2, 0, 2, 1, 2, 2),
      faces: [
        [2, 1, 0],
        [3, 4, 5],
        [0, 1, 4, 3],
        [1, 2, 5, 4],
        [2, 0, 3, 5],
      ],
      sharpness: new Map(),
      corners: new Set(),
    }
    const divided = subdivide(prism)
    expect(divided.faces).toHaveLength(3 + 3 + 4 + 4 + 4)
    expect(divided.faces.every((face) => face.length === 4)).toBe(true)
    expect(volume(divided)).toBeGreaterThan(0)
  })
})

describe('SubD mesh', () => {
  it('is subdivided three times, fewer times for a large control net', () => {
    expect(stepsFor(cube())).toBe(3)
    const large = (count: number): ControlNet => cube({ faces: Array.from({ length: count }, () => [0, 1, 2, 3]) })
    expect(stepsFor(large(5000))).toBe(3)
    expect(stepsFor(large(20_000))).toBe(2)
    expect(stepsFor(large(90_000))).toBe(1)
    expect(stepsFor(large(300_000))).toBe(1)
  })

  it('has two triangles for each subdivided face', () => {
    const { position, index } = subdMesh(cube())
    expect(index?.length).toBe(3 * 2 * 6 * 4 ** 3)
    expect(Math.max(...(index ?? []))).toBeLessThan((position?.length ?? 0) / 3)
  })

  it('keeps its shape far from the origin', () => {
    const far = 4_500_000_000
    const { points } = cube()
    const [near, there] = [subdMesh(cube()), subdMesh(cube({ points: points.map((value) => value + far) }))]
    const shifted = [...(there.position ?? [])].map((value) => value - far)
    expect(Math.max(...shifted.map((value, at) => Math.abs(value - (near.position?.[at] ?? 0))))).toBeLessThan(1e-5)
  })
})
