import { hexadecimal } from '@kamar/core/math'
import { createRecordedContext } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { SceneWriter } from '../../kit/scene-writer.js'
import { readClasses, readObjects, type SceneObject } from '../container/scene-objects.js'
import { bitmap, standard } from '../testing/pavilion-scene.js'
import { container, floats, integers, record, wide } from '../testing/record-writer.js'
import { classes, SceneBytes, type WrittenValue } from '../testing/scene-writer.js'
import { hasSeveral, readMaterial, readSeveral } from './read-material.js'
import { SceneMaterials } from './scene-materials.js'

function createObject(write: (scene: SceneBytes) => number): SceneObject {
  const scene = new SceneBytes()
  const number = write(scene)
  const { ClassDirectory3, Scene } = scene.streams()
  const object = readObjects(Scene, readClasses(ClassDirectory3))?.objects[number]
  if (object === undefined) throw new Error('no object')
  return object
}

const identity = '00112233445566778899aabbccddeeff'
const parseMaterial = (write: (scene: SceneBytes) => number) => readMaterial(createObject(write))
const color = (...channels: readonly number[]) => channels.map(Math.fround)

describe('3ds Max Standard material', () => {
  it('has the colour of its shader and an opacity', () => {
    expect(parseMaterial((scene) => standard(scene, 'Tuff', [0.8, 0.4, 0.3], { opacity: 0.5 }))).toEqual({
      name: 'Tuff',
      color: color(0.8, 0.4, 0.3),
      opacity: 0.5,
      texture: null,
    })
  })

  it('clamps colour and opacity to the range 0 to 1', () => {
    const sourceMaterial = parseMaterial((scene) => standard(scene, 'Odd', [7, -1, 0.5], { opacity: 9 }))
    expect(sourceMaterial).toMatchObject({ color: [1, 0, 0.5], opacity: 1 })
  })

  it('shows a plain bitmap and marks tiled or procedural maps as not plain', () => {
    const parseTexture = (write: (scene: SceneBytes) => number) =>
      parseMaterial((scene) => standard(scene, 'Brick', [1, 1, 1], { map: write(scene) }))?.texture
    expect(parseTexture(bitmap)).toEqual({ file: identity, isPlain: true })
    expect(parseTexture((scene) => bitmap(scene, 3))).toEqual({ file: identity, isPlain: false })
    expect(parseTexture((scene) => scene.add(classes.noise, []))).toEqual({ file: '', isPlain: false })
    expect(parseTexture((scene) => scene.add(classes.bitmap, []))).toEqual({ file: '', isPlain: false })
    expect(parseTexture((scene) => scene.add(classes.dummy, []))).toBeNull()
  })

  it.each([
    ['without a shader', (scene: SceneBytes) => scene.add(classes.standard, [scene.parameters(1, {})])],
    [
      'with a shader without a colour',
      (scene: SceneBytes) => scene.add(classes.standard, [scene.add(classes.shader, [scene.parameters(0, {})])]),
    ],
    ['with a non-finite colour', (scene: SceneBytes) => standard(scene, 'Odd', [Number.NaN, 0, 0])],
  ])('is not read as a material %s', (_, write) => {
    expect(parseMaterial(write)).toBeNull()
  })
})

/** Linear 0.5, 0.25 and 0 in sRGB. */
const halfLight = '#bc8900'

describe('3ds Max Physical Material', () => {
  const physical = (scene: SceneBytes, on: number): number => {
    const map = bitmap(scene)
    const values = {
      1: { float: 0.5 },
      2: { floats: [1, 0.5, 0, 1] },
      30: { float: 0.75 },
      101: { object: map },
      151: { integer: on },
    }
    const name = container(0x0100, record(0x4001, wide('Tiles')))
    return scene.add(classes.physical, [scene.parameters(0, values)], name)
  }

  it('multiplies its base colour by its weight and subtracts transparency from opacity', () => {
    const sourceMaterial = parseMaterial((scene) => physical(scene, 0))
    expect(sourceMaterial).toMatchObject({ name: 'Tiles', opacity: 0.25, texture: null })
    expect(sourceMaterial && hexadecimal(sourceMaterial.color)).toBe(halfLight)
  })

  it('shows the bitmap of its base colour when enabled', () => {
    expect(parseMaterial((scene) => physical(scene, 1))?.texture).toEqual({ file: identity, isPlain: true })
  })
})

