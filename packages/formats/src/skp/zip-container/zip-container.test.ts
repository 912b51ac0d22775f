import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '@kamar/codecs/records'
import { reader } from '../reader.js'
import { DraftComponent, translation } from '../testing/draft.js'
import { pavilion } from '../testing/pavilion.js'
import { numbers } from '../testing/values.js'
import { ZipContainerWriter, zipContainerFile, tagged, writeZipContainerModel } from '../testing/write-zip-container.js'
import { readDictionaries } from './dictionaries.js'
import { Tagged } from './tagged.js'
import { tags, valueTags } from './tags.js'

const long = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer)

describe('SketchUp tagged record', () => {
  const record = Tagged.of(
    Buffer.concat([
      tagged(2, Uint8Array.of(1, 2)),
      tagged(3, numbers(0.5, -2)),
      tagged(4, Buffer.from('тег')),
      tagged(5, tagged(6, Uint8Array.of(9))),
      tagged(7, Uint8Array.of(0xff, 0xff, 0xff, 0xff)),
    ]),
  )

  it('reads child records, ids, numbers, text and integers', () => {
    expect(record.children.map(({ length, tag }) => [tag, length])).toEqual([
      [2, 2],
      [3, 16],
      [4, 6],
      [5, 7],
      [7, 4],
    ])
    expect(record.required(2).id).toBe(0x201)
    expect(record.required(3).numbers(2)).toEqual([0.5, -2])
    expect(record.required(4).text).toBe('тег')
    expect(record.path(5, 6)?.u8).toBe(9)
    expect(record.required(7).u32).toBe(0xffffffff)
    expect(record.required(7).i32).toBe(-1)
    expect(record.path(5, 99, 6)).toBeNull()
    expect([...record.required(2).bytes]).toEqual([1, 2])
  })

  it('rejects a missing child and a read whose type does not match the length', () => {
    expect(() => record.required(8)).toThrow(MalformedRecordError)
    expect(() => record.required(3).numbers(3)).toThrow(MalformedRecordError)
    expect(() => record.required(2).u32).toThrow(MalformedRecordError)
    expect(() => record.required(2).u8).toThrow(MalformedRecordError)
    expect(() => record.required(3).id).toThrow(MalformedRecordError)
    expect(() => Tagged.of(tagged(1)).required(1).id).toThrow(MalformedRecordError)
  })

  it.each([
    ['extends beyond the end of its parent', Uint8Array.of(1, 0, 9, 0, 0, 0, 1)],
    ['ends within a header', Uint8Array.of(1, 0, 9)],
    ['states a wrong length', Uint8Array.of(1, 0, 255, 255, 255, 255)],
  ])('is rejected when it %s', (_, bytes) => {
    expect(() => Tagged.of(bytes).children).toThrow(MalformedRecordError)
  })
})

describe('SketchUp attribute dictionary', () => {
  const entity = (...dictionaries: readonly Uint8Array[]): Tagged =>
    Tagged.of(tagged(tags.attributes, tagged(tags.attributeContainer, tagged(tags.attributeItems, ...dictionaries))))
  const dictionary = (...entries: readonly Uint8Array[]): Uint8Array =>
    tagged(tags.dictionary, tagged(tags.dictionaryName, Buffer.from('D')), tagged(tags.dictionaryEntries, ...entries))
  const key = (name: string): Uint8Array => tagged(tags.dictionaryKey, Buffer.from(name))

  it('omits values of unknown type, and has no entries when keys and values differ in number', () => {
    const values = [
      tagged(tags.value),
      tagged(tags.value, tagged(14508, long(1))),
      tagged(tags.value, tagged(valueTags.integer, long(5))),
    ]
    expect(readDictionaries(entity(dictionary(key('a'), values[0], key('b'), values[1], key('c'), values[2])))).toEqual(
      [{ name: 'D', entries: [['c', 5]] }],
    )
    expect(readDictionaries(entity(dictionary(key('a'), key('b'), values[2])))).toEqual([{ name: 'D', entries: [] }])
    expect(readDictionaries(entity(tagged(tags.dictionary)))).toEqual([])
    expect(readDictionaries(null)).toEqual([])
  })

  it.each([
    ['a length', valueTags.length, numbers(24), '24 in'],
    ['a point', valueTags.point, numbers(1, 2, 3), '1, 2, 3 in'],
    ['a direction', valueTags.direction, numbers(0, 0, 1), '0, 0, 1'],
  ])('shows %s as text', (_, tag, bytes, text) => {
    const value = tagged(tags.value, tagged(tag, bytes))
    expect(readDictionaries(entity(dictionary(key('a'), value)))).toEqual([{ name: 'D', entries: [['a', text]] }])
  })

  it('limits the depth of nested lists', () => {
    let value = tagged(tags.value, tagged(valueTags.integer, long(5)))
    for (let depth = 0; depth < 3000; depth++) value = tagged(tags.value, tagged(valueTags.list, value))
    expect(readDictionaries(entity(dictionary(key('a'), value)))).toEqual([{ name: 'D', entries: [['a', '']] }])
  })
})

