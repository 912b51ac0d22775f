import { createRecordedContext } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { identityMatrix } from '@kamar/core/math'
import type { SourceMaterial, ModelObject, RhinoModel } from './archive/read-model.js'
import { MaterialCache } from './material-cache.js'
import { layer, model, object, sources } from './testing/model.js'

const glass: SourceMaterial = { name: 'Glass', color: [0.4, 0.6, 0.8], opacity: 0.5 }
const tuff: SourceMaterial = { name: 'Tuff', color: [0.8, 0.4, 0.3], opacity: 1 }
const red = [1, 0, 0] as const
const blue = [0, 0, 1] as const

interface MaterialRequest {
  readonly input: RhinoModel
  readonly parents?: readonly ModelObject[]
}

async function getMaterial(
  modelObject: ModelObject,
  { input, parents = [] }: MaterialRequest,
  as: 'surface' | 'curve' = 'surface',
): Promise<unknown> {
  const { context, scene } = createRecordedContext()
  const materialCache = new MaterialCache(input, context)
  const instance = { node: 0, matrix: identityMatrix, parents }
  const material =
    as === 'surface'
      ? await materialCache.ofSurface(modelObject, instance)
      : materialCache.ofCurve(modelObject, instance)
  return material === null ? null : scene.materials[material]
}

const red0 = model({ materials: [glass, tuff], layers: new Map([[0, layer('A', { color: red })]]) })
const withMaterial = model({
  materials: [glass, tuff],
  layers: new Map([[0, layer('A', { color: red, materialIndex: 1 })]]),
})

describe('3DM surface material', async () => {
  it('is taken from the object', async () => {
    const own = object({ materialSource: sources.object, materialIndex: 0 })
    expect(await getMaterial(own, { input: withMaterial })).toEqual(glass)
  })

  it('is taken from the layer', async () => {
    expect(await getMaterial(object(), { input: withMaterial })).toEqual(tuff)
  })

  it('is inherited from enclosing block references', async () => {
    const byParent = object({ materialSource: sources.parentMaterial })
    const parents = [
      object({ materialSource: sources.parentMaterial }),
      object({ materialSource: 1, materialIndex: 0 }),
    ]
    expect(await getMaterial(byParent, { input: red0, parents })).toEqual(glass)
  })

  it('falls back to the material index of the object when there is no parent', async () => {
    const byParent = object({ materialSource: sources.parentMaterial, materialIndex: 1 })
    expect(await getMaterial(byParent, { input: red0 })).toEqual(tuff)
  })

  it('falls back to the display color without a material', async () => {
    expect(await getMaterial(object(), { input: red0 })).toEqual({ name: '#ff0000', color: red, opacity: 1 })
    const own = object({ colorSource: sources.object, color: blue })
    expect(await getMaterial(own, { input: red0 })).toMatchObject({ color: blue })
  })

  it('inherits the display color from enclosing block references at any depth', async () => {
    const byParent = object({ colorSource: sources.parentColor })
    const parents = [object({ colorSource: sources.parentColor }), object({ colorSource: 1, color: blue })]
    expect(await getMaterial(byParent, { input: red0, parents })).toMatchObject({ color: blue })
  })

  it.each([
    ['is black', object({ colorSource: sources.object, color: [0, 0, 0] })],
    ['is on no layer', object({ layer: 9 })],
  ])('falls back to the class color for an object that %s', async (_, modelObject) => {
    expect(await getMaterial(modelObject, { input: red0 })).toBeNull()
  })

  it('falls back to the display color when the material cannot be read', async () => {
    const missing = object({ materialSource: sources.object, materialIndex: 5 })
    expect(await getMaterial(missing, { input: red0 })).toMatchObject({ color: red })
    const unread = model({ materials: [null], layers: new Map([[0, layer('A', { color: red, materialIndex: 0 })]]) })
    expect(await getMaterial(object(), { input: unread })).toMatchObject({ color: red })
  })
})

