import { describe, expect, it } from 'vitest'
import type { Drawing, Entity } from '../drawing/index.js'
import { openDwg } from './open-dwg.js'
import type { DwgRelease } from './release.js'
import { createInsert, createLine, createText } from './testing/entities.js'
import { createApplication, createDictionary, writeRecord, type RecordGroup } from './testing/objects.js'
import type { EntityOptions, ObjectWriter } from './testing/object-writer.js'
import {
  fixedHandles,
  releases,
  writeDrawing,
  type WrittenContent,
  type WrittenEntity,
  type WrittenObject,
} from './testing/write-drawing.js'

const since2004 = releases.filter((release) => release >= 2004)
const before2004 = releases.filter((release) => release < 2004)
const [first, second, third, fourth] = [0x100, 0x101, 0x102, 0x103]
/** Number of the kind of an object whose class does not matter. */
const anyKind = 500

interface Content extends WrittenContent {
  readonly entities: readonly WrittenEntity[]
}

const open = (release: DwgRelease, { entities, ...content }: Content): Drawing =>
  openDwg(writeDrawing(release, entities, content))

function listModel(drawing: Drawing): Entity[] {
  const model = drawing.blocks.find(({ name }) => name === '*Model_Space')
  return [...(model?.entities() ?? [])]
}

const line = (options: EntityOptions = {}): WrittenEntity => ({ ...createLine([0, 0], [1, 1]), options })

describe.each(before2004)('chain of the entities of a block of release %i', (release) => {
  const listHandles = (nextHandles: readonly number[]): number[] => {
    const entities = nextHandles.map((next) => line({ next }))
    return listModel(open(release, { entities })).map(({ handle }) => handle)
  }

  it('is followed from the first to the last entity', () => {
    expect(listHandles([third, fourth, second, 0])).toEqual([first, third, second, fourth])
  })

  it('ends at a reference to an object that is missing', () => {
    expect(listHandles([second, 0x999, fourth, 0])).toEqual([first, second])
  })

  it('ends if it is a circle', () => {
    expect(listHandles([second, first, fourth, 0]).slice(0, 2)).toEqual([first, second])
  })
})

describe.each(releases)('objects that entities of release %i refer to', (release) => {
  it('state the draw order of a block', () => {
    const sortTable: WrittenObject = {
      kind: anyKind,
      handle: 0x301,
      write(writer) {
        writer.writeObjectHeader().writeReference(fixedHandles.modelSpace)
        writer.data.writeLong(2).writeHandle(0, third).writeHandle(0, first)
        writer.writeReference(first).writeReference(third)
      },
    }
    const objects = [createDictionary(0x300, { ACAD_FILTER: 0x999, ACAD_SORTENTS: 0x301 }), sortTable]
    const drawing = open(release, { entities: [line(), line(), line()], dictionary: 0x300, objects })
    expect(listModel(drawing).map(({ handle }) => handle)).toEqual([third, second, first])
  })

  it('state the opacity of a layer in extended data', () => {
    const opacity = new Uint8Array([71, 0x4c, 0, 0, 2])
    const layer: WrittenObject = {
      kind: 51,
      handle: 0x312,
      write(writer) {
        writer.writeExtendedData(0x311, opacity).writeObjectHeader().writeText('Glass').writeReferenceFlags()
        if (release <= 14) writer.data.writeBit(1).writeBit(1).writeBit(0).writeBit(0)
        else writer.data.writeShort(1 | 2 | (11 << 5))
        writer.writeColor(5)
        for (let left = 6; left > 0; left--) writer.writeReference(0)
      },
    }
    const objects = [...createApplication('AcCmTransparency', [0x310, 0x311]), layer]
    const [entity] = listModel(open(release, { entities: [line({ layer: 0x312 })], objects }))
    const lineWeight = release <= 14 ? -3 : 50
    const color = { kind: 'index', index: 5 }
    expect(entity?.layer).toMatchObject({
      ...{ name: 'Glass', opacity: 0.3, isFrozen: true, isOn: false, color, lineWeight },
    })
  })

  it('state the outline font of a text style in extended data', () => {
    const family = 'Arial'
    const isWide = release >= 2007
    const characters = [...family].flatMap((character) => [character.charCodeAt(0), ...(isWide ? [0] : [])])
    const header = isWide ? [0, family.length, 0] : [0, family.length, 30, 0]
    const font = new Uint8Array([...header, ...characters, 71, 0, 0, 0, 3])
    const style: WrittenObject = {
      kind: 53,
      handle: 0x322,
      write(writer) {
        writer.writeExtendedData(0x321, font).writeObjectHeader().writeText('Titles').writeReferenceFlags()
        writer.data.writeBit(0).writeBit(0).writeDoubles(5, 0.8, 0.25).writeByte(0).writeDouble(2.5)
        writer.writeText('arial.ttf').writeText('').writeReference(0)
      },
    }
    const text = createText([0, 0], 'A')
    const entity: WrittenEntity = { ...text, write: (writer) => writeWithStyle(writer, text, 0x322) }
    const objects = [...createApplication('ACAD', [0x320, 0x321]), style]
    const [read] = listModel(open(release, { entities: [entity], objects }))
    expect(read).toMatchObject({
      style: {
        ...{ name: 'Titles', fileName: 'arial.ttf', height: 5, widthFactor: 0.8, obliqueAngle: 0.25 },
        trueType: { family: 'Arial', isBold: true, isItalic: true },
      },
    })
  })
})