/** Returns the pavilion file with a changed record: the first one with this tag. */
function changedRecord(tag: number, change: (record: Uint8Array) => void, skip = 0): Uint8Array {
  const parts = new ZipContainerWriter(pavilion()).parts()
  const bytes = (parts['model.dat'] as Uint8Array).slice()
  let left = skip
  const find = (start: number, end: number): boolean => {
    for (let at = start; at + 6 <= end;) {
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      const [kind, next] = [view.getUint16(at, true), at + 6 + view.getUint32(at + 2, true)]
      if (next > end) return false
      if (kind === tag && left-- === 0) {
        change(bytes.subarray(at, next))
        return true
      }
      if (find(at + 6, next)) return true
      at = next
    }
    return false
  }
  expect(find(0, bytes.length)).toBe(true)
  return zipContainerFile({ ...parts, 'model.dat': bytes })
}

const retag =
  (tag: number) =>
  (record: Uint8Array): void => {
    new DataView(record.buffer, record.byteOffset).setUint16(0, tag, true)
  }

describe('SketchUp file since 2021', () => {
  it.each([
    ['a vertex', tags.vertexPosition, 'vertex', 1],
    ['the start of an edge', tags.edgeStart, 'edge', 1],
    ['the plane of a face', tags.facePlane, 'face', 1],
    ['the transform of a component', tags.instancePlacement, 'instance', 1],
    ['the edge use of a loop', tags.edgeUseEdge, 'face', 1],
    ['the common drawing element', tags.drawnFlags, 'entity', 0],
  ])('counts entities that are unreadable without %s', async (_, tag, kind, least) => {
    const { report } = await runReader(reader, changedRecord(tag, retag(30_000)))
    expect(report?.status).toBe(least > 0 ? 'partial' : 'complete')
    const missed = report?.skipped.filter(({ reason }) => reason === 'not-understood') ?? []
    expect(missed.find((row) => row.kind === kind)?.count ?? 0).toBeGreaterThanOrEqual(least)
  })

  it('counts a list of an unknown kind as not understood', async () => {
    const { report } = await runReader(reader, changedRecord(tags.guides, retag(5012)))
    expect(report?.skipped).toEqual([{ kind: 'entity', reason: 'not-understood', count: 1 }])
    expect(report?.findings[0]?.details).toEqual({ program: 'SketchUp', shown: 15, total: 16 })
  })

  it.each([
    ['text records', tags.texts, [{ kind: 'text', reason: 'not-drawn', count: 1 }]],
    ['dimension records', tags.dimensions, [{ kind: 'dimension', reason: 'not-drawn', count: 1 }]],
    ['the position of its box', tags.box, []],
    ['the validity flag of its box', tags.boxIsTrue, []],
  ])('recognises a component record of later releases (%s)', async (_, tag, skipped) => {
    const { report } = await runReader(reader, changedRecord(tags.guides, retag(tag)))
    expect(report?.skipped).toEqual(skipped)
  })

  it('reads a list up to the first damaged record', async () => {
    const cut = changedRecord(tags.faces, (record) => {
      // The last record of the list states a length beyond the list.
      let at = 6
      const view = new DataView(record.buffer, record.byteOffset)
      for (let next = at; next < record.length; next += 6 + view.getUint32(next + 2, true)) at = next
      view.setUint32(at + 2, 0xffffff, true)
    })
    const { report } = await runReader(reader, cut)
    expect(report?.skipped).toEqual([{ kind: 'face', reason: 'not-understood', count: 1 }])
  })

  it('counts instances of components that are missing from the file', async () => {
    const { report } = await runReader(reader, changedRecord(tags.definition, retag(30_000)))
    expect(report?.skipped).toEqual(
      expect.arrayContaining([
        { kind: 'instance', reason: 'block-missing', count: 3 },
        { kind: 'definition', reason: 'not-understood', count: 1 },
      ]),
    )
  })

  it('distinguishes materials whose names differ after a hash sign', async () => {
    const model = pavilion()
    const more = [1, 2].map((number) => ({ name: `Plaster#${number}`, color: [number, 0, 0] as const }))
    const { report, scene } = await runReader(
      reader,
      writeZipContainerModel({ ...model, materials: [...model.materials, ...more] }),
    )
    expect(report?.skipped).toEqual([])
    const plaster = model.materials.find(({ name }) => name === 'Plaster')?.color.map((channel) => channel / 255)
    expect(scene.materials.find(({ name }) => name === 'Plaster')?.color).toEqual(plaster)
  })

  it('omits unreadable materials and counts them', async () => {
    const parts = { ...new ZipContainerWriter(pavilion()).parts() }
    Reflect.deleteProperty(parts, 'materials/Plaster/material.xml')
    const broken = { ...parts, 'materials/_Brick_1/material.xml': '<materialDocument>' }
    const { report, scene } = await runReader(reader, zipContainerFile(broken))
    expect(report?.skipped).toEqual([{ kind: 'material', reason: 'not-understood', count: 2 }])
    expect(scene.materials.map(({ name }) => name)).toEqual(['Tiles'])
  })

  it('uses the color of a material whose texture image is missing', async () => {
    const parts = { ...new ZipContainerWriter(pavilion()).parts() }
    Reflect.deleteProperty(parts, 'materials/Tiles/tile.png')
    const { report, scene } = await runReader(reader, zipContainerFile(parts))
    expect(report?.status).toBe('complete')
    expect(scene.textures).toEqual([])
    expect(scene.materials.find(({ name }) => name === 'Tiles')?.color[0]).toBeCloseTo(128 / 255)
  })

  it('counts unreadable scenes, but no watermarks, as omitted saved views', async () => {
    const scenes = Buffer.from(tagged(tags.sceneItems, tagged(tags.scene), tagged(12345)))
    const watermarks = tagged(515, tagged(11500, tagged(11501, tagged(12000))))
    const parts = new ZipContainerWriter(pavilion()).parts()
    const model = Buffer.from(parts['model.dat'] as Uint8Array)
    const inner = Buffer.concat([tagged(tags.scenes, tagged(tags.sceneList, scenes)), watermarks, model.subarray(6)])
    const { report } = await runReader(reader, zipContainerFile({ ...parts, 'model.dat': tagged(tags.root, inner) }))
    expect(report?.findings).toContainEqual({
      code: 'saved-views-left-out',
      severity: 'information',
      details: { count: 2 },
    })
  })

  it('nests images inside groups and combines their transforms', async () => {
    const component = new DraftComponent().face([
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ],
    ])
    const inner = new DraftComponent().addInstance({ kind: 'image', definition: 'Photo', placement: translation(1) })
    const root = new DraftComponent().addInstance({
      kind: 'group',
      definition: 'In',
      placement: translation(2),
      name: 'Wing',
    })
    const definitions = [
      { name: 'In', component: inner },
      { name: 'Photo', component },
    ]
    const file = zipContainerFile(new ZipContainerWriter({ ...pavilion(), root, definitions }).parts())
    const { scene } = await runReader(reader, file)
    expect(scene.nodes.map(({ class: kind, name }) => `${kind} ${name}`).slice(1)).toEqual([
      'group Wing',
      'image Photo',
    ])
    expect(scene.bounds?.max[0]).toBeCloseTo(4 * 0.0254)
  })
})
