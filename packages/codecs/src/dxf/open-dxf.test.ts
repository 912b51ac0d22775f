import { describe, expect, it } from 'vitest'
import type { Block, Drawing, Entity } from '../drawing/index.js'
import { openDxf } from './open-dxf.js'
import { readEntity, toBinaryDxf, toDxf, writeDrawing, type DrawingSections } from './testing/index.js'

const open = (sections: DrawingSections): Drawing => openDxf(writeDrawing(sections))
function getBlock({ blocks }: Drawing, name: string): Block {
  const block = blocks.find((one) => one.name === name)
  if (!block) throw new TypeError(`no block ${name}`)
  return block
}
const listEntities = (drawing: Drawing, name = '*Model_Space'): Entity[] => [...getBlock(drawing, name).entities()]
const listNames = (drawing: Drawing, name?: string): string[] =>
  listEntities(drawing, name).map((entity) => entity.name)
const line = (handle: string, more = ''): string => `0 LINE\n5 ${handle}\n${more}\n8 0\n10 0\n20 0\n11 1\n21 1`

describe('DXF drawing', () => {
  it('has the header variables that its display depends on', () => {
    const header = `9 $CMLSTYLE\n2 STANDARD\n9 $INSUNITS\n70 4\n9 $LTSCALE\n40 2.5\n9 $LWDISPLAY\n290 1\n9 $TILEMODE\n70 0
      9 $PDMODE\n70 34\n9 $PDSIZE\n40 -5\n9 $EXTMIN\n10 -1\n20 -2\n30 -3\n9 $EXTMAX\n10 4\n20 5`
    expect(open({ header }).variables).toEqual({
      insertionUnits: 4,
      lineTypeScale: 2.5,
      displaysLineWeights: true,
      isModelSpaceActive: false,
      pointMode: 34,
      pointSize: -5,
      extentsMin: [-1, -2, -3],
      extentsMax: [4, 5, 0],
    })
  })

  it('has the default values of variables that it does not state', () => {
    expect(open({}).variables).toMatchObject({
      insertionUnits: 0,
      lineTypeScale: 1,
      displaysLineWeights: false,
      isModelSpaceActive: true,
    })
  })

  it('has layers, of which those with a negative colour are off', () => {
    const tables = `0 TABLE\n2 LAYER\n70 4\n0 LAYER\n5 30\n2 Off\n70 0\n62 -3\n6 Continuous\n0 LAYER\n5 31\n2 Frozen\n70 5\n62 4\n420 255\n370 50
      0 LAYER\n5 32\n2 Defpoints\n70 0\n62 7\n0 LAYER\n5 33\n2 Glass\n70 0\n62 7\n290 0\n1001 AcCmTransparency\n1071 33554508\n0 ENDTAB`
    const { layers } = open({ tables })
    expect(layers).toMatchObject([
      {
        name: 'Off',
        isOn: false,
        isFrozen: false,
        color: { kind: 'index', index: 3 },
        lineWeight: -3,
        isPlotted: true,
      },
      { name: 'Frozen', isOn: true, isFrozen: true, color: { kind: 'rgb', rgb: 255 }, lineWeight: 50, opacity: 1 },
      { name: 'Defpoints', isPlotted: false },
      { name: 'Glass', isPlotted: false, opacity: 0.3 },
      { name: '0' },
    ])
  })

  it('adds layers that only its entities state, with handles of their own', () => {
    const { layers } = open({ entities: '0 LINE\n5 F0\n8 Walls\n10 0\n0 LINE\n8 WALLS\n10 0' })
    expect(layers.map(({ name }) => name)).toEqual(['0', 'Walls'])
    expect(new Set([0xf0, ...layers.map(({ handle }) => handle)]).size).toBe(3)
  })

  it('has line types with texts and shapes between their dashes', () => {
    const tables = `0 STYLE\n5 11\n2 Standard\n3 txt\n0 STYLE\n5 12\n2 \n70 1\n3 ltypeshp.shx
      0 LTYPE\n5 20\n2 GAS\n73 2\n49 5\n74 2\n75 0\n340 11\n46 0.5\n50 90\n44 -1\n45 -0.5\n9 GAS\n49 -3\n74 12\n75 132\n340 12\n46 2`
    const [gas] = open({ tables }).lineTypes
    expect(gas?.segments).toMatchObject([
      {
        length: 5,
        text: 'GAS',
        style: { name: 'Standard' },
        scale: 0.5,
        rotation: Math.PI / 2,
        offset: [-1, -0.5],
        isUpright: false,
      },
      { length: -3, shapeNumber: 132, style: { fileName: 'ltypeshp.shx' }, isUpright: true },
    ])
  })

  it('has text styles with their outline fonts', () => {
    const { textStyles } = open({ tables: '0 STYLE\n5 11\n2 A\n3 arial.ttf\n1001 ACAD\n1000 Arial\n1071 50331682' })
    expect(textStyles[0]?.trueType).toEqual({ family: 'Arial', isBold: true, isItalic: true })
  })

  it('has layouts with their paper and block', () => {
    const layout = `0 LAYOUT\n5 59\n330 1A\n100 AcDbPlotSettings\n1 \n40 6\n41 7\n42 8\n43 9\n44 210\n45 297\n46 1\n47 2\n142 1\n143 50\n72 1\n73 3\n148 3\n149 4
      100 AcDbLayout\n1 Plan\n71 2\n10 -5\n20 -6\n11 205\n21 291\n330 58`
    const tables = '0 BLOCK_RECORD\n5 58\n2 *Paper_Space0\n340 59'
    const blocks = '0 BLOCK\n5 5A\n330 58\n2 *Paper_Space0\n10 0\n0 ENDBLK'
    const drawing = open({ release: 'AC1015', tables, blocks, objects: `${layout}\n${layout.replace('5 59', '5 60')}` })
    expect(drawing.layouts).toEqual([
      {
        name: 'Plan',
        handle: 0x59,
        tabOrder: 2,
        blockHandle: 0x58,
        paperUnits: 1,
        paperWidth: 210,
        paperHeight: 297,
        paperRotation: 3,
        scaleNumerator: 1,
        scaleDenominator: 50,
        margins: { left: 6, bottom: 7, right: 8, top: 9 },
        plotOrigin: [1, 2],
        imageOrigin: [3, 4],
        limitsMin: [-5, -6],
        limitsMax: [205, 291],
      },
    ])
    expect(getBlock(drawing, '*Paper_Space0').layoutHandle).toBe(0x59)
  })

  it('is refused without sections', () => {
    expect(() => openDxf(toDxf('0 EOF'))).toThrow('no sections')
    expect(() => openDxf(new Uint8Array(0))).toThrow('no sections')
  })

  it.each([
    ['without its end', '0\nSECTION\n2\nENTITIES\n0\nLINE\n10\n5\n', ['LINE']],
    ['within a group', '0\nSECTION\n2\nENTITIES\n0\nLINE\n10\n5\n0\nCIRCLE\n40\n', ['LINE', 'CIRCLE']],
  ])('is read up to its end where it is cut %s', (_, text, names) => {
    const drawing = openDxf(new TextEncoder().encode(text))
    expect(drawing.isTruncated).toBe(true)
    expect(listNames(drawing)).toEqual(names)
  })
})