/** Writes an entity with another reference before its own. */
function writeWithStyle(writer: ObjectWriter, { write }: WrittenEntity, style: number): void {
  writer.writeReference(style)
  write(writer)
}

describe.each(since2004)('colour of an entity of release %i', (release) => {
  const readColor = (options: EntityOptions, objects: readonly WrittenObject[] = []): Partial<Entity> => {
    const [entity] = listModel(open(release, { entities: [line(options)], objects }))
    return { color: entity?.color, opacity: entity?.opacity }
  }

  it('is a colour of the palette, or inherited', () => {
    expect(readColor({ color: 3 }).color).toEqual({ kind: 'index', index: 3 })
    expect([0, 256].map((color) => readColor({ color }).color)).toEqual([{ kind: 'byBlock' }, { kind: 'byLayer' }])
  })

  it('has red, green and blue parts, and an opacity', () => {
    const color = { kind: 'rgb', rgb: 0x123456 }
    expect(readColor({ rgb: 0x123456 })).toEqual({ color, opacity: 'byLayer' })
    expect(readColor({ rgb: 0x123456, transparency: 0x0200007f })).toEqual({ color, opacity: 0.5 })
    expect(readColor({ transparency: 0x01000000 }).opacity).toBe('byBlock')
  })

  it('is that of a colour book', () => {
    const bookColor: WrittenObject = {
      kind: anyKind,
      handle: 0x330,
      write(writer) {
        writer.writeObjectHeader()
        writer.data
          .writeShort(0)
          .writeLong((0xc2 << 24) | 0xff8000)
          .writeByte(3)
        writer.writeText('RAL CLASSIC').writeText('RAL 2004')
      },
    }
    expect(readColor({ bookColor: 0x330, color: 7 }, [bookColor]).color).toEqual({ kind: 'rgb', rgb: 0xff8000 })
    expect(readColor({ bookColor: 0x999, color: 7 }).color).toEqual({ kind: 'index', index: 7 })
  })
})

