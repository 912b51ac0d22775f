import { describe, expect, it } from 'vitest'
import { openDxf } from '../open-dxf.js'
import { readEntity, readModel, writeDrawing } from '../testing/index.js'

const styles = '0 STYLE\n5 11\n2 Standard\n40 0\n3 txt\n0 STYLE\n5 12\n2 Notes\n41 0.8\n50 15\n3 romans\n4 bigfont'

describe('DXF text', () => {
  it('has its style, alignment and direction', () => {
    const text =
      '0 TEXT\n100 AcDbText\n10 1\n20 2\n30 3\n40 2.5\n1 %%c 50 \n50 90\n41 0.7\n51 15\n7 NOTES\n71 6\n72 4\n11 5\n21 6\n100 AcDbText\n73 2'
    expect(readEntity('text', text, { tables: styles })).toMatchObject({
      value: '%%c 50 ',
      style: { name: 'Notes', fileName: 'romans', bigFontFileName: 'bigfont', widthFactor: 0.8 },
      insertPoint: [1, 2],
      elevation: 3,
      alignmentPoint: [5, 6],
      height: 2.5,
      rotation: Math.PI / 2,
      widthFactor: 0.7,
      isBackward: true,
      isUpsideDown: true,
      horizontalAlignment: 4,
      verticalAlignment: 2,
    })
  })

  it('has the standard style where it states none', () => {
    expect(readEntity('text', '0 TEXT\n10 1\n40 2\n1 a', { tables: styles }).style.handle).toBe(0x11)
    expect(readEntity('text', '0 TEXT\n10 1\n40 2\n1 a').style).toMatchObject({ name: 'Standard', handle: 0 })
  })

  it('continues over groups, wraps, and has a background', () => {
    const text =
      '0 MTEXT\n100 AcDbMText\n10 1\n20 2\n40 2.5\n41 60\n46 9\n71 5\n3 first ^J\n1 second\n7 Notes\n11 0\n21 1\n44 1.5\n90 1\n63 3\n45 1.25'
    expect(readEntity('mtext', text, { tables: styles })).toMatchObject({
      value: 'first \nsecond',
      style: { name: 'Notes' },
      insertPoint: [1, 2, 0],
      xAxis: [0, 1, 0],
      height: 2.5,
      width: 60,
      columnHeight: 9,
      attachment: 5,
      lineSpacing: 1.5,
      background: { color: { kind: 'index', index: 3 }, scale: 1.25 },
      columns: null,
    })
  })

  it('states its direction as an angle in degrees instead', () => {
    const { xAxis, background } = readEntity('mtext', '0 MTEXT\n10 1\n40 2\n1 a\n50 90\n90 2')
    expect(xAxis[0]).toBeCloseTo(0)
    expect(xAxis[1]).toBe(1)
    expect(background).toEqual({ color: null, scale: 1.5 })
  })

  it('has columns in an embedded object since release 2018', () => {
    const columns = '101 Embedded Object\n70 1\n10 1\n11 5\n40 15\n71 2\n72 2\n44 10\n45 1\n73 0\n74 0\n46 4\n46 3'
    expect(readEntity('mtext', `0 MTEXT\n100 AcDbMText\n10 1\n40 2\n1 a\n${columns}`)).toMatchObject({
      insertPoint: [1, 0, 0],
      columns: { count: 2, width: 10, gutter: 1, heights: [4, 3] },
    })
  })
})