describe('3ds Max Arch & Design material', () => {
  const kinds = `cffcfiiiifcfiifficfffiiifffificifificifffiiifiiifiiiiifcciiiiifiiiiiccfffiii${'i'.repeat(48)}`
  const plainValue = (kind: string): WrittenValue =>
    kind === 'c' ? { floats: [1, 0.5, 0, 1] } : kind === 'f' ? { float: 0.5 } : { integer: -1 }
  const architectural = (
    scene: SceneBytes,
    on: number,
    change: Readonly<Record<number, WrittenValue>> = {},
  ): number => {
    const map = bitmap(scene)
    const first = 4
    const own: Readonly<Record<number, WrittenValue>> = {
      15: { float: 0.75 },
      76: { object: map },
      100: { integer: on },
    }
    const values = Object.fromEntries(
      Array.from(kinds, (kind, at) => {
        return [first + at, { ...own, ...change }[at] ?? plainValue(kind)] as const
      }),
    )
    const name = container(0x0100, record(0x4001, wide('Glazing')))
    return scene.add(classes.archDesign, [scene.parameters(0, values)], name)
  }

  it('multiplies its base colour by its weight and subtracts transparency from opacity', () => {
    const sourceMaterial = parseMaterial((scene) => architectural(scene, 0))
    expect(sourceMaterial).toMatchObject({ name: 'Glazing', opacity: 0.25, texture: null })
    expect(sourceMaterial && hexadecimal(sourceMaterial.color)).toBe(halfLight)
  })

  it('shows the bitmap of its base colour when enabled', () => {
    expect(parseMaterial((scene) => architectural(scene, 1))?.texture).toEqual({ file: identity, isPlain: true })
  })

  it('is not read with another parameter order', () => {
    expect(parseMaterial((scene) => architectural(scene, 0, { 40: { integer: 1 } }))).toBeNull()
    expect(
      parseMaterial((scene) => scene.add(classes.archDesign, [scene.parameters(0, { 0: { float: 1 } })])),
    ).toBeNull()
  })
})

describe('Arnold Standard Surface', () => {
  const value = (scene: SceneBytes, name: string, bytes: Uint8Array): number =>
    scene.add(classes.arnoldValue, [], record(1, wide(name)), container(3, record(4, integers(1)), record(6, bytes)))
  const surface = (scene: SceneBytes, names: readonly string[] = ['base', 'base_color', 'opacity']): number => {
    const all: Readonly<Record<string, Uint8Array>> = {
      base: floats(0.5),
      base_color: floats(1, 0.5, 0),
      opacity: floats(1, 0.5, 0),
    }
    const list = scene.add(
      classes.arnoldValue,
      names.map((name) => value(scene, name, all[name] ?? new Uint8Array())),
      record(1, wide('parameters')),
    )
    const block = scene.add(classes.parameters, [list], record(9, integers(0), integers(0, 0, 0)))
    const name = container(0x0100, record(0x4001, wide('Enamel')))
    return scene.add(classes.arnold, [block], name)
  }

  it('has values by parameter name', () => {
    const sourceMaterial = parseMaterial(surface)
    expect(sourceMaterial).toMatchObject({ name: 'Enamel', opacity: 0.5, texture: null })
    expect(sourceMaterial && hexadecimal(sourceMaterial.color)).toBe(halfLight)
    expect(parseMaterial((scene) => surface(scene, ['base', 'base_color']))?.opacity).toBe(1)
  })

  it('is not read without a base colour', () => {
    expect(parseMaterial((scene) => surface(scene, ['base']))).toBeNull()
  })

  it('ends for parameters that reference each other', () => {
    const ring = parseMaterial((scene) => {
      const number = scene.next
      scene.add(classes.arnoldValue, [number, number, number + 1])
      scene.add(classes.arnoldValue, [number, number + 1])
      return scene.add(classes.arnold, [number])
    })
    expect(ring).toBeNull()
  })
})

describe('3ds Max compound material', () => {
  it('uses the front side of a two-sided material', () => {
    const sourceMaterial = parseMaterial((scene) => {
      const [front, back] = [standard(scene, 'Front', [1, 0, 0]), standard(scene, 'Back', [0, 1, 0])]
      const block = scene.parameters(0, { 0: { object: front }, 1: { object: back } })
      return scene.add(classes.twoSided, [block, front, back])
    })
    expect(sourceMaterial?.name).toBe('Front')
  })

  it('is not read when its side is itself', () => {
    expect(
      parseMaterial((scene) => scene.add(classes.twoSided, [scene.parameters(0, { 0: { object: scene.next + 1 } })])),
    ).toBeNull()
  })

  it('lists sub-materials by material ID', () => {
    const several = createObject((scene) => {
      const one = standard(scene, 'One', [1, 0, 0])
      const block = scene.parameters(0, { 0: { table: [one, -1] }, 3: { table: [4, 7] } })
      return scene.add(classes.several, [block, one])
    })
    expect(hasSeveral(several)).toBe(true)
    const { materials, numbers } = readSeveral(several)
    expect([numbers, materials.map((material) => material?.class.name ?? null)]).toEqual([
      [4, 7],
      ['Standard', null],
    ])
  })

  it('numbers sub-materials from zero without material IDs', () => {
    const several = createObject((scene) => {
      const one = standard(scene, 'One', [1, 0, 0])
      return scene.add(classes.several, [scene.parameters(0, { 0: { table: [one, one] } })])
    })
    expect(readSeveral(several).numbers).toEqual([0, 1])
  })

  it('is not read for other classes', () => {
    expect(parseMaterial((scene) => scene.add(classes.blend, []))).toBeNull()
    expect(parseMaterial((scene) => scene.add(classes.box, []))).toBeNull()
  })
})

