import { describe, expect, it } from 'vitest'
import type { ObjectWriter } from '../testing/object-writer.js'
import { readWritten } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'

const omitted = {
  elevation: 1,
  alignmentPoint: 2,
  obliqueAngle: 4,
  rotation: 8,
  widthFactor: 16,
  generation: 32,
  horizontalAlignment: 64,
  verticalAlignment: 128,
} as const

/** Writes a TEXT since 2000 without the values of some bits. */
function writeText(writer: ObjectWriter, omittedBits: number): void {
  const { data } = writer
  const isStated = (name: keyof typeof omitted): boolean => (omittedBits & omitted[name]) === 0
  data.writeByte(omittedBits)
  if (isStated('elevation')) data.writeRawDouble(3)
  data.writeRawDoubles(1, 2)
  if (isStated('alignmentPoint')) data.writeDoubleNear(4, 1).writeDoubleNear(5, 2)
  writer.writeExtrusion()
  writer.writeThickness(0)
  if (isStated('obliqueAngle')) data.writeRawDouble(0.1)
  if (isStated('rotation')) data.writeRawDouble(0.2)
  data.writeRawDouble(2.5)
  if (isStated('widthFactor')) data.writeRawDouble(0.8)
  writer.writeText('Flur')
  if (isStated('generation')) data.writeShort(4)
  if (isStated('horizontalAlignment')) data.writeShort(1)
  if (isStated('verticalAlignment')) data.writeShort(2)
  writer.writeReference(0x11)
}

const values = {
  ...{ elevation: 3, alignmentPoint: [4, 5], obliqueAngle: 0.1, rotation: 0.2, widthFactor: 0.8 },
  ...{ isUpsideDown: true, horizontalAlignment: 1, verticalAlignment: 2 },
}

const missing = {
  elevation: { elevation: 0 },
  alignmentPoint: { alignmentPoint: [0, 0] },
  obliqueAngle: { obliqueAngle: 0 },
  rotation: { rotation: 0 },
  widthFactor: { widthFactor: 1 },
  generation: { isUpsideDown: false },
  horizontalAlignment: { horizontalAlignment: 0 },
  verticalAlignment: { verticalAlignment: 0 },
} as const satisfies Readonly<Record<keyof typeof omitted, object>>

describe('TEXT since release 2000', () => {
  it.each(Object.entries(omitted))('has the default of %s where it is omitted', (name, bit) => {
    const { entity, isAtEnd } = readWritten(2004, { kind: 1, write: (writer) => writeText(writer, bit) })
    const own = { kind: 'text', value: 'Flur', insertPoint: [1, 2], height: 2.5 }
    expect(entity).toMatchObject({ ...own, ...values, ...missing[name as keyof typeof missing] })
    expect(isAtEnd).toBe(true)
  })
})

describe('attribute since release 2018', () => {
  it.each([2, 4])('has a text of several lines in the form %i', (form) => {
    const { entity, isAtEnd } = readWritten(2018, {
      kind: 2,
      write(writer) {
        writeText(writer, 0xff)
        writer.data.writeByte(0).writeByte(form)
        writer.writeEntityState()
        writeMultilineText(writer)
        writer.data.writeShort(0)
        writer.writeText('NOTE').data.writeShort(0).writeByte(0).writeBit(0)
      },
    })
    expect(entity).toMatchObject({
      ...{ kind: 'attribute', tag: 'NOTE', value: 'Flur' },
      multilineText: { kind: 'mtext', value: 'A\\PB', width: 50, height: 2.5, attachment: 1 },
    })
    expect(isAtEnd).toBe(true)
  })
})

/** Writes an MTEXT of release 2018 without columns. */
function writeMultilineText(writer: ObjectWriter): void {
  const { data } = writer
  data.writeDoubles(1, 2, 0, 0, 0, 1, 1, 0, 0, 50, 20, 2.5).writeShort(1).writeShort(1).writeDoubles(0, 0)
  writer.writeText('A\\PB').writeReference(0x12)
  data.writeShort(1).writeDouble(1.5).writeBit(0).writeLong(0).writeBit(0)
}

interface WrittenBackground {
  readonly flags: number
  readonly hasValues: boolean
}

function writeBackground(writer: ObjectWriter, { flags, hasValues }: WrittenBackground): void {
  const { data, release } = writer
  data.writeDoubles(1, 2, 0, 0, 0, 1, 1, 0, 0, 50)
  if (release >= 2007) data.writeDouble(20)
  data.writeDouble(2.5).writeShort(1).writeShort(1).writeDoubles(0, 0)
  writer.writeText('A').writeReference(0x12).data.writeShort(1).writeDouble(1.5).writeBit(0)
  data.writeLong(flags)
  if (hasValues) {
    data.writeDouble(1.25)
    writer.writeColor(3).data.writeLong(0)
  }
  if (release >= 2018) data.writeBit(0)
}

const color = { kind: 'index', index: 3 }

describe.each(releases.filter((release) => release >= 2004))('background of an MTEXT of release %i', (release) => {
  it.each([
    ['nothing', { flags: 0, hasValues: false }, null],
    ['a colour', { flags: 1, hasValues: true }, { color, scale: 1.25 }],
    ['the paper', { flags: 2, hasValues: false }, { color: null, scale: 1.5 }],
    ['the paper, with a scale', { flags: 3, hasValues: true }, { color: null, scale: 1.25 }],
    ['a frame alone', { flags: 16, hasValues: release >= 2018 }, null],
  ])('reads %s', (_name, source, background) => {
    const write = (writer: ObjectWriter): void => writeBackground(writer, source)
    const { entity, isAtEnd } = readWritten(release, { kind: 44, write })
    expect(entity).toMatchObject({ kind: 'mtext', background })
    expect(isAtEnd).toBe(true)
  })
})