describe('DXF insert', () => {
  const blocks = '0 BLOCK\n2 DOOR\n70 2\n10 0\n20 0\n0 LINE\n8 0\n10 0\n20 0\n11 4\n21 3\n0 ENDBLK'
  const attribute =
    '0 ATTRIB\n5 32\n100 AcDbText\n10 101\n20 1\n40 1\n1 D1\n71 2\n100 AcDbAttribute\n2 NUMBER\n70 1\n71 4\n74 3'

  it('has its block, scale, grid and the attributes that follow it', () => {
    const insert = `0 INSERT\n5 31\n100 AcDbBlockReference\n66 1\n2 door\n10 100\n20 0\n41 2\n42 -2\n50 180\n70 3\n71 2\n44 10\n45 20`
    const [entity, line] = readModel({
      blocks,
      entities: `${insert}\n${attribute}\n0 SEQEND\n0 LINE\n10 0\n20 0\n11 1\n21 1`,
    })
    expect(entity).toMatchObject({
      kind: 'insert',
      block: { name: 'DOOR' },
      insertPoint: [100, 0, 0],
      scale: [2, -2, 1],
      rotation: Math.PI,
      columnCount: 3,
      rowCount: 2,
      columnSpacing: 10,
      rowSpacing: 20,
      attributes: [
        {
          kind: 'attribute',
          handle: 0x32,
          tag: 'NUMBER',
          value: 'D1',
          insertPoint: [101, 1],
          isHidden: true,
          isConstant: false,
          isBackward: true,
          isUpsideDown: false,
          verticalAlignment: 3,
          multilineText: null,
        },
      ],
    })
    expect(line?.kind).toBe('line')
  })

  it('has attributes with several lines in an embedded object', () => {
    const embedded = '101 Embedded Object\n10 7\n20 8\n40 0.5\n41 0\n46 0\n71 1\n72 5\n3 one \n1 two\n44 1'
    const { attributes } = readEntity('insert', `0 INSERT\n66 1\n2 DOOR\n10 1\n${attribute}\n${embedded}\n0 SEQEND`, {
      blocks,
    })
    expect(attributes[0]).toMatchObject({
      value: 'D1',
      multilineText: { kind: 'mtext', name: 'MTEXT', value: 'one two', insertPoint: [7, 8, 0], height: 0.5 },
    })
  })

  it('has no block where the drawing does not define it', () => {
    expect(readEntity('insert', '0 INSERT\n2 MISSING\n10 1').block).toBeNull()
  })

  it('is the block of a table, in the direction of its rows and without the size of its cells', () => {
    const table =
      '0 ACAD_TABLE\n100 AcDbBlockReference\n2 DOOR\n10 7\n20 8\n100 AcDbTable\n11 0\n21 1\n31 0\n141 3\n41 0.25'
    expect(readEntity('table', table, { blocks })).toMatchObject({
      block: { name: 'DOOR' },
      insertPoint: [7, 8, 0],
      scale: [1, 1, 1],
      rotation: Math.PI / 2,
    })
  })
})

describe('DXF dimension', () => {
  const points = '10 10\n20 9\n11 5\n21 4\n13 1\n23 2\n14 3\n24 4\n15 6\n25 7'

  it.each([
    [32, { kind: 'linear', first: [1, 2, 0], second: [3, 4, 0], line: [10, 9, 0], rotation: Math.PI / 2 }],
    [1, { kind: 'aligned', first: [1, 2, 0], second: [3, 4, 0], line: [10, 9, 0] }],
    [2, { kind: 'unknown' }],
    [3, { kind: 'diameter', center: [6, 7, 0], chord: [10, 9, 0] }],
    [4, { kind: 'radius', center: [10, 9, 0], chord: [6, 7, 0] }],
    [5, { kind: 'angular', vertex: [6, 7, 0], first: [1, 2, 0], second: [3, 4, 0] }],
    [70, { kind: 'ordinate', origin: [10, 9, 0], feature: [1, 2, 0], end: [3, 4, 0], isX: true }],
  ])('measures by its definition points, of type %d', (type, measurement) => {
    const dimension = readEntity('dimension', `0 DIMENSION\n2 *D1\n${points}\n70 ${type}\n50 90\n1 <> mm\n3 Own`, {
      tables: '0 DIMSTYLE\n105 27\n2 OWN\n40 2\n140 5\n271 1\n144 0.1',
      blocks: '0 BLOCK\n2 *D1\n70 1\n10 0\n20 0\n0 ENDBLK',
    })
    expect(dimension).toMatchObject({
      block: { name: '*D1' },
      style: {
        name: 'OWN',
        handle: 0x27,
        scale: 2,
        arrowSize: 0.18,
        textHeight: 5,
        decimalPlaces: 1,
        lengthFactor: 0.1,
      },
      text: '<> mm',
      textMiddlePoint: [5, 4, 0],
      measurement,
    })
  })
})