describe('spaces of a DXF', () => {
  const tables =
    '0 BLOCK_RECORD\n5 20\n2 *MODEL_SPACE\n0 BLOCK_RECORD\n5 21\n2 *PAPER_SPACE\n0 BLOCK_RECORD\n5 22\n2 *Paper_Space0'

  it('own the entities that state them', () => {
    const blocks = `0 BLOCK\n2 *Paper_Space0\n10 0\n${line('A0')}\n0 ENDBLK`
    const drawing = open({
      tables,
      blocks,
      entities: `${line('A1', '330 20')}\n0 CIRCLE\n5 A2\n330 21\n8 0\n40 1\n0 ARC\n5 A3\n330 22\n40 1`,
    })
    expect(['*Model_Space', '*Paper_Space', '*Paper_Space0'].map((name) => listNames(drawing, name))).toEqual([
      ['LINE'],
      ['CIRCLE'],
      ['LINE', 'ARC'],
    ])
    expect(getBlock(drawing, '*Paper_Space0').entityCount).toBe(2)
  })

  it('are told by a flag where entities state no owner, and viewports are on paper', () => {
    const drawing = open({ entities: `${line('A1')}\n0 CIRCLE\n67 1\n40 1\n0 VIEWPORT\n69 1\n40 1` })
    expect(listNames(drawing)).toEqual(['LINE'])
    expect(listNames(drawing, '*Paper_Space')).toEqual(['CIRCLE', 'VIEWPORT'])
  })

  it('are found by their entities where a program gave the model space another name', () => {
    const drawing = open({
      tables: '0 BLOCK_RECORD\n5 20\n2 *U',
      blocks: '0 BLOCK\n330 20\n2 *U\n10 0\n0 ENDBLK',
      entities: line('A1', '330 20'),
    })
    expect(listNames(drawing)).toEqual(['LINE'])
  })

  it('have their old names in release 12', () => {
    const drawing = open({ release: 'AC1009', blocks: '0 BLOCK\n2 $MODEL_SPACE\n10 0\n0 ENDBLK', entities: line('A1') })
    expect(listNames(drawing)).toEqual(['LINE'])
  })

  it('do not own entities of other entities, which are counted', () => {
    const drawing = open({ tables, entities: `${line('60')}\n${line('61', '330 60')}\n${line('62', '330 77')}` })
    expect(listEntities(drawing).map(({ handle }) => handle)).toEqual([0x60, 0x62])
    expect(drawing.unread).toEqual([{ name: 'LINE', isEntity: true }])
  })

  it('have viewports of a layout that was never opened, of which the first one is the paper', () => {
    const blocks =
      '0 BLOCK\n2 *Paper_Space0\n10 0\n0 VIEWPORT\n5 A1\n69 0\n40 1\n0 VIEWPORT\n5 A2\n69 0\n40 1\n0 ENDBLK'
    const isPaper = listEntities(open({ tables, blocks }), '*Paper_Space0').map(
      (one) => one.kind === 'viewport' && one.isPaper,
    )
    expect(isPaper).toEqual([true, false])
  })
})

