import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../drawing/index.js'
import { openDxf } from '../open-dxf.js'
import { readEntity, writeDrawing } from '../testing/index.js'

const open = (tables: string): Drawing => openDxf(writeDrawing({ tables }))

describe('STYLE of a DXF', () => {
  it('has its files, height, width and slope', () => {
    const [style] = open('0 STYLE\n5 11\n2 Notes\n40 2.5\n41 0.8\n50 180\n3 romans\n4 bigfont.shx').textStyles
    expect(style).toEqual({
      ...{ name: 'Notes', handle: 0x11, fileName: 'romans', bigFontFileName: 'bigfont.shx' },
      ...{ height: 2.5, widthFactor: 0.8, obliqueAngle: Math.PI, trueType: null },
    })
  })

  it('has a width of 1 where it states none, and no font from data of other programs', () => {
    const [style] = open('0 STYLE\n5 11\n2 Notes\n1001 OTHER\n1000 Arial').textStyles
    expect(style).toMatchObject({ widthFactor: 1, height: 0, trueType: null })
  })
})

describe('LTYPE of a DXF', () => {
  it('is continuous without segments', () => {
    expect(open('0 LTYPE\n5 20\n2 Continuous\n73 0\n40 0').lineTypes[0]).toEqual({
      ...{ name: 'Continuous', handle: 0x20, segments: [] },
    })
  })

  it('has the defaults of its segments, and those with a rotation of their own', () => {
    const [lineType] = open('0 LTYPE\n5 20\n2 A\n73 2\n49 1.5\n74 0\n49 -2\n74 5\n50 90').lineTypes
    expect(lineType?.segments).toEqual([
      {
        ...{ length: 1.5, shapeNumber: 0, text: '', style: null, offset: [0, 0], scale: 1, rotation: 0 },
        ...{ isAbsolute: false, isUpright: false },
      },
      expect.objectContaining({ length: -2, isAbsolute: true, rotation: Math.PI / 2 }),
    ])
  })
})

describe('LAYER of a DXF', () => {
  it('has the line type that it states, in any case, or a continuous one', () => {
    const tables =
      '0 LTYPE\n5 20\n2 Dashed\n73 0\n0 LAYER\n5 30\n2 A\n6 DASHED\n0 LAYER\n5 31\n2 B\n6 MISSING\n0 LAYER\n5 32\n2 C'
    const names = open(tables).layers.map(({ name, lineType }) => [name, lineType?.name.toLowerCase()])
    expect(names.slice(0, 3)).toEqual([
      ['A', 'dashed'],
      ['B', 'continuous'],
      ['C', 'continuous'],
    ])
  })

  it('is opaque where its extended data are those of another program', () => {
    const [layer] = open('0 LAYER\n5 30\n2 A\n1001 OTHER\n1071 33554508').layers
    expect(layer?.opacity).toBe(1)
  })
})

describe('VPORT of a DXF', () => {
  it('has the direction of its view, from above where it states none', () => {
    const { viewportEntries } = open('0 VPORT\n5 29\n2 *Active\n16 1\n26 -1\n36 1\n0 VPORT\n5 2A\n2 Other')
    expect(viewportEntries).toEqual([
      { name: '*Active', direction: [1, -1, 1] },
      { name: 'Other', direction: [0, 0, 1] },
    ])
  })
})

describe('DIMSTYLE of a DXF', () => {
  const readStyle = (style: string): unknown =>
    readEntity('tolerance', '0 TOLERANCE\n3 ISO-25\n10 0\n1 {j}', {
      tables: `0 STYLE\n5 11\n2 Notes\n0 DIMSTYLE\n105 27\n2 ISO-25\n70 0\n${style}`,
    }).style

  it('has its scale, sizes, factor, digits and text style', () => {
    expect(readStyle('40 50\n41 2.5\n140 3.5\n144 10\n271 1\n340 11')).toEqual({
      ...{ name: 'ISO-25', handle: 0x27, scale: 50, arrowSize: 2.5, textHeight: 3.5, lengthFactor: 10 },
      ...{ decimalPlaces: 1, textStyle: expect.objectContaining({ name: 'Notes' }) },
    })
  })

  it('has the values of the program where it states none', () => {
    expect(readStyle('')).toMatchObject({
      ...{ scale: 1, arrowSize: 0.18, textHeight: 0.18, lengthFactor: 1, decimalPlaces: 4 },
    })
  })
})