describe.each(releases)('clip of an insert of release %i', (release) => {
  const createFilter = (isOn: number, dictionary: number): WrittenObject => ({
    kind: anyKind,
    handle: 0x342,
    write(writer) {
      writer.writeObjectHeader(0, dictionary)
      writer.data.writeShort(2).writeRawDoubles(0, 0, 10, 5).writeDoubles(0, 0, 1, 0, 0, 0).writeShort(isOn)
      writer.data.writeShort(1).writeDouble(3).writeShort(0)
      writer.data.writeDoubles(1, 0, 0, 7, 0, 1, 0, 8, 0, 0, 1, 9).writeDoubles(1, 0, 0, 4, 0, 1, 0, 5, 0, 0, 1, 6)
    },
  })
  const dictionaries = [
    createDictionary(0x340, { ACAD_FILTER: 0x341 }),
    createDictionary(0x341, { SPATIAL: 0x342 }),
    createDictionary(0x343, { ACAD_XREC_ROUNDTRIP: 0x344 }),
  ]
  const findClip = (objects: readonly WrittenObject[], dictionary = 0x340): ReturnType<Drawing['findClip']> => {
    const insert: WrittenEntity = { ...createInsert([0, 0]), options: { dictionary } }
    const drawing = open(release, { entities: [insert], objects: [...dictionaries, ...objects] })
    const [entity] = listModel(drawing)
    if (!entity) throw new TypeError('no insert')
    return drawing.findClip(entity)
  }
  const rectangle = [
    [0, 0],
    [10, 5],
  ]

  it('is found by its dictionaries', () => {
    expect(findClip([createFilter(1, 0)])).toMatchObject({
      outline: rectangle,
      isInverted: false,
      inverseInsertTransform: [1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9],
      insertTransform: [1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 5, 6],
    })
  })

  it('is nothing while it is off, and without a dictionary or a filter', () => {
    expect(findClip([createFilter(0, 0)])).toBeNull()
    expect(findClip([createFilter(1, 0)], 0)).toBeNull()
    expect(findClip([])).toBeNull()
  })

  const createRecord = (...groups: readonly RecordGroup[]): WrittenObject => ({
    kind: 79,
    handle: 0x344,
    write(writer) {
      writer.writeObjectHeader()
      writeRecord(writer, groups)
    },
  })

  it('has the outline of a record where it is inverted', () => {
    const record = createRecord(
      [102, 'OTHER'],
      [10, [9, 9, 0]],
      [102, 'ACAD_INVERTEDCLIP_ROUNDTRIP'],
      [10, [1, 2, 0]],
      [10, [3, 4, 0]],
    )
    const outline = [
      [1, 2],
      [3, 4],
    ]
    expect(findClip([createFilter(1, 0x343), record])).toMatchObject({ outline, isInverted: true })
  })

  it('is not inverted by other records', () => {
    const record = createRecord([102, 'OTHER'], [10, [1, 2, 0]], [10, [3, 4, 0]])
    expect(findClip([createFilter(1, 0x343), record])).toMatchObject({ outline: rectangle, isInverted: false })
  })
})

describe.each(releases)('drawing of release %i', (release) => {
  const entities = [line(), createInsert([0, 0]), line()]

  it('lists entities of a kind in all its blocks', () => {
    const drawing = open(release, { entities, doorEntities: [line()] })
    const listNamed = (...names: readonly string[]): number[] =>
      [...drawing.entitiesNamed(new Set(names))].map(({ handle }) => handle)
    expect(listNamed('LINE').toSorted((a, b) => a - b)).toEqual([fixedHandles.firstDoorEntity, first, third])
    expect(listNamed('INSERT')).toEqual([second])
    expect(listNamed('CIRCLE', 'IMAGE')).toEqual([])
  })

  it('counts an entity whose data are not those of its kind, and reads the others', () => {
    const broken: WrittenEntity = { kind: 77, write: ({ data }) => data.writeShort(0).writeLong(100_000) }
    const drawing = open(release, { entities: [line(), broken, line()] })
    expect(listModel(drawing).map(({ handle }) => handle)).toEqual([first, third])
    expect(drawing.unread).toEqual([{ name: 'LWPOLYLINE', isEntity: true }])
  })
})
