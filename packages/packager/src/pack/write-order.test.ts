import { describe, expect, it } from 'vitest'
import type { PlacedScene } from './placed-scene.js'
import { quantisedMesh, sceneOfBoxes } from '../test-support/scene-stores.js'
import { orderChunks } from './write-order.js'

interface TestShape {
  readonly at: readonly [number, number, number]
  readonly side: number
  readonly hidden?: boolean
}

/** Creates cubes with distinct shapes, sized so that a chunk contains some hundred. */
function createScene(shapes: readonly TestShape[]): PlacedScene {
  const numbers = Uint32Array.from(shapes, (_, at) => at)
  return {
    geometries: shapes.map(() => ({
      closed: true,
      quantisation: { min: [0, 0, 0], step: 1 },
      positions: new Uint16Array(3000),
      normals: new Int8Array(2000),
      indices: new Uint32Array(6000),
      levels: [{ start: 0, count: 6000, error: 0 }],
      edges: new Uint32Array(0),
    })) as unknown as PlacedScene['geometries'],
    materials: [],
    count: shapes.length,
    node: numbers,
    geometry: numbers,
    material: numbers,
    linear: new Float32Array(shapes.length * 9),
    translation: new Float32Array(shapes.length * 3),
    boxes: Float32Array.from(shapes.flatMap(({ at, side }) => [...at, ...at.map((value) => value + side)])),
    hidden: Uint8Array.from(shapes, ({ hidden }) => (hidden === true ? 1 : 0)),
  }
}

/** Computes the extent in x of a chunk's instances, in metres. */
const computeWidth = (scene: PlacedScene, rows: Uint32Array): number => {
  const positions = [...rows].map((row) => scene.boxes[row * 6])
  return Math.max(...positions) - Math.min(...positions)
}

describe('orderChunks', () => {
  const street = Array.from({ length: 1000 }, (_, at) => ({ at: [(at * 617) % 1000, 0, 0] as const, side: 1 }))

  it('groups objects of equal size by position', () => {
    const scene = createScene(street)
    const chunks = orderChunks(scene, new Uint8Array(1000).fill(1))
    expect(chunks.length).toBeGreaterThan(5)
    // Each chunk is as wide as its fraction of the street, plus a little at the cuts.
    for (const rows of chunks) expect(computeWidth(scene, rows)).toBeLessThan(rows.length * 1.6)
    expect(chunks.flatMap((rows) => [...rows]).toSorted((a, b) => a - b)).toEqual([...street.keys()])
  })

  it('puts larger objects first, and interior and hidden ones last', () => {
    const shapes: TestShape[] = [
      ...street,
      { at: [999, 0, 0], side: 50 },
      { at: [0, 0, 0], side: 50 },
      { at: [500, 0, 0], side: 90, hidden: true },
      { at: [500, 0, 0], side: 70 },
    ]
    const exterior = new Uint8Array(shapes.length).fill(1)
    exterior[1003] = 0
    const chunks = orderChunks(createScene(shapes), exterior)
    const findChunk = (instance: number): number => chunks.findIndex((rows) => rows.includes(instance))
    expect([findChunk(1000), findChunk(1001)]).toEqual([0, 0])
    expect([findChunk(1002), findChunk(1003)]).toEqual([chunks.length - 1, chunks.length - 1])
  })

  it('accepts a model in a single point', () => {
    const one = { at: [3, 3, 3] as const, side: 0 }
    expect(orderChunks(createScene([one, one]), new Uint8Array(2)).flatMap((rows) => [...rows])).toEqual([0, 1])
  })
})

