import { describe, expect, it } from 'vitest'
import type { ObjectWriter } from '../testing/object-writer.js'
import { readWritten } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'
import { writeFields, type FieldValues } from '../testing/write-fields.js'

/** A root with its lines. */
interface WrittenRoot {
  readonly values: FieldValues
  readonly lines: readonly (readonly number[])[]
  readonly hasBreaks?: boolean
}

function writeRoot(writer: ObjectWriter, { values, lines, hasBreaks = false }: WrittenRoot): void {
  const { data } = writer
  writeFields(writer, '2000- B VALID UNKNOWN\n2000- 3BD CONNECTION DIRECTION', values)
  writeBreaks(writer, hasBreaks)
  writeFields(writer, '2000- BL INDEX\n2000- BD LANDING', values)
  data.writeLong(lines.length)
  for (const points of lines) {
    data.writeLong(points.length / 3).writeDoubles(...points)
    data.writeLong(hasBreaks ? 1 : 0)
    if (hasBreaks) {
      data.writeLong(0)
      writeBreaks(writer, true)
    }
    writeFields(
      writer,
      '2000- BL INDEX\n2010- BS TYPE\n2010- CMC COLOR\n2010- BL WEIGHT\n2010- BD ARROW\n2010- BL FLAGS',
    )
    if (writer.release >= 2010) writer.writeReference(0x51).writeReference(0x52)
  }
  writeFields(writer, '2010- BS ATTACHMENT')
}

function writeBreaks({ data }: ObjectWriter, hasBreaks: boolean): void {
  data.writeLong(hasBreaks ? 1 : 0)
  if (hasBreaks) data.writeDoubles(1, 1, 0, 2, 2, 0)
}

const contextFields = `
2000- BD SCALE
2000- 3BD BASE
2000- BD TEXT_HEIGHT ARROW_SIZE LANDING_GAP
2000- BS LEFT RIGHT ALIGNMENT ATTACHMENT`

const textFields = `
2000- T LABEL
2000- 3BD NORMAL LOCATION DIRECTION
2000- BD ROTATION WIDTH HEIGHT SPACING
2000- BS SPACING_STYLE
2000- CMC COLOR
2000- BS ALIGNMENT FLOW
2000- CMC BACKGROUND
2000- BD BACKGROUND_SCALE
2000- BL TRANSPARENCY
2000- B HAS_FILL HAS_MASK
2000- BS COLUMN_TYPE
2000- B AUTOMATIC
2000- BD COLUMN_WIDTH GUTTER
2000- B REVERSED`

const blockFields = `
2000- 3BD NORMAL LOCATION SCALE
2000- BD ROTATION
2000- CMC COLOR
2000- BD M11 M12 M13 M14 M21 M22 M23 M24 M31 M32 M33 M34 M41 M42 M43 M44`

const tailFields = `
2000- 3BD POINT DIRECTION VERTICAL
2000- B REVERSED
2010- BS TOP BOTTOM`

const leaderFields = `
2000- BL OVERRIDES
2000- BS TYPE
2000- CMC COLOR
2000- BL WEIGHT
2000- B LANDING
2000- B DOGLEG
2000- BD LANDING_LENGTH ARROW_SIZE
2000- BS CONTENT LEFT RIGHT ANGLE ALIGNMENT
2000- CMC TEXT_COLOR
2000- B FRAME
2000- CMC BLOCK_COLOR
2000- 3BD BLOCK_SCALE
2000- BD BLOCK_ROTATION
2000- BS ATTACHMENT
2000- B ANNOTATIVE`

const endFields = `
2000- B NEGATIVE
2000- BS TOP BOTTOM
2000- BD SCALE
2010- BS DIRECTION TOP_ATTACHMENT BOTTOM_ATTACHMENT
2013- B EXTENDED`

/** References of a multileader: its style, line type, arrow, text style and block. */
const [styleHandle, textStyleHandle] = [0x61, 0x12]

interface WrittenLeader {
  readonly roots: readonly WrittenRoot[]
  /** Writes which contents there are, and the content. */
  readonly writeContent: (writer: ObjectWriter) => void
  readonly attributes?: readonly (readonly [handle: number, text: string])[]
}

