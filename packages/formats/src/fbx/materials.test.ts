import { createRecordedContext, type Companions } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { memorySource, readerLimits } from '@kamar/core'
import { FbxDocument } from './document.js'
import { float, id, node, properties, property, text } from './fixtures/fbx-writer.js'
import type { WrittenNode } from './fixtures/fbx-writer.js'
import { material, smallFile } from './fixtures/small-file.js'
import type { Connected } from './fixtures/small-file.js'
import { Materials } from './materials.js'
import { FileWindow } from '../kit/file-window.js'
import { parseBinary } from './parse-binary.js'

interface Input {
  readonly objects?: readonly WrittenNode[]
  readonly connections?: readonly Connected[]
  readonly companions?: Companions
}

/** Creates the materials of a document whose first is number 20, and their read context. */
async function createMaterials(
  properties: readonly WrittenNode[],
  { objects = [], connections = [], companions = {} }: Input = {},
) {
  const bytes = smallFile([material(20, 'Paint', ...properties), ...objects], connections)
  const { context, scene, requestedCompanions } = createRecordedContext({ companions })
  const window = new FileWindow(memorySource('model.fbx', bytes), context)
  const document = new FbxDocument(await parseBinary(window, readerLimits))
  const materials = new Materials(context, document)
  await materials.findImages()
  const [object] = document.ofKind('Material')
  if (!object) throw new Error('no material')
  return { materials, scene, requestedCompanions, object }
}

/** Creates a material with these properties and returns it as in the scene. */
async function createMaterial(properties: readonly WrittenNode[], input: Input = {}) {
  const { materials, scene, object } = await createMaterials(properties, input)
  await materials.use(object, bare)
  return scene.materials[0]
}

describe('FBX material color', () => {
  it.each([
    ['DiffuseColor', 'DiffuseColor'],
    ['Diffuse', 'Diffuse'],
    ['the base colour of a physical material', '3dsMax|Parameters|base_color'],
    ['the base colour of another physical material type', '3dsMax|main|basecolor'],
    ['the colour of a Maya material', 'Maya|baseColor'],
  ])('is read from %s', async (_, name) => {
    expect(await createMaterial([property(name, 0.25, 0.5, 1)])).toMatchObject({ color: [0.25, 0.5, 1] })
  })

  it('is read from the FBX property before an application property', async () => {
    const both = [property('Maya|baseColor', 1, 0, 0), property('DiffuseColor', 0, 1, 0)]
    expect(await createMaterial(both)).toMatchObject({ color: [0, 1, 0] })
  })

  it('is multiplied by its factor and clamped to the valid range', async () => {
    const properties = [property('DiffuseColor', 0.5, 4, -1), property('DiffuseFactor', 0.5)]
    expect(await createMaterial(properties)).toMatchObject({ color: [0.25, 1, 0] })
    expect(await createMaterial([property('DiffuseColor', Number.NaN, 0, 0)])).toMatchObject({ color: [0, 0, 0] })
  })

  it('is grey when none is stated or numbers are missing', async () => {
    const plain = { color: [0.8, 0.8, 0.8], opacity: 1 }
    expect(await createMaterial([])).toMatchObject(plain)
    expect(await createMaterial([property('DiffuseColor', 1, 0)])).toMatchObject(plain)
  })
})

describe('FBX material opacity', () => {
  it.each([
    ['is the stated opacity', [property('Opacity', 0.25)], 0.25],
    ['is clamped to its range', [property('Opacity', 7)], 1],
    [
      'prefers the stated opacity to the transparency',
      [property('Opacity', 0.5), property('TransparencyFactor', 1)],
      0.5,
    ],
    [
      'is the complement of the transparency',
      [property('TransparencyFactor', 0.5), property('TransparentColor', 1, 1, 1)],
      0.5,
    ],
    [
      'includes the transparent colour',
      [property('TransparencyFactor', 1), property('TransparentColor', 0.75, 0.75, 0)],
      0.5,
    ],
    ['is 1 for a factor without a colour', [property('TransparencyFactor', 1)], 1],
    ['is 1 for a colour without a factor', [property('TransparentColor', 1, 1, 1)], 1],
  ])('%s', async (_, properties, opacity) => {
    expect((await createMaterial(properties))?.opacity).toBeCloseTo(opacity, 9)
  })
})

