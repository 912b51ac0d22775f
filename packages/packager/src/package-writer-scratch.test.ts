import type { MeshInput, Placement } from '@kamar/core'
import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { TestScratchStorage } from './test-support/scratch-storage.js'
import { boxMesh, plainReport, WrittenPackage } from './test-support/written-package.js'

/** Creates a wavy ribbon of many triangles, with a bump that no affine map gives. */
function ribbon(bump: number, length: number): MeshInput {
  const rows = 320
  const positions = Array.from({ length: rows * 2 }, (_, at) => {
    const share = (at >> 1) / (rows - 1)
    return [share * length, at & 1, Math.sin(share * 6) * 0.4 + (share > 0.4 && share < 0.6 ? bump : 0)]
  })
  const indices = Array.from({ length: rows - 1 }, (_, row) => [0, 2, 1, 1, 2, 3].map((vertex) => row * 2 + vertex))
  return { positions: Float32Array.from(positions.flat()), indices: Uint32Array.from(indices.flat()) }
}

const texts = ['REI 60', 'Պատ', '', 'concrete']

/** Writes a model with everything that may go to a scratch file, in random order; exterior search included. */
async function writeModel(scratch?: TestScratchStorage): Promise<WrittenPackage> {
  const random = seededRandom(17)
  const viewPackage = new WrittenPackage({}, scratch === undefined ? {} : { scratch })
  const { writer } = viewPackage
  viewPackage.addRoot()
  const createPlacement = (): Placement => {
    const angle = random() < 0.5 ? 0 : random() * 6
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    return [x, y, 0, -y, x, 0, 0, 0, 1, random() * 60, random() * 60, random() * 9]
  }
  const pixels = new Uint8Array(16).fill(120)
  const image = writer.addTexture({ name: 'tile', width: 2, height: 2, pixels }) ?? 0
  const texture = { image, tint: [1, 1, 1], wrap: 'repeat' } as const
  const tiled = writer.addMaterial({ name: 'tile', color: [1, 1, 1], opacity: 1, texture })
  for (let part = 0; part < 220; part++) {
    const name = `Part ${part % 300}`
    const node = writer.addNode({
      parent: 0,
      name,
      class: part % 9 ? 'IfcWall' : 'IfcSpace',
      sourceId: `${part}`,
      hidden: part % 50 === 0,
    })
    const size = 0.2 + random() * 3
    const kinds = [
      () => writer.addMesh(ribbon(0, Math.ceil(size))),
      () => writer.addMesh(ribbon(random() * 0.1, size)),
      () => writer.addMesh(boxMesh(size, 1, 2)),
      () => writer.addMesh({ ...boxMesh(size, 1, 2), colors: new Uint8Array(32).fill(part % 250) }),
      () => writer.addMesh({ ...boxMesh(size, 1, 1), textureCoordinates: new Float32Array(16).fill(size) }),
      () => writer.addLines({ positions: Float32Array.of(0, 0, 0, size, 1, 1), indices: Uint32Array.of(0, 1) }),
      () => writer.addPoints({ positions: Float32Array.of(0, 0, 0, size, 1, 1) }),
    ]
    const mesh = kinds[part % kinds.length]()
    if (mesh === null) throw new Error('a part has a mesh')
    for (let count = 0; count < 1 + (part % 3); count++)
      writer.addInstance({
        node,
        mesh,
        placement: createPlacement(),
        material: part % kinds.length === 4 ? tiled : null,
      })
    const own = writer.addPropertySet({
      name: 'Pset',
      properties: [
        { name: 'Fire', value: texts[part % texts.length] },
        { name: 'Width', value: Math.round(random() * 100), unit: 'm' },
        { name: 'Mark', value: `${part}` },
      ],
    })
    const shared = writer.addPropertySet({ name: 'Type', properties: [{ name: 'Load', value: part % 2 === 0 }] })
    writer.assignPropertySets(node, [shared, own])
  }
  await writer.finish(plainReport)
  return viewPackage
}

describe('package writer with a scratch file', () => {
  it('writes the same bytes as one that keeps everything in memory', async () => {
    const storage = new TestScratchStorage()
    const [expected, viewPackage] = [await writeModel(), await writeModel(storage)]
    expect(storage.openedFiles).toBeGreaterThan(0)
    expect(expected.manifest().counts.placedTriangles).toBeGreaterThan(30_000)
    expect(viewPackage.manifest()).toEqual(expected.manifest())
    for (const { path } of expected.manifest().files)
      expect(Buffer.from(viewPackage.stored(path)).equals(Buffer.from(expected.stored(path))), path).toBe(true)
    viewPackage.writer.close()
  })

  it('can be closed without being finished', () => {
    const viewPackage = new WrittenPackage({}, { scratch: new TestScratchStorage() })
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(1, 1, 1), [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    viewPackage.writer.close()
    expect(() => viewPackage.writer.close()).not.toThrow()
  })
})
