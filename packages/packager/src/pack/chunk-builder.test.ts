import { textureWrap } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { quantisedMesh, sceneOfBoxes } from '../test-support/scene-stores.js'
import { ChunkBuilder } from './chunk-builder.js'
import type { PlacedGeometry, PlacedScene } from './placed-scene.js'

const triangle = quantisedMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])
const square = quantisedMesh([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3])
const lines: PlacedGeometry = {
  positions: Uint16Array.of(0, 0, 0, 1, 1, 1),
  edges: Uint32Array.of(0, 1),
  origin: [1, 2, 3],
  step: 1,
}

/** Creates four instances: triangle, square, triangle, lines; materials 0, 1, 0, 2; nodes 10 to 13. */
function createScene(over: Partial<PlacedScene> = {}): PlacedScene {
  const box = [0, 0, 0, 1, 1, 1]
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  return {
    ...sceneOfBoxes([box, box, box, box], { geometries: [square, lines, { ...triangle, origin: [5, 5, 5] }] }),
    node: Uint32Array.of(10, 11, 12, 13),
    geometry: Uint32Array.of(2, 0, 2, 1),
    material: Uint32Array.of(0, 1, 0, 2),
    linear: Float32Array.from([...identity, ...identity.map((value) => value * 2), ...identity, ...identity]),
    translation: Float32Array.of(0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    ...over,
  }
}

describe('ChunkBuilder', () => {
  it('numbers geometries and materials in the order of the rows, and lists each once', () => {
    const builder = new ChunkBuilder()
    const { input, counts } = builder.build(createScene(), Uint32Array.of(3, 1, 0, 2))
    expect(input).toMatchObject({ firstGeometry: 0, firstMaterial: 0, firstInstance: 0 })
    expect([...input.instances.node]).toEqual([13, 11, 10, 12])
    expect([...input.instances.geometry]).toEqual([0, 1, 2, 2])
    expect([...input.instances.material]).toEqual([0, 1, 2, 2])
    expect([...input.instances.translation]).toEqual([7, 8, 9, 1, 2, 3, 0, 0, 0, 4, 5, 6])
    expect(input.geometries.map(({ positions }) => positions.length)).toEqual([6, 12, 9])
    expect(input.materials.names).toEqual(['m2', 'm1', 'm0'])
    expect([...input.materials.color]).toEqual([2, 0, 0, 255, 1, 0, 0, 255, 0, 0, 0, 255])
    expect(counts).toEqual({ geometries: 3, instances: 4, triangles: 3 })
  })

  it('stores equal matrices once per chunk', () => {
    const { input } = new ChunkBuilder().build(createScene(), Uint32Array.of(0, 1, 2, 3))
    expect([...input.instances.linear]).toEqual([0, 1, 0, 0])
    expect([...input.linear]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 2])
  })

  it('continues its numbers over chunks, and writes only what is new', () => {
    const builder = new ChunkBuilder()
    const scene = createScene()
    expect(builder.build(scene, Uint32Array.of(0, 1)).counts).toEqual({ geometries: 2, instances: 2, triangles: 3 })
    const { input, counts } = builder.build(scene, Uint32Array.of(3, 2))
    expect(input).toMatchObject({ firstGeometry: 2, firstMaterial: 2, firstInstance: 2 })
    expect([...input.instances.geometry, ...input.instances.material]).toEqual([2, 0, 2, 0])
    expect(input.geometries).toHaveLength(1)
    expect(input.materials.names).toEqual(['m2'])
    expect(counts).toEqual({ geometries: 1, instances: 2, triangles: 0 })
    expect([builder.geometries, builder.materials, builder.triangles]).toEqual([3, 3, 3])
    expect(builder.build(scene, Uint32Array.of(0)).input).toMatchObject({
      firstGeometry: 3,
      firstMaterial: 3,
      firstInstance: 4,
    })
  })

  it('puts the origin of every geometry at zero, because transforms contain it', () => {
    const { input } = new ChunkBuilder().build(createScene(), Uint32Array.of(0, 1, 3))
    expect(input.geometries.map(({ origin }) => origin)).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ])
  })
})

describe('textures of a chunk', () => {
  const textureCoordinates = { values: new Uint16Array(8), offset: [0, 0], step: 1 } as const
  const geometries = [{ ...square, textureCoordinates }, lines, triangle]
  const texture = { image: 7, tintAndWrap: [9, 8, 7, textureWrap.clamp] } as const
  const materials: PlacedScene['materials'] = [
    { name: 'plain', color: [1, 1, 1, 255], texture: null },
    { name: 'brick', color: [2, 2, 2, 255], texture },
    { name: 'left out', color: [3, 3, 3, 255], texture: { ...texture, image: 8 } },
  ]
  const files = new Map([[7, { number: 4, side: 512 }]])

  it('refer to files by number plus one, and are empty for materials without a file', () => {
    const { input } = new ChunkBuilder(files).build(createScene({ geometries, materials }), Uint32Array.of(0, 1, 3))
    expect(input.materials.textures).toEqual({
      image: Uint16Array.of(0, 5, 0),
      tintAndWrap: Uint8Array.of(0, 0, 0, 0, 9, 8, 7, textureWrap.clamp, 0, 0, 0, 0),
      side: Uint16Array.of(0, 512, 0),
    })
    expect(input.geometries[1]).toMatchObject({ textureCoordinates })
  })

  it('are absent from a chunk whose materials have no file', () => {
    const { input } = new ChunkBuilder(files).build(createScene({ geometries, materials }), Uint32Array.of(0, 3))
    expect(input.materials).not.toHaveProperty('textures')
  })

  it('are absent with their coordinates from a package without texture files', () => {
    const { input } = new ChunkBuilder().build(createScene({ geometries, materials }), Uint32Array.of(1))
    expect(input.materials).not.toHaveProperty('textures')
    expect(input.geometries[0]).not.toHaveProperty('textureCoordinates')
    expect(geometries[0]).toHaveProperty('textureCoordinates')
  })
})