describe('DXF leader', () => {
  it('has vertices and an arrow unless it states none', () => {
    expect(readEntity('leader', '0 LEADER\n72 1\n10 1\n20 2\n30 3\n10 4\n20 5\n30 6')).toMatchObject({
      vertices: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      isSpline: true,
      hasArrow: true,
    })
    expect(readEntity('leader', '0 LEADER\n71 0\n10 1').hasArrow).toBe(false)
  })

  it('states several lines, its landing and its text in nested brackets', () => {
    const context = `300 CONTEXT_DATA{\n40 1\n10 50\n20 60\n41 2.5\n140 4\n290 1\n304 Text^Jmore\n340 12\n12 70\n22 80\n13 1\n42 0.5\n43 30\n176 2
      302 LEADER{\n290 1\n10 30\n20 40\n30 5\n11 -1\n21 0\n40 2.5\n304 LEADER_LINE{\n10 10\n20 20\n10 11\n20 21\n91 0\n305 }
      304 LEADER_LINE{\n10 12\n20 22\n305 }\n271 0\n303 }\n272 9\n301 }`
    const leader = readEntity('multiLeader', `0 MLEADER\n100 AcDbMLeader\n270 2\n${context}\n340 D8\n290 1\n343 11`, {
      tables: styles,
    })
    expect(leader).toMatchObject({
      name: 'MULTILEADER',
      hasLanding: true,
      arrowSize: 4,
      roots: [
        {
          connectionPoint: [30, 40, 5],
          direction: [-1, 0, 0],
          landingLength: 2.5,
          lines: [
            [
              [10, 20, 0],
              [11, 21, 0],
            ],
            [[12, 22, 0]],
          ],
        },
      ],
      content: {
        kind: 'text',
        value: 'Text\nmore',
        style: { name: 'Notes' },
        height: 2.5,
        location: [70, 80, 0],
        direction: [1, 0, 0],
        rotation: 0.5,
        alignment: 2,
        width: 30,
      },
    })
  })

  it('has a block with the texts of its attributes', () => {
    const tables = '0 BLOCK_RECORD\n5 50\n2 TAG'
    const blocks = '0 BLOCK\n5 51\n2 TAG\n10 0\n20 0\n0 ATTDEF\n5 52\n10 0\n20 0\n40 1\n1 old\n2 N\n70 0\n0 ENDBLK'
    const context = '300 CONTEXT_DATA{\n290 0\n296 1\n341 50\n15 1\n25 2\n16 2\n26 2\n36 2\n46 0.25\n301 }'
    const leader = readEntity(
      'multiLeader',
      `0 MULTILEADER\n100 AcDbMLeader\n${context}\n330 52\n177 1\n44 0\n302 new\n330 99\n302 lost`,
      { tables, blocks },
    )
    expect(leader.content).toMatchObject({
      kind: 'block',
      block: { name: 'TAG' },
      location: [1, 2, 0],
      scale: [2, 2, 2],
      rotation: 0.25,
      attributes: [{ definition: { tag: 'N', value: 'old' }, text: 'new' }],
    })
  })

  it('is nothing but its header where its brackets are missing', () => {
    expect(readEntity('multiLeader', '0 MULTILEADER\n100 AcDbMLeader\n270 2\n302 LEADER{\n10 1')).toMatchObject({
      roots: [],
      content: null,
    })
  })
})

