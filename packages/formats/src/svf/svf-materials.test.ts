import { createRecordedContext } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import type { OpenSvf } from './open-svf.js'
import { SvfMaterials } from './svf-materials.js'

const png = PNG.sync.write(Object.assign(new PNG({ width: 1, height: 1 }), { data: Buffer.of(200, 100, 50, 255) }))
const brick = { uri: 'Images\\Brick.PNG', scale: { texture_UScale: 2, texture_VScale: 0.5 } }
const materials = [
  { diffuse: [1, 1, 1, 1], opacity: 1, maps: { diffuse: brick } },
  { diffuse: [0, 0, 0, 1], specular: [0.9, 0.8, 0.1, 1], metal: true, opacity: 3 },
  null,
  { diffuse: [1, 0, 0, 1], maps: { diffuse: { uri: 'images/none.png', scale: brick.scale } } },
]

/** Opens a derivative for its materials and images only. */
async function open(files: readonly string[] = ['Materials.json.gz', 'images/brick.png']) {
  const model = {
    getManifest: () => Promise.resolve({ assets: files.map((URI) => ({ type: 'any', URI })) }),
    listImages: () => ['images/brick.png'],
    readMaterials: () => Promise.resolve(materials),
  }
  const find = (uri: string) =>
    files.includes(uri) ? { size: png.length, readAll: () => Promise.resolve(new Uint8Array(png)) } : null
  const { context, scene } = createRecordedContext()
  return { scene, materials: await SvfMaterials.open(context, { model, isComplete: true, find } as unknown as OpenSvf) }
}

describe('SVF material', () => {
  it('binds its texture with its scale, however the address is written', async () => {
    const { materials, scene } = await open()
    expect(materials.findScale(0)).toEqual([2, 0.5])
    expect(await materials.ensureMaterial(0, true)).toBe(await materials.ensureMaterial(0, true))
    expect(scene.textures).toMatchObject([{ width: 1, height: 1 }])
    expect(scene.materials).toMatchObject([{ texture: { image: 0, wrap: 'repeat' } }])
  })

  it('uses the average color of the texture when the mesh has no texture coordinates', async () => {
    const { materials, scene } = await open()
    await materials.ensureMaterial(0, false)
    expect(scene.materials[0]?.texture).toBeUndefined()
    expect(materials.textures.findings).toMatchObject([{ code: 'texture-as-average-colour' }])
  })

  it('has the specular color for a metal and clamps its opacity', async () => {
    const { materials, scene } = await open()
    await materials.ensureMaterial(1, false)
    expect(scene.materials).toMatchObject([{ color: [0.9, 0.8, 0.1], opacity: 1 }])
  })

  it('is null when the library does not know it', async () => {
    const { materials, scene } = await open()
    expect([await materials.ensureMaterial(2, false), await materials.ensureMaterial(99, false)]).toEqual([null, null])
    expect([materials.findScale(2), materials.findScale(3)]).toEqual([null, null])
    expect(scene.materials).toEqual([])
  })

  it('reports a missing texture image', async () => {
    const { materials } = await open()
    await materials.ensureMaterial(3, true)
    expect([...materials.textures.missing]).toEqual(['images/none.png'])
  })

  it('is null when the derivative has no material list', async () => {
    const { materials } = await open(['images/brick.png'])
    expect(await materials.ensureMaterial(0, true)).toBeNull()
    expect(materials.areDamaged).toBe(false)
  })
})
