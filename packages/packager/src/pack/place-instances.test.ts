import { seededRandom } from '@kamar/test-kit'
import type { Placement } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { quantisedMesh, SceneStoresBuilder } from '../test-support/scene-stores.js'
import { at, boxMesh } from '../test-support/written-package.js'
import { placeInstances, translationStep } from './place-instances.js'
import { Sharing } from './share-geometry.js'

const octahedron = {
  positions: Float32Array.of(2, 0, 0, 0, 2, 0, 0, 0, 2, -2, 0, 0, 0, -2, 0, 0, 0, -2),
  indices: Uint32Array.of(0, 1, 2, 1, 3, 2, 3, 4, 2, 4, 0, 2, 1, 0, 5, 3, 1, 5, 4, 3, 5, 0, 4, 5),
}
/** Rotation of 45° about z. */
const diagonal: Placement = [Math.SQRT1_2, Math.SQRT1_2, 0, -Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, 1, 0, 0, 0]

describe('translationStep', () => {
  it.each([
    [10_000, 2 ** -14],
    [17, 2 ** -14],
    [16, 2 ** -14],
    [15, 2 ** -15],
    [1, 2 ** -18],
    [0.001, 2 ** -28],
  ])('is a power of two for a model of %d metres', (extent, step) => {
    expect(translationStep(extent)).toBe(step)
  })

  it('is positive for a model without extent', () => {
    expect(translationStep(0)).toBe(2 ** (-18 - 30))
  })
})

describe('placeInstances', () => {
  it('lists columns in the order of the rows it is given', () => {
    const stores = new SceneStoresBuilder(3, [1])
    stores.add({ node: 1, mesh: boxMesh(1, 1, 1), red: 0.2 })
    stores.add({ node: 2, mesh: octahedron, red: 0.4 })
    stores.add({ node: 0, mesh: boxMesh(1, 1, 1), red: 0.2 })
    const scene = stores.transform(Uint32Array.of(2, 0, 1))
    expect(scene.count).toBe(3)
    expect([[...scene.node], [...scene.geometry], [...scene.material], [...scene.hidden]]).toEqual([
      [0, 1, 2],
      [0, 0, 1],
      [0, 0, 1],
      [0, 1, 0],
    ])
    expect(scene.materials.map(({ color }) => color[0])).toEqual([51, 102])
    expect(scene.geometries).toBe(stores.meshes.geometries)
  })

  it('adds the position of the mesh in its frame, rotated and scaled', () => {
    const positions = Float32Array.of(4, 0, 0, 5, 0, 0, 4, 1, 0)
    // x axis to 2y, y axis to -x.
    const placement: Placement = [0, 2, 0, -1, 0, 0, 0, 0, 1, 10, 20, 30]
    const scene = new SceneStoresBuilder(1)
      .add({ node: 0, mesh: { positions, indices: Uint32Array.of(0, 1, 2) }, placement })
      .transform()
    expect([...scene.linear]).toEqual([0, 2, 0, -1, 0, 0, 0, 0, 1])
    expect([...scene.translation].map((value) => Math.round(value * 1000) / 1000)).toEqual([10, 28, 30])
    expect([...scene.boxes].map((value) => Math.round(value * 1000) / 1000)).toEqual([9, 28, 30, 10, 30, 30])
  })

  it('applies the map of a shared geometry before the transform', () => {
    const stores = new SceneStoresBuilder(1).add({
      node: 0,
      mesh: boxMesh(1, 1, 1),
      placement: [2, 0, 0, 0, 3, 0, 0, 0, 4, 100, 200, 300],
    })
    const base = quantisedMesh([0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 30], [0, 1, 2], 0.1)
    const map = { linear: Float64Array.of(0, 0.5, 0, 1, 0, 0, 0, 0, 2), offset: Float64Array.of(7, 8, 9) }
    const sharing = new Sharing(1)
    sharing.share(0, 5, map)
    const scene = placeInstances(stores, {
      order: Uint32Array.of(0),
      sharing,
      geometries: [...Array.from({ length: 5 }, () => base), base],
    })
    expect([...scene.geometry]).toEqual([5])
    // The base's x goes to half of y, then times 3; its y to x, times 2; its z doubled, times 4.
    expect([...scene.linear]).toEqual([0, 1.5, 0, 2, 0, 0, 0, 0, 8])
    expect([...scene.translation]).toEqual([114, 224, 336])
    expect([...scene.boxes]).toEqual([114, 224, 336, 118, 225.5, 360])
  })

  it('rounds translations to the step, if there is one', () => {
    const stores = new SceneStoresBuilder(1).add({ node: 0, mesh: boxMesh(1, 1, 1), placement: at(0.3, -0.3, 0.126) })
    const options = {
      order: Uint32Array.of(0),
      sharing: null,
      geometries: stores.meshes.geometries,
    }
    expect([...placeInstances(stores, { ...options, translationStep: 0.25 }).translation]).toEqual([0.25, -0.25, 0.25])
    expect([...placeInstances(stores, options).translation]).toEqual([...Float32Array.of(0.3, -0.3, 0.126)])
  })

  it('has the box of the vertices for rotated instances when boxes are exact, else that of the corners', () => {
    const stores = new SceneStoresBuilder(1).add({ node: 0, mesh: octahedron, placement: diagonal })
    const options = {
      order: Uint32Array.of(0),
      sharing: null,
      geometries: stores.meshes.geometries,
    }
    const measureWidth = ({ boxes }: { boxes: Float32Array }): number => boxes[3] - boxes[0]
    // Corners of a box of 4 × 4, diagonally: 4√2. Vertices at 2 from the centre: 2 × 2 / √2.
    expect(measureWidth(placeInstances(stores, options))).toBeCloseTo(4 * Math.SQRT2, 3)
    expect(measureWidth(placeInstances(stores, { ...options, exactBoxes: true }))).toBeCloseTo(4 * Math.SQRT1_2, 3)
  })

  it('has exact boxes that contain every vertex and touch one on each side (seed 15)', () => {
    const random = seededRandom(15)
    const stores = new SceneStoresBuilder(1)
    const placements = Array.from({ length: 20 }, (_, round) => {
      const numbers = Array.from({ length: 12 }, () => random() * 4 - 2)
      // Some only permute and scale the axes.
      return (round % 4 === 0
        ? [0, numbers[0], 0, 0, 0, numbers[1], numbers[2], 0, 0, ...numbers.slice(9)]
        : numbers) as unknown as Placement
    })
    for (const placement of placements) stores.add({ node: 0, mesh: octahedron, placement })
    const scene = placeInstances(stores, {
      order: Uint32Array.from(placements.keys()),
      sharing: null,
      geometries: stores.meshes.geometries,
      exactBoxes: true,
    })
    placements.forEach((placement, instance) => {
      for (let axis = 0; axis < 3; axis++) {
        const values = Array.from({ length: 6 }, (_, vertex) =>
          [0, 1, 2].reduce(
            (sum, column) => sum + placement[column * 3 + axis] * octahedron.positions[vertex * 3 + column],
            placement[9 + axis],
          ),
        )
        expect(scene.boxes[instance * 6 + axis]).toBeCloseTo(Math.min(...values), 2)
        expect(scene.boxes[instance * 6 + 3 + axis]).toBeCloseTo(Math.max(...values), 2)
      }
    })
  })
})