describe('DXF multiline', () => {
  it('has vertices with the offsets of its elements, and its style by a handle', () => {
    const elements = '74 2\n41 0.5\n41 0\n75 0\n74 2\n41 -0.5\n41 0\n75 0'
    const multiline = `0 MLINE\n2 OWN\n340 18\n71 3\n72 2\n73 2\n11 1\n21 2\n31 0\n12 1\n13 0\n23 1\n33 0\n${elements}\n11 5\n21 2\n31 0\n12 1\n13 0\n23 1\n33 0\n74 0\n75 0`
    const objects = '0 MLINESTYLE\n5 18\n2 OWN\n71 2\n49 0.5\n62 1\n6 BYLAYER\n49 -0.5\n62 256\n420 255'
    expect(readEntity('multiline', multiline, { objects })).toMatchObject({
      isClosed: true,
      style: {
        name: 'OWN',
        elements: [
          { offset: 0.5, color: { kind: 'index', index: 1 } },
          { offset: -0.5, color: { kind: 'rgb', rgb: 255 } },
        ],
      },
      vertices: [
        { position: [1, 2, 0], miter: [0, 1, 0], offsets: [0.5, -0.5] },
        { position: [5, 2, 0], miter: [0, 1, 0], offsets: [undefined] },
      ],
    })
  })
})

describe('DXF tolerance', () => {
  it('has its text and direction', () => {
    expect(readEntity('tolerance', '0 TOLERANCE\n3 OWN\n10 1\n20 2\n1 {\\Fgdt;j}%%v^J')).toMatchObject({
      text: '{\\Fgdt;j}%%v\n',
      insertPoint: [1, 2, 0],
      direction: [1, 0, 0],
    })
  })
})

describe('names of entities', () => {
  it('find images and their files without the other entities', () => {
    const image =
      '0 IMAGE\n5 51\n100 AcDbRasterImage\n10 1\n20 2\n11 0.5\n12 0\n22 0.5\n13 20\n23 10\n340 61\n70 7\n280 1\n290 1\n71 1\n91 2\n14 -0.5\n24 -0.5\n14 9.5\n24 4.5'
    const drawing = openDxf(
      writeDrawing({
        entities: `0 LINE\n10 0\n20 0\n11 1\n21 1\n${image}\n0 TRACE\n10 0`,
        objects: '0 IMAGEDEF\n5 61\n100 AcDbRasterImageDef\n1 plan.png\n10 20\n20 10',
      }),
    )
    expect([...drawing.entitiesNamed(new Set(['IMAGE', 'SOLID']))]).toMatchObject([
      {
        kind: 'image',
        fileName: 'plan.png',
        insertPoint: [1, 2, 0],
        uVector: [0.5, 0, 0],
        vVector: [0, 0.5, 0],
        size: [20, 10],
        isDisplayed: true,
        isClipped: true,
        isClipInverted: true,
        clipVertices: [
          [-0.5, -0.5],
          [9.5, 4.5],
        ],
      },
      { kind: 'solid' },
    ])
  })

  it('state underlays with their files, and embedded objects with their data', () => {
    const underlay =
      '0 PDFUNDERLAY\n100 AcDbUnderlayReference\n340 62\n10 1\n20 2\n41 2\n50 180\n11 3\n21 4\n11 5\n21 6'
    const frame = '0 OLE2FRAME\n100 AcDbOle2Frame\n70 2\n3 Word\n10 0\n20 9\n11 8\n21 0\n90 3\n310 0102\n310 03\n1 OLE'
    const [pdf, ole, shape] = readModel({
      entities: `${underlay}\n${frame}\n0 SHAPE\n10 1\n40 2\n2 DIODE\n50 90`,
      objects: '0 PDFDEFINITION\n5 62\n100 AcDbUnderlayDefinition\n1 plan.pdf\n2 1',
    })
    expect(pdf).toMatchObject({
      kind: 'underlay',
      fileName: 'plan.pdf',
      scale: [2, 1, 1],
      rotation: Math.PI,
      clipVertices: [
        [3, 4],
        [5, 6],
      ],
    })
    expect(ole).toMatchObject({ kind: 'oleFrame', application: 'Word', upperLeft: [0, 9, 0], lowerRight: [8, 0, 0] })
    expect(ole?.kind === 'oleFrame' && [...ole.data]).toEqual([1, 2, 3])
    expect(shape).toMatchObject({ kind: 'shape', shapeName: 'DIODE', size: 2, rotation: Math.PI / 2 })
  })
})