describe('order of chunks', () => {
  /** Creates cubes of side 1 at positions, each of a triangle of its own. */
  const listRows = (boxes: readonly (readonly number[])[], exterior?: Uint8Array): number[][] =>
    orderChunks(sceneOfBoxes(boxes), exterior ?? new Uint8Array(boxes.length).fill(1)).map((rows) => [...rows])

  /** Creates geometries of so many vertices that each one fills a chunk. */
  const fillingGeometries = (count: number): PlacedScene['geometries'] =>
    Array.from({ length: count }, () =>
      quantisedMesh(
        Array.from({ length: 450_000 }, () => 0),
        [0, 1, 2],
      ),
    )

  const writtenOrder = (
    boxes: readonly (readonly number[])[],
    options: Parameters<typeof sceneOfBoxes>[1] = {},
    exterior?: readonly number[],
  ): number[] =>
    orderChunks(
      sceneOfBoxes(boxes, { geometries: fillingGeometries(boxes.length), ...options }),
      Uint8Array.from(exterior ?? boxes.map(() => 1)),
    ).flatMap((rows) => [...rows])

  const cube = (x: number, y: number, z: number, side = 1): number[] => [x, y, z, x + side, y + side, z + side]

  it('is: visible from outside, then interior, then hidden, whatever their size', () => {
    const boxes = [cube(0, 0, 0, 20), cube(0, 0, 0, 5), cube(0, 0, 0, 1)]
    expect(writtenOrder(boxes, { hidden: [0] }, [1, 0, 1])).toEqual([2, 1, 0])
    expect(writtenOrder(boxes, { hidden: [0, 1] }, [1, 1, 1])).toEqual([2, 0, 1])
  })

  it('puts an instance first whose diagonal is twice as long, but not one slightly longer', () => {
    expect(writtenOrder([cube(0, 0, 0, 1), cube(9, 0, 0, 2)])).toEqual([1, 0])
    expect(writtenOrder([cube(0, 0, 0, 1), cube(9, 0, 0, 1.1)])).toEqual([0, 1])
    expect(writtenOrder([cube(0, 0, 0, 1.1), cube(9, 0, 0, 1)])).toEqual([0, 1])
    // Diagonals 2 and 4: tiers are powers of two.
    expect(
      writtenOrder([
        [0, 0, 0, 2, 0, 0],
        [9, 0, 0, 13, 0, 0],
        [20, 0, 0, 20, 3.9, 0],
      ]),
    ).toEqual([1, 0, 2])
  })

  it('puts points after everything with an extent', () => {
    expect(writtenOrder([cube(0, 0, 0, 0), cube(9, 9, 9, 0), cube(5, 5, 5, 1e-6)])).toEqual([2, 0, 1])
  })

  it('follows a Morton curve in a size tier: x before y before z', () => {
    const boxes = Array.from({ length: 8 }, (_, at) => cube((at >> 2) * 8, ((at >> 1) & 1) * 8, (at & 1) * 8))
    // Index 4x + 2y + z; the curve counts x + 2y + 4z.
    expect(writtenOrder(boxes)).toEqual([0, 4, 2, 6, 1, 5, 3, 7])
  })

  it('subdivides a Morton curve: near neighbours are before far ones', () => {
    const boxes = [cube(0, 0, 0), cube(60, 0, 0), cube(0, 20, 0), cube(20, 0, 0), cube(60, 60, 0), cube(40, 20, 0)]
    // Cells of a quarter of the extent of 60: (0,0), (3,0), (0,1), (1,0), (3,3), (2,1) have codes 0, 5, 2, 1, 15, 6.
    expect(writtenOrder(boxes)).toEqual([0, 3, 2, 1, 5, 4])
  })

  it('groups instances of one geometry within a chunk, and similar geometries next to each other', () => {
    const triangle = quantisedMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])
    const square = quantisedMesh([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3])
    const boxes = Array.from({ length: 7 }, (_, at) => cube(at * 100, 0, 0))
    const scene = {
      ...sceneOfBoxes(boxes, { geometries: [triangle, square, triangle] }),
      // The first topology to appear is the triangle, of geometries 2 and 0.
      geometry: Uint32Array.of(2, 1, 0, 2, 1, 0, 2),
      node: Uint32Array.of(9, 8, 7, 6, 5, 4, 9),
    }
    expect(orderChunks(scene, new Uint8Array(7).fill(1)).map((rows) => [...rows])).toEqual([[5, 2, 3, 0, 6, 4, 1]])
  })

  it('tells lines and points from triangles when it groups similar geometries', () => {
    const positions = Uint16Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2)
    const lines = { positions, edges: Uint32Array.of(0, 1), origin: [0, 0, 0], step: 1 } as const
    const points = { kind: 'points', positions, colors: null, origin: [0, 0, 0], step: 1 } as const
    const triangle = { ...quantisedMesh([...positions], []), edges: Uint32Array.of(0, 1) }
    const geometries = [points, lines, triangle, lines, points]
    const boxes = geometries.map((_, at) => cube(at * 100, 0, 0))
    expect(listSceneRows(boxes, geometries)).toEqual([[0, 4, 1, 3, 2]])
  })

  it('ends the first chunk at 300,000 estimated bytes and the others at 700,000', () => {
    // 40 bytes per instance, 60 + 5 × 3 + 3 / 2 per geometry: 116.5 each.
    const lengths = listRows(Array.from({ length: 15_000 }, (_, at) => cube(at, 0, 0))).map((rows) => rows.length)
    const [first, other] = [Math.ceil(300_000 / 116.5), Math.ceil(700_000 / 116.5)]
    expect(lengths).toEqual([first, other, other, 15_000 - first - 2 * other])
  })

  it('counts the bytes of a geometry once', () => {
    const scene = {
      ...sceneOfBoxes(Array.from({ length: 9000 }, (_, at) => cube(at, 0, 0))),
      geometry: new Uint32Array(9000),
    }
    const [first] = orderChunks(scene, new Uint8Array(9000).fill(1))
    expect(first).toHaveLength(Math.ceil((300_000 - 76.5) / 40))
  })

  it('is empty without instances', () => {
    expect(listRows([])).toEqual([])
  })
})

function listSceneRows(boxes: readonly (readonly number[])[], geometries: PlacedScene['geometries']): number[][] {
  return orderChunks(sceneOfBoxes(boxes, { geometries }), new Uint8Array(boxes.length).fill(1)).map((rows) => [...rows])
}
