import { describe, expect, it } from 'vitest'
import type { PlacedScene } from './placed-scene.js'
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