describe('entities of a DXF', () => {
  it('have handles above all others where the file states none, also attributes', () => {
    const insert = '0 INSERT\n66 1\n2 A\n10 0\n0 ATTRIB\n1 a\n2 T\n0 ATTRIB\n1 b\n2 U\n0 SEQEND\n8 0'
    const drawing = open({ release: 'AC1009', entities: `${line('AB')}\n${insert}\n0 LINE\n10 0` })
    const handles = listEntities(drawing).flatMap((entity) => [
      entity.handle,
      ...(entity.kind === 'insert' ? entity.attributes.map(({ handle }) => handle) : []),
    ])
    expect(handles[0]).toBe(0xab)
    expect(new Set(handles).size).toBe(5)
    expect(handles.every((handle) => handle >= 0xab)).toBe(true)
    expect(listEntities(drawing).map(({ handle }) => handle)).toEqual(handles.filter((_, at) => at < 2 || at > 3))
  })

  it('come in the draw order that their block states', () => {
    const tables = '0 BLOCK_RECORD\n5 20\n102 {ACAD_XDICTIONARY\n360 30\n102 }\n2 *Model_Space'
    const sort = (block: string): string =>
      `0 DICTIONARY\n5 30\n3 OTHER\n350 32\n3 ACAD_SORTENTS\n360 31\n0 SORTENTSTABLE\n5 31\n330 30\n100 AcDbSortentsTable\n330 ${block}\n331 A1\n5 A3\n331 A3\n5 A1`
    const entities = `${line('A1')}\n${line('A2')}\n${line('A3')}`
    const list = (objects: string): number[] =>
      listEntities(open({ tables, entities, objects })).map(({ handle }) => handle)
    expect(list(sort('20'))).toEqual([0xa3, 0xa2, 0xa1])
    expect(list(sort('99'))).toEqual([0xa1, 0xa2, 0xa3])
  })

  it('are the same in a binary file', () => {
    const text = writeDrawing({
      release: 'AC1009',
      entities: `${line('A1')}\n0 TEXT\n10 1.5\n20 2\n40 3\n1 caf\u00e9\n1001 ACAD\n1070 7`,
    })
    const list = (drawing: Drawing): unknown => listEntities(drawing)
    for (const areCodesShort of [true, false])
      expect(list(openDxf(toBinaryDxf(text, { areCodesShort })))).toEqual(list(openDxf(text)))
  })

  it('are read anew each time and do not depend on one another', () => {
    const drawing = open({ entities: `${line('A1')}\n0 CIRCLE\n5 A2\n40 3\n${line('A3')}` })
    const block = getBlock(drawing, '*Model_Space')
    for (const first of block.entities())
      expect(
        [...block.entities()].map(({ name }) => name),
        first.name,
      ).toEqual(['LINE', 'CIRCLE', 'LINE'])
  })
})