/** A shape without colours and texture coordinates. */
const bare = { hasVertexColors: false, hasTextureCoordinates: false }

/** Creates four pixels of one colour. */
function createPng(red: number, green: number, blue: number): Uint8Array {
  const png = new PNG({ width: 2, height: 2 })
  png.data.set(Array.from({ length: 4 }, () => [red, green, blue, 255]).flat())
  return Uint8Array.from(PNG.sync.write(png))
}

describe('FBX texture', () => {
  const texture = (...names: readonly WrittenNode[]): WrittenNode =>
    node('Texture', [id(30), text('Texture::Wood'), text('')], names)
  const on = (name: string): readonly Connected[] => [[30, 20, name]]
  const wood = node('RelativeFilename', [text('..\\maps\\Wood.png')])

  it.each(['DiffuseColor', '3dsMax|Parameters|base_color_map', 'Maya|baseColor'])(
    'sets the material color when connected to %s',
    async (name) => {
      const companions = { 'wood.png': createPng(255, 0, 0) }
      const result = await createMaterial([property('DiffuseColor', 1, 1, 1)], {
        objects: [texture(wood)],
        connections: on(name),
        companions,
      })
      expect(result?.color[0]).toBeCloseTo(1)
      expect(result?.color.slice(1)).toEqual([0, 0])
    },
  )

  it.each(['NormalMap', 'SpecularColor', 'Bump'])('does not affect the color when connected to %s', async (name) => {
    const { materials, object, requestedCompanions } = await createMaterials([], {
      objects: [texture(wood)],
      connections: on(name),
    })
    await materials.use(object, bare)
    expect(requestedCompanions).toEqual([])
  })

  it('does not affect the color when connected to the material as a whole', async () => {
    const { materials, object, requestedCompanions } = await createMaterials([], {
      objects: [texture(wood)],
      connections: [[30, 20]],
    })
    await materials.use(object, bare)
    expect(requestedCompanions).toEqual([])
  })

  it.each([
    ['RelativeFilename', [wood, node('FileName', [text('C:\\other.png')])], 'Wood.png'],
    ['FileName', [node('RelativeFilename', [text('')]), node('FileName', [text('/home/a/oak.jpg')])], 'oak.jpg'],
    ['Filename', [node('Filename', [text('oak.jpg')])], 'oak.jpg'],
  ])('is looked up by the last part of its %s', async (_, names, expected) => {
    const input = { objects: [texture(...names)], connections: on('DiffuseColor') }
    const { materials, object, requestedCompanions } = await createMaterials([], input)
    await materials.use(object, bare)
    expect(requestedCompanions).toEqual([expected])
    expect([...materials.textures.missing]).toEqual([expected])
  })

  it('is ignored without a file name', async () => {
    const { materials, object } = await createMaterials([], { objects: [texture()], connections: on('DiffuseColor') })
    await materials.use(object, bare)
    expect(materials.textures.missing.size).toBe(0)
  })

  it('is read from embedded content regardless of the case of its name', async () => {
    const video = node(
      'Video',
      [id(31), text('Video::'), text('Clip')],
      [node('RelativeFilename', [text('maps/WOOD.PNG')]), node('Content', [{ raw: createPng(0, 255, 0) }])],
    )
    const input = { objects: [texture(wood), video], connections: on('DiffuseColor') }
    const { materials, object, scene, requestedCompanions } = await createMaterials(
      [property('DiffuseColor', 1, 1, 1)],
      input,
    )
    await materials.use(object, bare)
    expect(scene.materials[0]?.color).toEqual([0, 1, 0])
    expect(requestedCompanions).toEqual([])
  })
})