function writeLeader(writer: ObjectWriter, { roots, writeContent, attributes = [] }: WrittenLeader): void {
  const { data, release } = writer
  if (release >= 2010) data.writeShort(2)
  data.writeLong(roots.length)
  for (const root of roots) writeRoot(writer, root)
  writeFields(writer, contextFields, { TEXT_HEIGHT: 2.5, ARROW_SIZE: 4, ALIGNMENT: 1 })
  writeContent(writer)
  writeFields(writer, tailFields)
  for (const handle of [styleHandle, 0, 0, textStyleHandle, 0]) writer.writeReference(handle)
  writeFields(writer, leaderFields, { DOGLEG: 0 })
  if (release < 2010) {
    data.writeLong(1).writeBit(1)
    writer.writeReference(0x71)
  }
  data.writeLong(attributes.length)
  for (const [handle, text] of attributes) {
    writer.writeReference(handle).writeText(text)
    data.writeShort(1).writeDouble(3)
  }
  writeFields(writer, endFields)
}

const writeText =
  (style: number) =>
  (writer: ObjectWriter): void => {
    writer.data.writeBit(1)
    writer.writeReference(style)
    writeFields(writer, textFields, {
      LABEL: 'Door',
      LOCATION: [7, 8, 0],
      DIRECTION: [0, 1, 0],
      ROTATION: 1.5,
      WIDTH: 30,
    })
    writer.data.writeLong(2).writeDoubles(10, 20).writeBit(0).writeBit(0)
  }

const root: WrittenRoot = {
  values: { CONNECTION: [1, 2, 0], DIRECTION: [1, 0, 0], LANDING: 0.36 },
  lines: [
    [5, 6, 0, 7, 8, 0],
    [9, 9, 0],
  ],
}

describe.each(releases.filter((release) => release >= 2000))('MULTILEADER of release %i', (release) => {
  it('has the lines of each root, and a text', () => {
    const source: WrittenLeader = {
      roots: [root, { ...root, hasBreaks: true, lines: [[1, 1, 1]] }],
      writeContent: writeText(0x13),
    }
    const write = (writer: ObjectWriter): void => writeLeader(writer, source)
    const { entity, isAtEnd } = readWritten(release, { kind: 'MULTILEADER', write })
    expect(entity).toMatchObject({
      kind: 'multiLeader',
      hasLanding: false,
      arrowSize: 4,
      roots: [
        {
          connectionPoint: [1, 2, 0],
          direction: [1, 0, 0],
          landingLength: 0.36,
          lines: [
            [
              [5, 6, 0],
              [7, 8, 0],
            ],
            [[9, 9, 0]],
          ],
        },
        { lines: [[[1, 1, 1]]] },
      ],
      content: {
        ...{ kind: 'text', value: 'Door', height: 2.5, width: 30, rotation: 1.5, alignment: 1 },
        ...{ location: [7, 8, 0], direction: [0, 1, 0], style: { handle: 0x13 } },
      },
    })
    expect(isAtEnd).toBe(true)
  })

  it('has the text style of the leader where its text states none', () => {
    const write = (writer: ObjectWriter): void => writeLeader(writer, { roots: [], writeContent: writeText(0) })
    const { entity } = readWritten(release, { kind: 'MULTILEADER', write })
    expect(entity).toMatchObject({ content: { kind: 'text', style: { handle: textStyleHandle } } })
  })

  it('has a block, and no attributes whose definitions are missing', () => {
    const writeContent = (writer: ObjectWriter): void => {
      writer.data.writeBit(0).writeBit(1)
      writer.writeReference(0x21)
      writeFields(writer, blockFields, { LOCATION: [3, 4, 0], SCALE: [2, 2, 2], ROTATION: 0.5 })
    }
    const attributes = [[0x31, 'A1']] as const
    const write = (writer: ObjectWriter): void => writeLeader(writer, { roots: [root], writeContent, attributes })
    const { entity, isAtEnd } = readWritten(release, { kind: 'MULTILEADER', write })
    expect(entity).toMatchObject({
      content: {
        ...{ kind: 'block', block: { handle: 0x21 }, location: [3, 4, 0], scale: [2, 2, 2], rotation: 0.5 },
        attributes: [],
      },
    })
    expect(isAtEnd).toBe(true)
  })

  it('has neither a text nor a block', () => {
    const writeContent = ({ data }: ObjectWriter): unknown => data.writeBit(0).writeBit(0)
    const write = (writer: ObjectWriter): void => writeLeader(writer, { roots: [root], writeContent })
    const { entity, isAtEnd } = readWritten(release, { kind: 'MULTILEADER', write })
    expect(entity).toMatchObject({ content: null, roots: [{ connectionPoint: [1, 2, 0] }] })
    expect(isAtEnd).toBe(true)
  })
})