describe('3DM curve material', async () => {
  it("has the display color regardless of the object's material", async () => {
    expect(await getMaterial(object(), { input: withMaterial }, 'curve')).toMatchObject({ color: red })
  })

  it('keeps black from the object, the layer and the enclosing block', async () => {
    const black = [0, 0, 0] as const
    const onBlackLayer = model({ layers: new Map([[0, layer('A', { color: black })]]) })
    expect(await getMaterial(object(), { input: onBlackLayer }, 'curve')).toMatchObject({ color: black })
    const own = object({ colorSource: sources.object, color: black })
    expect(await getMaterial(own, { input: red0 }, 'curve')).toMatchObject({ color: black })
    const byParent = object({ colorSource: sources.parentColor })
    expect(await getMaterial(byParent, { input: red0, parents: [own] }, 'curve')).toMatchObject({ color: black })
  })

  it('falls back to the class color without a layer', async () => {
    expect(await getMaterial(object({ layer: 9 }), { input: red0 }, 'curve')).toBeNull()
  })
})

describe('3DM materials', () => {
  it('share one scene material when they look alike', async () => {
    const { context, scene } = createRecordedContext()
    const materialCache = new MaterialCache(
      model({ materials: [glass, { ...glass }, { ...glass, name: 'Other' }] }),
      context,
    )
    const of = (materialIndex: number): Promise<unknown> =>
      materialCache.ofSurface(object({ materialSource: sources.object, materialIndex }), {
        ...{ node: 0, matrix: identityMatrix, parents: [] },
      })
    expect([await of(0), await of(1), await of(2)]).toEqual([0, 0, 1])
    expect(scene.materials).toHaveLength(2)
  })
})

describe('3DM textured surface', () => {
  const png = PNG.sync.write(Object.assign(new PNG({ width: 1, height: 1 }), { data: Buffer.of(255, 0, 0, 255) }))
  const transform = [2, 0, 0, 2, 0, 0] as const
  const clampedMaterial: SourceMaterial = { ...tuff, texture: { name: 'Stone.png', isClamped: true, transform } }
  const rotatedMaterial: SourceMaterial = {
    ...clampedMaterial,
    texture: { name: 'stone.png', isClamped: false, transform: [0, 1, 1, 0, 0, 0] },
  }
  const modelObject = object({ materialSource: sources.object, materialIndex: 0 })
  const instance = { node: 0, matrix: identityMatrix, parents: [] }

  it('shows its embedded texture with UV coordinates and the average color without them', async () => {
    const { context, scene } = createRecordedContext()
    const images = new Map([['stone.png', Uint8Array.from(png)]])
    const materialCache = new MaterialCache(model({ materials: [clampedMaterial], images }), context)
    const materials = [
      await materialCache.ofSurface(modelObject, instance, true),
      await materialCache.ofSurface(modelObject, instance, false),
    ]
    expect(materials.map((material) => scene.materials[material ?? -1])).toEqual([
      { name: 'Tuff', color: [1, 0, 0], opacity: 1, texture: { image: 0, tint: [1, 1, 1], wrap: 'clamp' } },
      { name: 'Tuff', color: [1, 0, 0], opacity: 1 },
    ])
    expect(materialCache.textures.findings).toMatchObject([{ code: 'texture-as-average-colour' }])
  })

  it('keeps its color without the texture image, which is reported as missing', async () => {
    const { context, scene } = createRecordedContext()
    const materialCache = new MaterialCache(model({ materials: [clampedMaterial] }), context)
    const material = await materialCache.ofSurface(modelObject, instance, true)
    expect(scene.materials[material ?? -1]).toEqual(tuff)
    expect([...materialCache.textures.missing]).toEqual(['Stone.png'])
    expect(await materialCache.byTexture(modelObject, [instance])).toEqual([{ transform: null, instances: [instance] }])
  })

  it('is split into one shape for each texture transform', async () => {
    const { context } = createRecordedContext()
    const images = new Map([['stone.png', Uint8Array.from(png)]])
    const materialCache = new MaterialCache(model({ materials: [clampedMaterial, rotatedMaterial], images }), context)
    const byParent = object({ materialSource: sources.parentMaterial, materialIndex: 0 })
    const inside = { ...instance, parents: [object({ materialSource: sources.object, materialIndex: 1 })] }
    expect(await materialCache.byTexture(byParent, [instance, inside, instance])).toEqual([
      { transform, instances: [instance, instance] },
      { transform: [0, 1, 1, 0, 0, 0], instances: [inside] },
    ])
  })
})