describe('viewport of a DXF', () => {
  const tables = '0 LAYER\n5 31\n2 Frozen\n70 0\n62 1'

  it('has its view, frozen layers and outline', () => {
    const view =
      '0 VIEWPORT\n5 A1\n67 1\n10 5\n20 6\n40 10\n41 8\n69 2\n12 1\n22 2\n16 0\n26 0\n36 1\n17 7\n27 8\n37 9\n45 40\n51 90\n331 31\n331 31\n331 99\n90 65536\n340 A2'
    const drawing = open({ tables, entities: `${view}\n0 CIRCLE\n5 A2\n67 1\n10 5\n20 6\n40 3` })
    expect(listEntities(drawing, '*Paper_Space')[0]).toMatchObject({
      id: 2,
      isPaper: false,
      isOff: false,
      center: [5, 6, 0],
      width: 10,
      height: 8,
      viewCenter: [1, 2],
      viewDirection: [0, 0, 1],
      viewTarget: [7, 8, 9],
      viewHeight: 40,
      twistAngle: Math.PI / 2,
      frozenLayers: [{ name: 'Frozen' }],
      boundary: { kind: 'circle', radius: 3 },
    })
  })

  it('has its view in extended data before release 2000', () => {
    const view = `0 VIEWPORT\n67 1\n10 5\n20 5\n40 10\n41 10\n68 0\n69 2\n1001 ACAD\n1000 MVIEW\n1002 {\n1070 16\n1010 1\n1020 2\n1030 3\n1010 0\n1020 0\n1030 1
      1040 90\n1040 20\n1040 3\n1040 4\n1040 50\n1002 {\n1003 FROZEN\n1002 }\n1002 }`
    const [viewport] = listEntities(open({ release: 'AC1009', tables, entities: view }), '*Paper_Space')
    expect(viewport).toMatchObject({
      isOff: true,
      viewTarget: [1, 2, 3],
      viewDirection: [0, 0, 1],
      twistAngle: Math.PI / 2,
      viewHeight: 20,
      viewCenter: [3, 4],
      frozenLayers: [{ name: 'Frozen' }],
    })
  })
})

