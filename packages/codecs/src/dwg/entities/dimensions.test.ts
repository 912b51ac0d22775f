import { describe, expect, it } from 'vitest'
import type { DimensionMeasurement } from '../../drawing/index.js'
import { readWritten } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'
import { writeFields, type FieldValues } from '../testing/write-fields.js'

/** What all dimensions begin with. */
const commonFields = `
2010- RC VERSION
13- 3BD NORMAL
13- 2RD MIDDLE
13- BD ELEVATION
13- RC FLAGS
13- T TEXT
13- BD TEXT_ROTATION HORIZONTAL X_SCALE Y_SCALE Z_SCALE ROTATION
2000- BS ATTACHMENT SPACING_STYLE
2000- BD SPACING MEASUREMENT
2007- B UNKNOWN FLIP_FIRST FLIP_SECOND
13- 2RD INSERT`

const values: FieldValues = {
  ...{ NORMAL: [0, 0, 1], MIDDLE: [8, 9], ELEVATION: 2, TEXT: '' },
  ...{ A: [1, 2, 0], B: [3, 4, 0], C: [5, 6, 0], D: [7, 8, 0], ANGLE: 0.5, OBLIQUE: 0.25, LENGTH: 3, IS_X: 1 },
}
const [a, b, c, d] = [[1, 2, 0] as const, [3, 4, 0] as const, [5, 6, 0] as const, [7, 8, 0] as const]

interface Case {
  readonly name: string
  readonly kind: number | string
  readonly fields: string
  readonly measurement: DimensionMeasurement
}

const cases: readonly Case[] = [
  {
    name: 'ordinate',
    kind: 20,
    fields: '13- 3BD A B C\n13- RC IS_X',
    measurement: { kind: 'ordinate', origin: a, feature: b, end: c, isX: true },
  },
  {
    name: 'linear',
    kind: 21,
    fields: '13- 3BD A B C\n13- BD OBLIQUE ANGLE',
    measurement: { kind: 'linear', first: a, second: b, line: c, rotation: 0.5 },
  },
  {
    name: 'aligned',
    kind: 22,
    fields: '13- 3BD A B C\n13- BD OBLIQUE',
    measurement: { kind: 'aligned', first: a, second: b, line: c },
  },
  {
    name: 'angular by three points',
    kind: 23,
    fields: '13- 3BD A B C D',
    measurement: { kind: 'angular', vertex: d, first: b, second: c },
  },
  {
    name: 'angular between two lines',
    kind: 24,
    fields: '13- 2RD E\n13- 3BD A B C D',
    measurement: { kind: 'unknown' },
  },
  {
    name: 'radius',
    kind: 25,
    fields: '13- 3BD A B\n13- BD LENGTH',
    measurement: { kind: 'radius', center: a, chord: b },
  },
  {
    name: 'diameter',
    kind: 26,
    fields: '13- 3BD A B\n13- BD LENGTH',
    measurement: { kind: 'diameter', center: a, chord: b },
  },
  {
    name: 'shortened radius',
    kind: 'LARGE_RADIAL_DIMENSION',
    fields: '13- 3BD A B\n13- BD LENGTH\n13- 3BD C D',
    measurement: { kind: 'unknown' },
  },
]

describe.each(releases)('DIMENSION of release %i', (release) => {
  it.each(cases)('measures by its points: $name', ({ kind, fields, measurement }) => {
    const { entity, isAtEnd } = readWritten(release, {
      kind,
      write(writer) {
        writeFields(writer, commonFields, values)
        writeFields(writer, fields, values)
        writer.writeReference(0x13).writeReference(0x14)
      },
    })
    expect(entity).toMatchObject({
      ...{ kind: 'dimension', measurement, text: '', textMiddlePoint: [8, 9, 2], normal: [0, 0, 1] },
      ...{ style: { handle: 0x13 }, block: { handle: 0x14 } },
    })
    expect(isAtEnd).toBe(true)
  })
})