describe('FBX texture on a surface', () => {
  const texture = node(
    'Texture',
    [id(30), text('Texture::Wood'), text('')],
    [node('RelativeFilename', [text('wood.png')])],
  )
  const input = {
    objects: [texture],
    connections: [[30, 20, 'DiffuseColor']] as const,
    companions: { 'wood.png': createPng(255, 0, 0) },
  }

  it('is drawn with texture coordinates and replaced by its average color without them', async () => {
    const { materials, object, scene } = await createMaterials([property('DiffuseColor', 1, 1, 0.5)], input)
    expect(await materials.findUvTransform(object)).toMatchObject({ transform: [1, 0, 0, 1, 0, 0], uvSet: '' })
    const { material } = await materials.use(object, { ...bare, hasTextureCoordinates: true })
    expect(scene.materials[material]).toMatchObject({
      color: [1, 0, 0],
      texture: { image: 0, tint: [1, 1, 0.5], wrap: 'repeat' },
    })
    expect(materials.textures.findings).toEqual([])
    const plain = await materials.use(object, bare)
    expect(scene.materials[plain.material]).not.toHaveProperty('texture')
    expect(materials.textures.findings).toMatchObject([{ code: 'texture-as-average-colour' }])
  })

  it.each([
    ['properties', [properties(property('Scaling', 2, 3, 1), property('Translation', 0.5, 0.25, 0))]],
    ['nodes', [node('ModelUVTranslation', [0.5, 0.25].map(float)), node('ModelUVScaling', [2, 3].map(float))]],
  ])('is transformed by its %s', async (_, properties) => {
    const [{ values, children }] = input.objects
    const transformed = { ...input, objects: [node('Texture', values, [...children, ...properties])] }
    const { materials, object } = await createMaterials([], transformed)
    expect(await materials.findUvTransform(object)).toMatchObject({ transform: [2, 0, 0, 3, 0.5, 0.25] })
  })

  it('is the lowest layer of a layered texture, and the others are counted', async () => {
    const stack = node('LayeredTexture', [id(40), text('LayeredTexture::Stack'), text('')])
    const others = [31, 32].map((number) => node('Texture', [id(number), text('Texture::Top'), text('')]))
    const { materials, object } = await createMaterials([], {
      ...input,
      objects: [...input.objects, ...others, stack],
      connections: [
        [40, 20, 'DiffuseColor'],
        [30, 40],
        [31, 40],
        [32, 40],
      ],
    })
    expect(await materials.findUvTransform(object)).toMatchObject({ name: 'wood.png' })
    expect(materials.findings).toMatchObject([{ code: 'texture-layers-left-out', details: { count: 2 } }])
  })

  it('yields to vertex colors', async () => {
    const { materials, object, scene } = await createMaterials([], input)
    const { material } = await materials.use(object, { hasVertexColors: true, hasTextureCoordinates: true })
    expect(scene.materials[material]).toMatchObject({ color: [1, 1, 1] })
    expect(scene.materials[material]).not.toHaveProperty('texture')
  })
})

describe('FBX material', () => {
  it('is written once for plain and once for vertex-colored surfaces', async () => {
    const { materials, object, scene } = await createMaterials([property('DiffuseColor', 1, 0, 0)])
    const [plain, painted, again] = [
      await materials.use(object, bare),
      await materials.use(object, { ...bare, hasVertexColors: true }),
      await materials.use(object, bare),
    ]
    expect(again).toEqual(plain)
    expect([scene.materials[plain.material]?.color, scene.materials[painted.material]?.color]).toEqual([
      [1, 0, 0],
      [1, 1, 1],
    ])
  })

  it('is described by a property set', async () => {
    const { materials, object, scene } = await createMaterials([
      property('DiffuseColor', 1, 0.5, 0),
      property('Opacity', 0.5),
    ])
    const { properties } = await materials.use(object, bare)
    expect(scene.propertySets[properties]).toEqual({
      name: 'Material',
      properties: [
        { name: 'Name', value: 'Paint' },
        { name: 'Colour', value: '#ff8000' },
        { name: 'Opacity', value: 0.5 },
      ],
    })
  })
})