describe('clip of an insert in a DXF', () => {
  const insert = '0 INSERT\n5 40\n102 {ACAD_XDICTIONARY\n360 41\n102 }\n2 A\n10 0\n20 0'
  const rows = (first: number): string => Array.from({ length: 12 }, (_, at) => `40 ${first + at}`).join('\n')
  const write = ({ isOn = 1, more = '', records = '', front = '72 0' } = {}): Drawing =>
    open({
      entities: insert,
      objects: `0 DICTIONARY\n5 41\n3 ACAD_FILTER\n360 42\n0 DICTIONARY\n5 42\n3 SPATIAL\n360 43
        0 SPATIAL_FILTER\n5 43\n${more}\n100 AcDbFilter\n100 AcDbSpatialFilter\n70 2\n10 1\n20 2\n10 3\n20 4\n210 0\n11 0\n71 ${isOn}\n${front}\n73 0\n${rows(1)}\n${rows(21)}\n${records}`,
    })
  const findClip = (drawing: Drawing): unknown => listEntities(drawing).map((entity) => drawing.findClip(entity))[0]

  it.each(['72 0', '72 1\n40 99'])('has its outline and both matrices, by columns, with a front plane %j', (front) => {
    expect(findClip(write({ front }))).toMatchObject({
      isInverted: false,
      outline: [
        [1, 2],
        [3, 4],
      ],
      inverseInsertTransform: [1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12],
      insertTransform: [21, 25, 29, 22, 26, 30, 23, 27, 31, 24, 28, 32],
    })
  })

  it('is nothing while it is off, and for other inserts', () => {
    expect(findClip(write({ isOn: 0 }))).toBeNull()
    expect(findClip(open({ entities: line('40') }))).toBeNull()
  })

  it('has the outline of the record where it is inverted', () => {
    const more = '102 {ACAD_XDICTIONARY\n360 44\n102 }'
    const records =
      '0 DICTIONARY\n5 44\n3 ACAD_XREC_ROUNDTRIP\n360 45\n0 XRECORD\n5 45\n100 AcDbXrecord\n102 OTHER\n10 9\n20 9\n102 ACAD_INVERTEDCLIP_ROUNDTRIP\n10 5\n20 6\n30 0\n10 7\n20 8\n30 0'
    expect(findClip(write({ more, records }))).toMatchObject({
      isInverted: true,
      outline: [
        [5, 6],
        [7, 8],
      ],
    })
  })
})

describe('body of a DXF', () => {
  const lines = ['400 1 1 0', 'body $-1 ^ A #', 'End-of-ACIS-data']
  const mirror = (text: string): string =>
    [...text].map((character) => (character > ' ' ? String.fromCharCode(0x9f - character.charCodeAt(0)) : ' ')).join('')
  const write = (texts: readonly string[]): string =>
    `0 BODY\n100 AcDbModelerGeometry\n70 1\n${texts.map((text) => `1 ${text.slice(0, 9)}\n3 ${text.slice(9)}`).join('\n')}`

  it.each([
    ['plain', (text: string) => text],
    ['mirrored', mirror],
  ])('is %s text, continued and with carets escaped', (_, encode) => {
    const { acis } = readEntity('modeler', write(lines.map((text) => encode(text).replaceAll('^', '^ '))))
    expect(Buffer.from(acis ?? []).toString('latin1')).toBe(`${lines.join('\n')}\n`)
  })

  it('is in the data section since release 2013', () => {
    const entities = '0 3DSOLID\n5 B7\n100 AcDbModelerGeometry\n290 1\n2 {guid}'
    const more = `0 SECTION\n2 ACDSDATA\n70 2\n0 ACDSSCHEMA\n90 1\n0 ACDSRECORD\n90 1\n2 AcDbDs::ID\n280 10\n320 B7\n2 ASM_Data\n280 15\n94 3\n310 0102\n310 03
      0 ACDSRECORD\n320 B8\n2 Thumbnail_Data\n310 FF\n0 ENDSEC`
    const drawing = open({ entities, more })
    expect([...drawing.bodies].map(([handle, { bytes }]) => [handle, [...bytes]])).toEqual([[0xb7, [1, 2, 3]]])
    expect(listEntities(drawing)[0]).toMatchObject({ kind: 'modeler', acis: null })
  })
})
