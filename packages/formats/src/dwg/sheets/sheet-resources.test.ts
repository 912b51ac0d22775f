import {
  BlockRecord,
  type CadDocument,
  Color,
  ExtendedData,
  ExtendedDataInteger32,
  Insert,
  Layer,
  LayerFlags,
  Line,
  LineType,
  LineWeightType,
  Transparency,
  XYZ,
} from '@node-projects/acad-ts'
import type { RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { drawDocument, createLineType, newDocument } from '../testing/draw-sheets.js'

const line = (more: Partial<Line> = {}): Line => Object.assign(new Line(new XYZ(0, 0, 0), new XYZ(1, 0, 0)), more)
const getStyle = (sheet: RecordingSheet, number = 0) => sheet.styles[sheet.polylines[number]?.style ?? -1]

/** Creates a document with layers and with the given entities in its model space. */
function createDocument(layers: readonly Layer[], ...entities: readonly (Line | Insert)[]): CadDocument {
  const document = newDocument()
  for (const layer of layers) document.layers?.add(layer)
  for (const entity of entities) document.modelSpace?.entities.add(entity)
  return document
}

const createLayer = (name: string, more: Partial<Layer> = {}): Layer => Object.assign(new Layer(name), more)
const createBlock = (...entities: readonly (Line | Insert)[]): BlockRecord => {
  const block = new BlockRecord('PART')
  for (const entity of entities) block.entities.add(entity)
  return block
}

describe('DWG layer', () => {
  it('has color, line weight, line type and visibility flags', async () => {
    const red = createLayer('Red', {
      color: new Color(1),
      lineWeight: LineWeightType.W50,
      isOn: false,
      plotFlag: false,
    })
    const frozen = createLayer('Ice', { color: new Color(10, 20, 30), lineType: createLineType('DOTS', 0, -2) })
    frozen.layerFlags = LayerFlags.Frozen
    const { sheet } = await drawDocument(createDocument([red, frozen]))
    const byName = Object.fromEntries(sheet.layers.map((layer) => [layer.name, layer]))
    expect(byName['Red']).toEqual({
      name: 'Red',
      color: 0xff0000,
      lineWeightMillimetres: 0.5,
      lineType: null,
      on: false,
      frozen: false,
      plottable: false,
    })
    expect(byName['Ice']).toMatchObject({ color: 0x0a141e, frozen: true, on: true, lineType: 0 })
    expect(sheet.lineTypes).toEqual([{ name: 'DOTS', pattern: [0, -2] }])
  })

  it('has the foreground for color 7 and 0.25 mm as the default line weight', async () => {
    const { sheet } = await drawDocument(createDocument([createLayer('A', { lineWeight: LineWeightType.Default })]))
    expect(sheet.layers.map(({ color, lineWeightMillimetres }) => [color, lineWeightMillimetres])).toEqual([
      ['foreground', 0.25],
      ['foreground', 0.25],
    ])
  })

  it('is found regardless of case', async () => {
    const document = createDocument([createLayer('Walls')], line())
    const twin = createLayer('WALLS')
    const [entity] = document.modelSpace?.entities ?? []
    Object.defineProperty(entity, 'layer', { value: twin })
    const { sheet } = await drawDocument(document)
    expect(sheet.layers.map(({ name }) => name)).toEqual(['0', 'Walls'])
    expect(sheet.entities[0]?.layer).toBe(1)
  })

  it('applies its transparency to entities that state none', async () => {
    const glass = createLayer('Glass')
    const own = line({ layer: glass, transparency: new Transparency(20) })
    const document = createDocument([glass], line({ layer: glass }), own, line())
    // 2 in the highest byte: stated; 128 of 255 is half opaque.
    glass.extendedData.addByName('AcCmTransparency', new ExtendedData([new ExtendedDataInteger32(0x02000080)]))
    const { sheet } = await drawDocument(document)
    expect([0, 1, 2].map((number) => getStyle(sheet, number)?.opacity)).toEqual([128 / 255, 0.8, 1])
  })

  it.each([0, 0x020000ff, 0x03000010])('is opaque at a stated transparency of %i', async (value) => {
    const layer = createLayer('A')
    const document = createDocument([layer], line({ layer }))
    layer.extendedData.addByName('AcCmTransparency', new ExtendedData([new ExtendedDataInteger32(value)]))
    const { sheet } = await drawDocument(document)
    expect(getStyle(sheet)?.opacity).toBe(1)
  })
})

describe('DWG entity style', () => {
  it('takes from the layer what the entity does not state', async () => {
    const { sheet } = await drawDocument(createDocument([createLayer('A')], line({ layer: createLayer('A') })))
    expect(getStyle(sheet)).toMatchObject({
      layer: 1,
      color: 'layer',
      lineWeightMillimetres: 'layer',
      lineType: 'layer',
    })
  })

  it.each([
    ['by index', new Color(3), 0x00ff00],
    ['as true colour', new Color(1, 2, 255), 0x0102ff],
    ['the foreground color', new Color(7), 'foreground'],
    ['black by number, which the palette lacks', new Color(250), 0x333333],
    ['the foreground color for ByBlock at the top level', Color.byBlock, 'foreground'],
  ])('has its own color: %s', async (_, color, expected) => {
    const { sheet } = await drawDocument(createDocument([], line({ color })))
    expect(getStyle(sheet)?.color).toBe(expected)
  })

  it.each([
    [LineWeightType.W0, 0],
    [LineWeightType.W13, 0.13],
    [LineWeightType.W211, 2.11],
    [LineWeightType.Default, 0.25],
    [LineWeightType.ByBlock, 0.25],
    [LineWeightType.ByLayer, 'layer'],
  ])('maps line weight %s to %s', async (lineWeight, expected) => {
    const { sheet } = await drawDocument(createDocument([], line({ lineWeight })))
    expect(getStyle(sheet)?.lineWeightMillimetres).toBe(expected)
  })

  it('multiplies the line type scales of drawing and entity', async () => {
    const document = createDocument([], line({ lineType: createLineType('DASHED', 10, -5), lineTypeScale: 3 }))
    if (document.header) document.header.lineTypeScale = 2
    const { sheet } = await drawDocument(document)
    expect(getStyle(sheet)).toMatchObject({ lineType: 0, lineTypeScale: 6 })
    expect(sheet.lineTypes).toEqual([{ name: 'DASHED', pattern: [10, -5] }])
  })

  it.each([0, -1, NaN])('ignores a line type scale of %s', async (scale) => {
    const document = createDocument([], line({ lineTypeScale: scale }))
    if (document.header) document.header.lineTypeScale = scale
    const { sheet } = await drawDocument(document)
    expect(getStyle(sheet)?.lineTypeScale).toBe(1)
  })

  it.each([
    ['continuous', LineType.continuous],
    ['without gaps', createLineType('SOLID', 5)],
    ['of non-finite lengths', createLineType('BROKEN', NaN, -1)],
  ])('has no dashes for the line type: %s', async (_, lineType) => {
    const { sheet } = await drawDocument(createDocument([], line({ lineType })))
    expect(getStyle(sheet)?.lineType).toBeNull()
    expect(sheet.lineTypes).toEqual([])
  })

  it('is shared, with its line type, by equal entities', async () => {
    const dashed = createLineType('DASHED', 1, -1)
    const { sheet } = await drawDocument(createDocument([], line({ lineType: dashed }), line({ lineType: dashed })))
    expect(sheet.lineTypes).toHaveLength(1)
    expect(sheet.styles).toHaveLength(1)
  })

  it('excludes invisible entities from drawing and from the entity count', async () => {
    const { sheet, pushed } = await drawDocument(createDocument([], line({ isInvisible: true }), line()))
    expect(sheet.entities).toHaveLength(1)
    expect(pushed.entities).toBe(1)
    expect(pushed.kinds.get('LINE')).toBe(2)
  })
})

describe('DWG block entity', () => {
  const createInsert = (block: BlockRecord, more: Partial<Insert> = {}): Insert =>
    Object.assign(new Insert(block), more)

  it('takes the layer of its insert on layer 0', async () => {
    const layer = createLayer('Furniture', { color: new Color(1) })
    const { sheet } = await drawDocument(createDocument([layer], createInsert(createBlock(line()), { layer })))
    expect(getStyle(sheet)).toMatchObject({ layer: 1, color: 'layer' })
  })

  it('keeps a layer other than 0', async () => {
    const [walls, doors] = [createLayer('Walls'), createLayer('Doors')]
    const { sheet } = await drawDocument(
      createDocument([walls, doors], createInsert(createBlock(line({ layer: doors })), { layer: walls })),
    )
    expect(sheet.layers[getStyle(sheet)?.layer ?? -1]?.name).toBe('Doors')
    expect(sheet.layers[sheet.entities[0]?.layer ?? -1]?.name).toBe('Walls')
  })

  it('takes by-block color, line weight, line type and transparency from its insert', async () => {
    const part = line({ color: Color.byBlock, lineWeight: LineWeightType.ByBlock, transparency: Transparency.byBlock })
    part.lineType = LineType.byBlock
    const insert = createInsert(createBlock(part), {
      color: new Color(5),
      lineWeight: LineWeightType.W70,
      transparency: new Transparency(50),
      lineType: createLineType('DASHED', 1, -1),
    })
    const { sheet } = await drawDocument(createDocument([], insert))
    expect(getStyle(sheet)).toMatchObject({ color: 0x0000ff, lineWeightMillimetres: 0.7, lineType: 0, opacity: 0.5 })
  })

  it('takes by-block values from the layer of an insert that is by layer', async () => {
    const [outer, inner] = [
      createLayer('Outer', {
        color: new Color(1),
        lineWeight: LineWeightType.W100,
        lineType: createLineType('D', 1, -1),
      }),
      createLayer('Inner', { color: new Color(3) }),
    ]
    const part = line({ layer: inner, color: Color.byBlock, lineWeight: LineWeightType.ByBlock })
    part.lineType = LineType.byBlock
    const { sheet } = await drawDocument(
      createDocument([outer, inner], createInsert(createBlock(part), { layer: outer })),
    )
    expect(getStyle(sheet)).toMatchObject({ color: 0xff0000, lineWeightMillimetres: 1, lineType: 0 })
    expect(sheet.layers[getStyle(sheet)?.layer ?? -1]?.name).toBe('Inner')
  })

  it('resolves a by-block color through nested by-block inserts', async () => {
    const inner = createInsert(createBlock(line({ color: Color.byBlock })), { color: Color.byBlock })
    const outerBlock = new BlockRecord('MIDDLE')
    outerBlock.entities.add(inner)
    const { sheet } = await drawDocument(createDocument([], createInsert(outerBlock, { color: new Color(4) })))
    expect(getStyle(sheet)?.color).toBe(0x00ffff)
  })

  it('moves to the frozen layer of its insert but keeps the color of its own layer', async () => {
    const [ice, doors] = [createLayer('Ice', { color: new Color(2) }), createLayer('Doors', { color: new Color(3) })]
    ice.layerFlags = LayerFlags.Frozen
    const { sheet } = await drawDocument(
      createDocument([ice, doors], createInsert(createBlock(line({ layer: doors })), { layer: ice })),
    )
    expect(sheet.layers[getStyle(sheet)?.layer ?? -1]?.name).toBe('Ice')
    // Its appearance remains that of its own layer.
    expect(getStyle(sheet)?.color).toBe(0x00ff00)
  })

  it('stays on its own layer when the layer of its insert is only off', async () => {
    const [off, doors] = [createLayer('Off', { isOn: false }), createLayer('Doors')]
    const { sheet } = await drawDocument(
      createDocument([off, doors], createInsert(createBlock(line({ layer: doors })), { layer: off })),
    )
    expect(sheet.layers[getStyle(sheet)?.layer ?? -1]?.name).toBe('Doors')
  })

  it('scales its dashes with the block', async () => {
    const part = line({ lineType: createLineType('DASHED', 1, -1), lineTypeScale: 2 })
    const insert = createInsert(createBlock(part))
    insert.xScale = insert.yScale = insert.zScale = 5
    const { sheet } = await drawDocument(createDocument([], insert))
    expect(getStyle(sheet)?.lineTypeScale).toBe(10)
  })
})