describe('3ds Max material assignment', () => {
  const pixels = PNG.sync.write(
    Object.assign(new PNG({ width: 1, height: 1 }), { data: Buffer.from([200, 100, 0, 255]) }),
  )
  const createMaterialSlots = (companions: Readonly<Record<string, Uint8Array>> = {}) => {
    const { context, scene } = createRecordedContext({ companions })
    const materials = new SceneMaterials(context, new SceneWriter(context), new Map([[identity, 'tuff.png']]))
    return { materials, scene }
  }
  const several = (scene: SceneBytes): number => {
    const one = standard(scene, 'One', [1, 0, 0])
    const two = standard(scene, 'Two', [0, 1, 0])
    const block = scene.parameters(0, { 0: { table: [one, two] }, 3: { table: [0, 4] } })
    return scene.add(classes.several, [block, one, two])
  }

  it('uses the wire colour without a material', () => {
    const { materials, scene } = createMaterialSlots()
    const { getMaterial: sourceMaterial, partOf } = materials.getSlots(undefined)
    expect([partOf(9), sourceMaterial(0)]).toEqual([0, null])
    expect(scene.materials[materials.wire([1, 0, 0])]).toEqual({ name: '#ff0000', color: [1, 0, 0], opacity: 1 })
  })

  it('selects sub-materials by material ID and cyclically for unknown IDs', () => {
    const { materials } = createMaterialSlots()
    const { getMaterial: sourceMaterial, partOf } = materials.getSlots(createObject(several))
    expect([0, 4, 2, 3].map(partOf)).toEqual([0, 1, 0, 1])
    expect([0, 1, 2].map((part) => sourceMaterial(part)?.name)).toEqual(['One', 'Two', undefined])
    expect(materials.unread.size).toBe(0)
  })

  it('selects nested sub-materials by the same material ID', () => {
    const { materials } = createMaterialSlots()
    const nested = createObject((scene) => {
      const inner = several(scene)
      return scene.add(classes.several, [scene.parameters(0, { 0: { table: [inner, inner] }, 3: { table: [0, 4] } })])
    })
    const { getMaterial: sourceMaterial, partOf } = materials.getSlots(nested)
    expect([0, 4].map((number) => sourceMaterial(partOf(number))?.name)).toEqual(['One', 'Two'])
    expect(materials.unread.size).toBe(0)
  })

  it('is not read when a sub-material contains itself', () => {
    const { materials } = createMaterialSlots()
    const ring = createObject((scene) => scene.add(classes.several, [scene.parameters(0, { 0: { table: [1] } })]) - 1)
    expect(materials.getSlots(ring).getMaterial(0)).toBeNull()
  })

  it('is shared by all objects with the same material', () => {
    const { materials } = createMaterialSlots()
    const tuff = createObject((scene) => standard(scene, 'Tuff', [1, 0, 0]))
    expect(materials.getSlots(tuff)).toBe(materials.getSlots(tuff))
    expect(materials.getSlots(undefined)).toBe(materials.getSlots(undefined))
  })

  it('counts each unread material once', () => {
    const { materials } = createMaterialSlots()
    const blend = createObject((scene) => scene.add(classes.blend, []))
    const empty = createObject((scene) => scene.add(classes.several, []))
    for (const material of [blend, empty, blend]) {
      const { getMaterial: sourceMaterial, partOf } = materials.getSlots(material)
      expect([partOf(3), sourceMaterial(0)]).toEqual([0, null])
    }
    expect(materials.unread.size).toBe(2)
  })

  it('shows a companion image or its average colour', async () => {
    const brick = createObject((scene) => standard(scene, 'Brick', [1, 1, 1], { map: bitmap(scene) }))
    const { materials, scene } = createMaterialSlots({ 'tuff.png': Uint8Array.from(pixels) })
    const sourceMaterial = materials.getSlots(brick).getMaterial(0)
    expect(await materials.findTextureFile(sourceMaterial)).toBe('tuff.png')
    if (sourceMaterial === null) throw new Error('no look')
    const materialId = await materials.use(sourceMaterial, true)
    expect(await materials.use(sourceMaterial, true)).toBe(materialId)
    const average = await materials.use(sourceMaterial, false)
    expect(scene.materials[materialId]?.texture).toMatchObject({ image: 0 })
    expect(scene.materials[average]).toMatchObject({ color: [200 / 255, 100 / 255, 0] })
    expect(materials.findings.map(({ code }) => code)).toEqual(['texture-as-average-colour'])
  })

  it('names a missing image and counts unsupported texture mappings', async () => {
    const { materials } = createMaterialSlots()
    const sourceMaterials = [bitmap, (scene: SceneBytes) => bitmap(scene, 2)].map((map) =>
      materials
        .getSlots(createObject((scene) => standard(scene, 'Brick', [1, 1, 1], { map: map(scene) })))
        .getMaterial(0),
    )
    for (const sourceMaterial of sourceMaterials) {
      expect(await materials.findTextureFile(sourceMaterial)).toBe('')
      if (sourceMaterial) await materials.use(sourceMaterial, false)
    }
    expect([...materials.textures.missing]).toEqual(['tuff.png'])
    expect(materials.findings).toEqual([{ code: 'textures-not-laid', severity: 'information', details: { count: 1 } }])
  })
})
