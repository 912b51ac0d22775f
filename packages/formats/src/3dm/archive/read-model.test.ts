import { readerLimits } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import type {
  Attributes,
  BlockDefinition,
  Geometry,
  Handle,
  HandleList,
  RhinoArchive,
  RhinoLayer,
  RhinoMaterial,
  RhinoObject,
} from './kernel-types.js'
import { objectTypes } from './object-types.js'
import { readModel, type RhinoModel } from './read-model.js'

const handle = { delete: () => undefined }
const grey = { r: 51, g: 102, b: 255, a: 255 }

/** Creates a table whose rows may throw, as the library does on damaged ones. */
function table<Item extends Handle>(rows: readonly (Item | Error)[]): HandleList<Item> {
  const get = (index: number): Item => {
    const row = rows[index]
    if (row instanceof Error) throw row
    return row
  }
  return { ...handle, count: rows.length, get }
}

/** Error that V8 throws when a WebAssembly instruction traps. */
const trap = Object.assign(new Error('unreachable'), { name: 'RuntimeError' })

function attributes(changes: Partial<Attributes> = {}): Attributes {
  return {
    ...{ ...handle, id: 'a', name: 'Wall', visible: true, mode: { value: 0 }, activeSpace: { value: 1 } },
    ...{ isInstanceDefinitionObject: false, layerIndex: 0, materialIndex: -1, materialSource: { value: 0 } },
    ...{ colorSource: { value: 0 }, objectColor: grey, groupCount: 0, userStringCount: 0 },
    getGroupList: () => null,
    getUserStrings: () => [],
    ...changes,
  }
}

interface ObjectInput {
  readonly type?: number
  readonly attributes?: Partial<Attributes>
  readonly geometry?: object | null
}

function rhinoObject({ type = objectTypes.brep, attributes: changes, geometry = {} }: ObjectInput = {}): RhinoObject {
  const shape = { ...handle, objectType: { value: type }, userStringCount: 0, getUserStrings: () => [], ...geometry }
  return {
    ...handle,
    attributes: () => attributes(changes),
    geometry: () => (geometry === null ? null : (shape as Geometry)),
  }
}

interface Tables {
  readonly objects?: readonly (RhinoObject | Error)[]
  readonly layers?: readonly (RhinoLayer | Error)[]
  readonly materials?: readonly (RhinoMaterial | Error)[]
  readonly blocks?: readonly BlockDefinition[]
  readonly texts?: readonly (readonly string[] | null)[]
  /** Base64, by path. */
  readonly files?: Readonly<Record<string, string>>
}

function archive({ objects = [], layers = [], materials = [], blocks = [], ...others }: Tables): RhinoArchive {
  const { texts = [], files = {} } = others
  return {
    ...{ ...handle, archiveVersion: 80, applicationName: 'Rhino' },
    settings: () => ({ ...handle, modelUnitSystem: { value: 2 }, modelAbsoluteTolerance: 0.01 }),
    objects: () => table(objects),
    layers: () => table(layers),
    materials: () => table(materials),
    groups: () => table([{ ...handle, name: 'North' }]),
    instanceDefinitions: () => table(blocks),
    dimstyles: () => ({ count: 0, get: () => null as never, findId: () => null }),
    embeddedFilePaths: () => Object.keys(files),
    getEmbeddedFileAsBase64: (path) => files[path] ?? '',
    strings: () => ({ count: texts.length, get: (index) => texts[index] }),
  }
}

const read = (tables: Tables): RhinoModel => readModel(archive(tables), readerLimits)
const readFirst = (input: ObjectInput) => read({ objects: [rhinoObject(input)] }).objects[0]

describe('3DM object', () => {
  it('is copied from the library with id, name, type, visibility and color', () => {
    expect(readFirst({})).toMatchObject({
      row: 0,
      id: 'a',
      name: 'Wall',
      type: 16,
      isVisible: true,
      color: [0.2, 0.4, 1],
    })
  })

  it.each([
    [{ visible: false }, { isVisible: false }],
    [{ mode: { value: 1 } }, { isVisible: false }],
    [{ mode: { value: 2 } }, { isVisible: true }],
    [{ activeSpace: { value: 2 } }, { isOnLayout: true }],
    [{ isInstanceDefinitionObject: true }, { isInBlock: true }],
    [{ groupCount: 1, getGroupList: () => [0] }, { groups: [0] }],
    [{ groupCount: 1, getGroupList: () => null }, { groups: [] }],
  ])('reads attributes %j as %j', (changes, expected) => {
    expect(readFirst({ attributes: changes })).toMatchObject(expected)
  })

  it('has user text but no keys reserved by Rhino', () => {
    const own = [
      ['Fire', 'EI 60'],
      ['$block-instance-original-object-id$', 'x'],
    ] as const
    const input = { attributes: { getUserStrings: () => own }, geometry: { getUserStrings: () => [['Mark', 'W1']] } }
    expect(readFirst(input)?.userTexts).toEqual([
      ['Fire', 'EI 60'],
      ['Mark', 'W1'],
    ])
  })

  it.each([
    [objectTypes.annotation, { plainText: 'Level 1' }, 'Level 1'],
    [objectTypes.textDot, { text: 'Entrance' }, 'Entrance'],
    [objectTypes.brep, { text: 'Nothing' }, ''],
    [objectTypes.annotation, {}, ''],
  ])('reads the text of object type %d as %j', (type, geometry, text) => {
    expect(readFirst({ type, geometry })?.text).toBe(text)
  })

  it('has the id and transform of its block as a block reference', () => {
    const xform = { ...handle, toFloatArray: () => [1, 2, 3] }
    const used = readFirst({ type: objectTypes.blockReference, geometry: { parentIdefId: 'lamp', xform } })
    expect(used?.block).toEqual({ id: 'lamp', rows: [1, 2, 3] })
  })

  it('is counted as damaged when it cannot be read, and the others are read', () => {
    const objects = [trap, rhinoObject(), rhinoObject({ geometry: null })]
    expect(read({ objects })).toMatchObject({ damagedObjects: 2, objects: [{ row: 1 }] })
  })

  it('ends the read beyond the node limit', () => {
    const twoObjects = archive({ objects: [rhinoObject(), rhinoObject()] })
    expect(() => readModel(twoObjects, { ...readerLimits, nodes: 1 })).toThrow(/limit-exceeded/)
  })
})

