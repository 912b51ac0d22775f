import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { ObjectWriter } from '../testing/object-writer.js'
import { readWritten } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'
import { writeFields, type FieldValues } from '../testing/write-fields.js'

/** A boundary: its flags, its own fields, and the entities that it follows. */
interface WrittenPath {
  readonly flags: number
  readonly write: (writer: ObjectWriter) => void
  readonly entities?: readonly number[]
}

interface WrittenHatch {
  readonly paths: readonly WrittenPath[]
  readonly isSolid?: boolean
  readonly gradient?: FieldValues
  readonly seedCount?: number
}

const gradientFields = `
2004- BL IS_GRADIENT RESERVED
2004- BD ANGLE SHIFT
2004- BL IS_SINGLE
2004- BD TINT
2004- BL COLOR_COUNT
2004- BD FIRST_SHIFT
2004- CMC FIRST_COLOR
2004- BD SECOND_SHIFT
2004- CMC SECOND_COLOR
2004- T GRADIENT`

const noGradientFields = `
2004- BL NONE NONE
2004- BD NONE NONE
2004- BL NONE
2004- BD NONE
2004- BL NONE
2004- T GRADIENT`

function writeHatch(writer: ObjectWriter, { paths, isSolid = true, gradient, seedCount = 0 }: WrittenHatch): void {
  const { data } = writer
  if (gradient) writeFields(writer, gradientFields, { COLOR_COUNT: 2, ...gradient })
  else writeFields(writer, noGradientFields, { NONE: 0, GRADIENT: '' })
  data.writeDoubles(7, 0, 0, 1)
  writer.writeText(isSolid ? 'SOLID' : 'DOTS')
  data.writeFlag(isSolid).writeBit(0).writeLong(paths.length)
  for (const { flags, write, entities = [] } of paths) {
    data.writeLong(flags)
    write(writer)
    data.writeLong(entities.length)
    for (const handle of entities) writer.writeReference(handle)
  }
  data.writeShort(1).writeShort(0)
  if (!isSolid) {
    data.writeDoubles(0.5, 2).writeBit(1).writeShort(2)
    data.writeDoubles(0, 1, 2, 3, 4).writeShort(2).writeDoubles(0, -5)
    data.writeDoubles(1.5, 0, 0, 0, 6).writeShort(0)
  }
  if (paths.some(({ flags }) => (flags & 4) !== 0)) data.writeDouble(0.25)
  data.writeLong(seedCount)
  for (let left = seedCount; left > 0; left--) data.writeRawDoubles(0.5, 0.5)
}

const read = (release: (typeof releases)[number], hatch: WrittenHatch) =>
  readWritten(release, { kind: 78, write: (writer) => writeHatch(writer, hatch) })

const square: WrittenPath = {
  flags: 2,
  write({ data }) {
    data.writeBit(0).writeBit(1).writeLong(4).writeRawDoubles(0, 0, 4, 0, 4, 4, 0, 4)
  },
}

/** A path of one spline: degree 3, with weights unless it is not rational. */
const createSplinePath = (isRational: boolean): WrittenPath => ({
  flags: 1,
  write({ data, release }) {
    data.writeLong(1).writeByte(4).writeLong(3).writeFlag(isRational).writeBit(0).writeLong(4).writeLong(2)
    data.writeDoubles(0, 0, 2.5, 2.5)
    for (const [x, y, weight] of [
      [1, 2, 1],
      [3, 4, 0.5],
    ]) {
      data.writeRawDoubles(x, y)
      if (isRational) data.writeDouble(weight)
    }
    if (release >= 2010) data.writeLong(1).writeRawDoubles(5, 6, 1, 0, 0, 1)
  },
})

describe.each(releases)('HATCH of release %i', (release) => {
  it('has a polygon, whose path lists the entities that it follows', () => {
    const { entity, isAtEnd } = read(release, { paths: [{ ...square, flags: 2 | 4, entities: [0x31, 0x32] }] })
    const vertices = [
      { x: 0, y: 0, bulge: 0 },
      { x: 4, y: 0, bulge: 0 },
      { x: 4, y: 4, bulge: 0 },
      { x: 0, y: 4, bulge: 0 },
    ]
    expect(entity).toMatchObject({
      ...{ kind: 'hatch', isSolid: true, patternName: 'SOLID', elevation: 7, style: 1, patternLines: [] },
      paths: [{ flags: 6, edges: [{ kind: 'polyline', vertices }] }],
    })
    expect(isAtEnd).toBe(true)
  })

  it.each([true, false])('has a spline that is rational: %s', (isRational) => {
    const { entity, isAtEnd } = read(release, { paths: [createSplinePath(isRational)] })
    const controlPoints = [
      [1, 2],
      [3, 4],
    ]
    const weights = isRational ? [1, 0.5] : []
    expect(entity).toMatchObject({
      paths: [{ edges: [{ kind: 'spline', degree: 3, knots: [0, 0, 2.5, 2.5], controlPoints, weights }] }],
    })
    expect(isAtEnd).toBe(true)
  })

  it('has lines of a pattern, of which some have no dashes, and seed points', () => {
    const { entity, isAtEnd } = read(release, { paths: [square], isSolid: false, seedCount: 2 })
    expect(entity).toMatchObject({
      patternName: 'DOTS',
      patternLines: [
        { angle: 0, base: [1, 2], offset: [3, 4], dashes: [0, -5] },
        { angle: 1.5, base: [0, 0], offset: [0, 6], dashes: [] },
      ],
    })
    expect(isAtEnd).toBe(true)
  })

  it('has a gradient since 2004', () => {
    const gradient = { IS_GRADIENT: 1, ANGLE: 0.5, IS_SINGLE: 0, TINT: 0.75, FIRST_COLOR: 5, SECOND_COLOR: 2 }
    const { entity, isAtEnd } = read(release, { paths: [square], gradient })
    const colors = [
      { kind: 'index', index: 5 },
      { kind: 'index', index: 2 },
    ]
    expect(entity).toMatchObject({
      gradient: release < 2004 ? null : { angle: 0.5, isSingleColor: false, tint: 0.75, colors },
    })
    expect(isAtEnd).toBe(true)
  })

  it('is rejected with an edge of an unknown kind', () => {
    const path: WrittenPath = { flags: 1, write: ({ data }) => data.writeLong(1).writeByte(9) }
    expect(() => read(release, { paths: [path] })).toThrow(MalformedRecordError)
  })
})
