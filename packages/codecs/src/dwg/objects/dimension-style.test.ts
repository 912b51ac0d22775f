import { describe, expect, it } from 'vitest'
import { dimensionStyleFields } from '../testing/dimension-fields.js'
import { readWrittenObject } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'
import { writeFields } from '../testing/write-fields.js'
import { readDimensionStyle } from './dimension-style.js'

describe.each(releases)('readDimensionStyle with release %i', (release) => {
  it('reads scale, sizes, factor, digits and text style', () => {
    const { value } = readWrittenObject(release, readDimensionStyle, (writer) => {
      writer.writeText('ISO-25').writeReferenceFlags()
      writeFields(writer, dimensionStyleFields, { DIMSCALE: 50, DIMASZ: 2.5, DIMTXT: 3.5, DIMLFAC: 10, DIMDEC: 4 })
      // The block of an external reference, then the style of the texts.
      writer.data.writeBit(0)
      writer.writeReference(0).writeReference(0x11)
    })
    expect(value).toEqual({
      name: 'ISO-25',
      handle: 0x20,
      scale: 50,
      arrowSize: 2.5,
      textHeight: 3.5,
      lengthFactor: 10,
      decimalPlaces: 4,
      textStyle: expect.objectContaining({ name: 'Style 17' }),
    })
  })
})
