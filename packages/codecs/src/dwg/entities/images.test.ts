import { describe, expect, it } from 'vitest'
import type { Drawing, Entity } from '../../drawing/index.js'
import { openDwg } from '../open-dwg.js'
import type { DwgRelease } from '../release.js'
import type { ObjectWriter } from '../testing/object-writer.js'
import { readWritten } from '../testing/read-written.js'
import { writeClasses } from '../testing/write-classes.js'
import { releases, writeDrawing, type WrittenEntity, type WrittenObject } from '../testing/write-drawing.js'
import { writeFields, type FieldValues } from '../testing/write-fields.js'
import { readOleHeader } from './ole-header.js'

const classNames = ['IMAGE', 'IMAGEDEF', 'PDFUNDERLAY', 'PDFDEFINITION', 'SOMETHING_NEW'] as const
type ClassName = (typeof classNames)[number]

/** Numbers of classes begin with 500. */
const getKind = (name: ClassName): number => 500 + classNames.indexOf(name)
const entityClasses: ReadonlySet<string> = new Set(['IMAGE', 'PDFUNDERLAY', 'SOMETHING_NEW'])

function open(release: DwgRelease, entities: readonly WrittenEntity[], objects: readonly WrittenObject[]): Drawing {
  const classes = classNames.map((name) => ({ number: getKind(name), name, isEntity: entityClasses.has(name) }))
  const sections = { 'AcDb:Classes': writeClasses(release, 0, classes) }
  return openDwg(writeDrawing(release, entities, { objects, sections }))
}

function listModel(drawing: Drawing): Entity[] {
  const model = drawing.blocks.find(({ name }) => name === '*Model_Space')
  return [...(model?.entities() ?? [])]
}

const rasterFields = `
13- BL VERSION
13- 3BD INSERT U V
13- 2RD SIZE
13- BS DISPLAY
13- B IS_CLIPPED
13- RC BRIGHTNESS CONTRAST FADE
2010- B IS_INVERTED`

interface WrittenImage {
  readonly values?: FieldValues
  /** 1: a rectangle, 2: a polygon. */
  readonly form?: number
  readonly outline?: readonly number[]
  readonly definition?: number
}

function writeImage(writer: ObjectWriter, { values = {}, form = 1, outline = [], definition = 0 }: WrittenImage): void {
  const { data } = writer
  writeFields(writer, rasterFields, { INSERT: [1, 2, 0], U: [0.5, 0, 0], V: [0, 0.5, 0], SIZE: [640, 480], ...values })
  data.writeShort(form)
  if (form === 2) data.writeLong(outline.length / 2)
  data.writeRawDoubles(...outline)
  writer.writeReference(definition).writeReference(0)
}

const rectangle = [-0.5, -0.5, 639.5, 479.5]

describe.each(releases)('IMAGE of release %i', (release) => {
  const image: WrittenEntity = {
    kind: getKind('IMAGE'),
    write: (writer) => writeImage(writer, { outline: rectangle, definition: 0x300 }),
  }
  const definition: WrittenObject = {
    kind: getKind('IMAGEDEF'),
    handle: 0x300,
    write(writer) {
      writer.writeObjectHeader().data.writeLong(0).writeRawDoubles(640, 480)
      writer.writeText('..\\logo.png').data.writeBit(1).writeByte(0).writeRawDoubles(1, 1)
    },
  }

  it('has the file of its definition', () => {
    const drawing = open(release, [image], [definition])
    expect(listModel(drawing)).toMatchObject([{ kind: 'image', name: 'IMAGE', fileName: '..\\logo.png' }])
    expect([...drawing.entitiesNamed(new Set(['IMAGE']))]).toHaveLength(1)
  })

  it('has no file if its definition is missing', () => {
    expect(listModel(open(release, [image], []))).toMatchObject([{ fileName: '' }])
  })

  it.each([
    [1, rectangle, 2],
    [2, [0, 0, 9, 0, 9, 9], 3],
    [0, [], 0],
  ])('has an outline of the form %i', (form, outline, vertexCount) => {
    const { entity, isAtEnd } = readWritten(release, {
      kind: 'IMAGE',
      write: (writer) => writeImage(writer, { form, outline, values: { DISPLAY: 7, IS_CLIPPED: 1, IS_INVERTED: 0 } }),
    })
    expect(entity).toMatchObject({
      ...{ insertPoint: [1, 2, 0], uVector: [0.5, 0, 0], vVector: [0, 0.5, 0], size: [640, 480] },
      ...{ isDisplayed: true, isClipped: true, isClipInverted: false, clipVertices: { length: vertexCount } },
    })
    expect(isAtEnd).toBe(true)
  })

  it('is hidden, and cut away within its outline, where it states so', () => {
    const values = { DISPLAY: 6, IS_CLIPPED: 0, IS_INVERTED: 1 }
    const { entity } = readWritten(release, {
      kind: 'IMAGE',
      write: (writer) => writeImage(writer, { values, outline: rectangle }),
    })
    expect(entity).toMatchObject({ isDisplayed: false, isClipped: false, isClipInverted: release >= 2010 })
  })
})

describe.each(releases)('underlay of release %i', (release) => {
  it('has the file of its definition', () => {
    const underlay: WrittenEntity = {
      kind: getKind('PDFUNDERLAY'),
      write(writer) {
        writer.data.writeDoubles(0, 0, 1, 1, 2, 0, 0.5, 2, 2, 2).writeByte(0).writeByte(100).writeByte(0).writeLong(0)
        writer.writeReference(0x301)
      },
    }
    const definition: WrittenObject = {
      kind: getKind('PDFDEFINITION'),
      handle: 0x301,
      write: (writer) => writer.writeObjectHeader().writeText('site.pdf').writeText('1'),
    }
    expect(listModel(open(release, [underlay], [definition]))).toMatchObject([
      { kind: 'underlay', name: 'PDFUNDERLAY', fileName: 'site.pdf', clipVertices: [] },
    ])
  })
})

describe.each(releases)('entity of an unknown class of release %i', (release) => {
  it('has the name of its class', () => {
    const entity: WrittenEntity = { kind: getKind('SOMETHING_NEW'), write: ({ data }) => data.writeDoubles(1, 2, 3) }
    expect(listModel(open(release, [entity], []))).toMatchObject([{ kind: 'custom', name: 'SOMETHING_NEW' }])
  })
})

describe('readOleHeader', () => {
  const data = new Uint8Array(74)
  const view = new DataView(data.buffer)
  for (const [index, value] of [0, 10, 0, 20, 10, 0, 20, 0, 0].entries()) view.setFloat64(2 + 8 * index, value, true)

  it('has two opposite corners of the frame', () => {
    expect(readOleHeader(data)).toEqual({ upperLeft: [0, 10, 0], lowerRight: [20, 0, 0], application: '' })
  })

  it.each([0, 2, 26, 73])('has the origin for corners beyond %i bytes', (length) => {
    const { upperLeft, lowerRight } = readOleHeader(data.subarray(0, length))
    expect(upperLeft).toEqual(length < 26 ? [0, 0, 0] : [0, 10, 0])
    expect(lowerRight).toEqual([0, 0, 0])
  })
})
