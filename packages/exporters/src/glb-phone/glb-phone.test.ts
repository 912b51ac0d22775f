import { at, boxMesh, WrittenPackage } from '@kamar/packager/test-support'
import { describeExporter } from '@kamar/test-kit'
import { validateBytes } from 'gltf-validator'
import { describe, expect, it } from 'vitest'
import { pair, papered } from '../testing/ar-packages.js'
import { exported } from '../testing/exported.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

describeExporter(descriptor, suiteOptions)

describe('AR GLB export', () => {
  const listErrors = async (bytes: Buffer): Promise<unknown[]> =>
    (await validateBytes(new Uint8Array(bytes), { maxIssues: 20 })).issues.messages.filter(
      ({ severity }) => severity <= 1,
    )

  it('is valid with vertex colours and glass', async () => {
    const viewPackage = pair()
    const box = boxMesh(1, 1, 1)
    const colors = new Uint8Array((box.positions.length / 3) * 4).fill(200)
    const mesh = viewPackage.writer.addMesh({ ...box, colors }) ?? -1
    const material = viewPackage.writer.addMaterial({ name: 'Glass', color: [0.5, 0.5, 1], opacity: 0.25 })
    for (const own of [material, null]) {
      viewPackage.writer.addInstance({ node: 0, mesh, placement: at(0, 0, 8), material: own })
    }
    const bytes = await exported(viewPackage, 'glb-phone')
    expect(await listErrors(bytes)).toEqual([])
    expect(bytes.toString('latin1')).toContain('"alphaMode":"BLEND"')
    expect(bytes.toString('latin1')).toContain('COLOR_0')
  })

  it('is valid and empty for a model without triangles', async () => {
    const viewPackage = new WrittenPackage()
    const node = viewPackage.addRoot()
    const lines = { positions: Float32Array.of(0, 0, 0, 1, 0, 0), indices: Uint32Array.of(0, 1) }
    viewPackage.writer.addInstance({
      node,
      mesh: viewPackage.writer.addLines(lines),
      placement: at(0, 0, 0),
      material: null,
    })
    const bytes = await exported(viewPackage, 'glb-phone')
    expect(await listErrors(bytes)).toEqual([])
    expect(bytes.toString('latin1')).not.toContain('"meshes"')
  })

  it('omits hidden elements', async () => {
    const viewPackage = pair()
    const space = viewPackage.writer.addNode({ parent: 0, name: 'room', class: 'IfcSpace', sourceId: '', hidden: true })
    const mesh = viewPackage.writer.addMesh(boxMesh(9, 9, 9)) ?? -1
    viewPackage.writer.addInstance({ node: space, mesh, placement: at(0, 0, 0), material: null })
    expect((await exported(viewPackage, 'glb-phone')).toString('latin1')).toContain('"triangles":24')
  })

  it('embeds images and wrap modes in the GLB', async () => {
    const bytes = await exported(papered(), 'glb-phone')
    const { issues } = await validateBytes(new Uint8Array(bytes))
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([])
    const gltf = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()) as {
      images: unknown[]
      textures: { sampler: number }[]
      materials: { pbrMetallicRoughness: { baseColorTexture?: unknown } }[]
    }
    expect(gltf.images).toHaveLength(1)
    expect(gltf.textures.map(({ sampler }) => sampler)).toEqual([0, 1])
    expect(gltf.materials.map((material) => material.pbrMetallicRoughness.baseColorTexture)).toEqual([
      { index: 0 },
      { index: 1 },
      undefined,
    ])
  })
})