function material(changes: Partial<RhinoMaterial> = {}): RhinoMaterial {
  return {
    ...{ ...handle, name: 'Glass', transparency: 0.25, diffuseColor: grey, physicallyBased: () => null },
    getBitmapTexture: () => null,
    ...changes,
  }
}

describe('3DM material', () => {
  it('has its diffuse color and an opacity computed from its transparency', () => {
    expect(read({ materials: [material()] }).materials).toEqual([
      { name: 'Glass', color: [0.2, 0.4, 1], opacity: 0.75 },
    ])
  })

  it('prefers the color and opacity of a supported physically based material', () => {
    const physical = { ...handle, supported: true, baseColor: { r: 0.5, g: 0.25, b: 1, a: 1 }, opacity: 0.5 }
    expect(read({ materials: [material({ physicallyBased: () => physical })] }).materials[0]).toMatchObject({
      ...{ color: [0.5, 0.25, 1], opacity: 0.5 },
    })
    // Reading its colour traps the library when it is not a physical material.
    const none = { ...handle, supported: false, baseColor: grey, opacity: 0 }
    expect(read({ materials: [material({ physicallyBased: () => none })] }).materials[0]).toMatchObject({
      ...{ color: [0.2, 0.4, 1], opacity: 0.75 },
    })
  })

  it('clamps its color and opacity to valid ranges', () => {
    const wild = material({ transparency: -3, diffuseColor: { r: 900, g: -5, b: Number.NaN, a: 0 } })
    expect(read({ materials: [wild] }).materials[0]).toMatchObject({ color: [1, 0, 1], opacity: 1 })
  })

  it.each([
    ['repeats', { wrapU: 0 }, { isClamped: false }],
    ['is clamped at its edges', { wrapU: 1 }, { isClamped: true }],
    ['is mapped by its matrix', {}, { transform: [2, 4, 3, 5, 6, 7] }],
    ['has a non-finite matrix', { rows: [Number.NaN] }, { transform: [1, 0, 0, 1, 0, 0] }],
    ['is switched off', { enabled: false }, undefined],
    ['has no file', { fileName: '' }, undefined],
  ])('resolves a bitmap texture that %s', (_, changes, expected) => {
    const { rows = [2, 3, 0, 6, 4, 5, 0, 7, 0, 0, 1, 0, 0, 0, 0, 1], ...overrides } = changes as { rows?: number[] }
    const bitmapTexture = {
      ...{ ...handle, fileName: 'C:\\Maps\\Stone wall.PNG', enabled: true, wrapU: 0 },
      uvwTransform: { ...handle, toFloatArray: () => rows },
      ...overrides,
    }
    const [sourceMaterial] = read({ materials: [material({ getBitmapTexture: () => bitmapTexture })] }).materials
    const texture = { name: 'Stone wall.PNG', isClamped: false, transform: [2, 4, 3, 5, 6, 7], ...expected }
    expect(sourceMaterial?.texture).toEqual(expected && texture)
  })

  it('finds embedded texture images by lower-case file name', () => {
    const { images } = read({ files: { 'C:\\Maps\\Stone.PNG': 'AQID', '/maps/none.png': '' } })
    expect([...images]).toEqual([['stone.png', Uint8Array.of(1, 2, 3)]])
  })

  it('is null when it cannot be read, and the indices of the others stay', () => {
    expect(read({ materials: [trap, material()] }).materials).toEqual([
      null,
      { name: 'Glass', color: [0.2, 0.4, 1], opacity: 0.75 },
    ])
  })
})

describe('3DM tables', () => {
  it('map layer indices to layers', () => {
    const layer: RhinoLayer = {
      ...{ ...handle, id: 'l', name: 'Walls', fullPath: 'House::Walls', parentLayerId: 'h', visible: false },
      ...{ index: 7, color: grey, renderMaterialIndex: 3 },
    }
    expect(read({ layers: [trap, layer] }).layers).toEqual(
      new Map([
        [
          7,
          {
            ...{ id: 'l', parentId: 'h', name: 'Walls', path: 'House::Walls', isVisible: false },
            ...{ color: [0.2, 0.4, 1], materialIndex: 3 },
          },
        ],
      ]),
    )
  })

  it('map block ids to blocks and list group names and document user text', () => {
    const block = {
      ...handle,
      id: 'b',
      name: 'Lamp',
      description: 'A lamp',
      sourceArchive: '',
      getObjectIds: () => ['o'],
    }
    const { blocks, groups, texts } = read({ blocks: [block], texts: [['Client', 'Stone'], null, ['Empty']] })
    expect(blocks.get('b')).toEqual({ name: 'Lamp', description: 'A lamp', sourceArchive: '', objectIds: ['o'] })
    expect(groups).toEqual(['North'])
    expect(texts).toEqual([['Client', 'Stone']])
  })
})
