import {
  byBlockColor,
  toIndexColor,
  toRgbColor,
  type Block,
  type Drawing,
  type Entity,
  type Insert,
  type Layer,
  type Line,
} from '@kamar/codecs/drawing'
import type { RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { drawDrawing } from '../testing/draw-sheets.js'
import { createBlock, createDrawing, createEntity, createLayer, createLineType } from '../testing/records.js'

const line = (more: Partial<Line> = {}): Line => createEntity('line', more)
const getStyle = (sheet: RecordingSheet, number = 0) => sheet.styles[sheet.polylines[number]?.style ?? -1]
const byBlock = createLineType('ByBlock')

/** Creates a drawing with layers and with the given entities in its model space. */
const createLayered = (layers: readonly Layer[], ...model: readonly Entity[]): Drawing =>
  createDrawing({ layers: [createLayer('0'), ...layers], model })

const partBlock = (...entities: readonly Entity[]): Block => createBlock('PART', entities)

describe('DWG layer', () => {
  it('has color, line weight, line type and visibility flags', async () => {
    const red = createLayer('Red', {
      color: toIndexColor(1),
      lineWeight: 50,
      isOn: false,
      isPlotted: false,
    })
    const lineType = createLineType('DOTS', 0, -2)
    const frozen = createLayer('Ice', { color: toRgbColor(0x0a141e), lineType, isFrozen: true })
    const { sheet } = await drawDrawing(createLayered([red, frozen]))
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
    const { sheet } = await drawDrawing(createLayered([createLayer('A', { lineWeight: -3 })]))
    expect(sheet.layers.map(({ color, lineWeightMillimetres }) => [color, lineWeightMillimetres])).toEqual([
      ['foreground', 0.25],
      ['foreground', 0.25],
    ])
  })

  it('is found regardless of case', async () => {
    const twin = createLayer('WALLS')
    const { sheet } = await drawDrawing(createLayered([createLayer('Walls')], line({ layer: twin })))
    expect(sheet.layers.map(({ name }) => name)).toEqual(['0', 'Walls'])
    expect(sheet.entities[0]?.layer).toBe(1)
  })

  it('applies its transparency to entities that state none', async () => {
    const glass = createLayer('Glass', { opacity: 0.5 })
    const own = line({ layer: glass, opacity: 0.8 })
    const { sheet } = await drawDrawing(createLayered([glass], line({ layer: glass }), own, line()))
    expect([0, 1, 2].map((number) => getStyle(sheet, number)?.opacity)).toEqual([0.5, 0.8, 1])
  })
})

describe('DWG entity style', () => {
  it('takes from the layer what the entity does not state', async () => {
    const { sheet } = await drawDrawing(createLayered([createLayer('A')], line({ layer: createLayer('A') })))
    expect(getStyle(sheet)).toMatchObject({
      layer: 1,
      color: 'layer',
      lineWeightMillimetres: 'layer',
      lineType: 'layer',
    })
  })

  it.each([
    ['by index', toIndexColor(3), 0x00ff00],
    ['as true colour', toRgbColor(0x0102ff), 0x0102ff],
    ['the foreground color', toIndexColor(7), 'foreground'],
    ['black by number, which the palette lacks', toIndexColor(250), 0x333333],
    ['the foreground color for ByBlock at the top level', byBlockColor, 'foreground'],
  ])('has its own color: %s', async (_, color, expected) => {
    const { sheet } = await drawDrawing(createLayered([], line({ color })))
    expect(getStyle(sheet)?.color).toBe(expected)
  })

  it.each([
    [0, 0],
    [13, 0.13],
    [211, 2.11],
    [-3, 0.25],
    [-2, 0.25],
    [-1, 'layer'],
  ])('maps line weight %s to %s', async (lineWeight, expected) => {
    const { sheet } = await drawDrawing(createLayered([], line({ lineWeight })))
    expect(getStyle(sheet)?.lineWeightMillimetres).toBe(expected)
  })

  it('multiplies the line type scales of drawing and entity', async () => {
    const dashed = line({ lineType: createLineType('DASHED', 10, -5), lineTypeScale: 3 })
    const { sheet } = await drawDrawing(createDrawing({ model: [dashed], variables: { lineTypeScale: 2 } }))
    expect(getStyle(sheet)).toMatchObject({ lineType: 0, lineTypeScale: 6 })
    expect(sheet.lineTypes).toEqual([{ name: 'DASHED', pattern: [10, -5] }])
  })

  it.each([0, -1, NaN])('ignores a line type scale of %s', async (scale) => {
    const model = [line({ lineTypeScale: scale })]
    const { sheet } = await drawDrawing(createDrawing({ model, variables: { lineTypeScale: scale } }))
    expect(getStyle(sheet)?.lineTypeScale).toBe(1)
  })

  it.each([
    ['continuous', createLineType('Continuous')],
    ['without gaps', createLineType('SOLID', 5)],
    ['of non-finite lengths', createLineType('BROKEN', NaN, -1)],
  ])('has no dashes for the line type: %s', async (_, lineType) => {
    const { sheet } = await drawDrawing(createLayered([], line({ lineType })))
    expect(getStyle(sheet)?.lineType).toBeNull()
    expect(sheet.lineTypes).toEqual([])
  })

  it('is shared, with its line type, by equal entities', async () => {
    const dashed = createLineType('DASHED', 1, -1)
    const { sheet } = await drawDrawing(createLayered([], line({ lineType: dashed }), line({ lineType: dashed })))
    expect(sheet.lineTypes).toHaveLength(1)
    expect(sheet.styles).toHaveLength(1)
  })

  it('excludes invisible entities from drawing and from the entity count', async () => {
    const { sheet, pushed } = await drawDrawing(createLayered([], line({ isInvisible: true }), line()))
    expect(sheet.entities).toHaveLength(1)
    expect(pushed.entities).toBe(1)
    expect(pushed.kinds.get('LINE')).toBe(2)
  })
})

describe('DWG block entity', () => {
  const createInsert = (block: Block, more: Partial<Insert> = {}): Insert => createEntity('insert', { block, ...more })

  it('takes the layer of its insert on layer 0', async () => {
    const layer = createLayer('Furniture', { color: toIndexColor(1) })
    const { sheet } = await drawDrawing(createLayered([layer], createInsert(partBlock(line()), { layer })))
    expect(getStyle(sheet)).toMatchObject({ layer: 1, color: 'layer' })
  })

  it('keeps a layer other than 0', async () => {
    const [walls, doors] = [createLayer('Walls'), createLayer('Doors')]
    const { sheet } = await drawDrawing(
      createLayered([walls, doors], createInsert(partBlock(line({ layer: doors })), { layer: walls })),
    )
    expect(sheet.layers[getStyle(sheet)?.layer ?? -1]?.name).toBe('Doors')
    expect(sheet.layers[sheet.entities[0]?.layer ?? -1]?.name).toBe('Walls')
  })

  it('takes by-block color, line weight, line type and transparency from its insert', async () => {
    const part = line({ color: byBlockColor, lineWeight: -2, opacity: 'byBlock', lineType: byBlock })
    const insert = createInsert(partBlock(part), {
      color: toIndexColor(5),
      lineWeight: 70,
      opacity: 0.5,
      lineType: createLineType('DASHED', 1, -1),
    })
    const { sheet } = await drawDrawing(createLayered([], insert))
    expect(getStyle(sheet)).toMatchObject({ color: 0x0000ff, lineWeightMillimetres: 0.7, lineType: 0, opacity: 0.5 })
  })

  it('takes by-block values from the layer of an insert that is by layer', async () => {
    const [outer, inner] = [
      createLayer('Outer', {
        color: toIndexColor(1),
        lineWeight: 100,
        lineType: createLineType('D', 1, -1),
      }),
      createLayer('Inner', { color: toIndexColor(3) }),
    ]
    const part = line({ layer: inner, color: byBlockColor, lineWeight: -2, lineType: byBlock })
    const { sheet } = await drawDrawing(createLayered([outer, inner], createInsert(partBlock(part), { layer: outer })))
    expect(getStyle(sheet)).toMatchObject({ color: 0xff0000, lineWeightMillimetres: 1, lineType: 0 })
    expect(sheet.layers[getStyle(sheet)?.layer ?? -1]?.name).toBe('Inner')
  })

  it('resolves a by-block color through nested by-block inserts', async () => {
    const inner = createInsert(partBlock(line({ color: byBlockColor })), { color: byBlockColor })
    const outerBlock = createBlock('MIDDLE', [inner])
    const { sheet } = await drawDrawing(createLayered([], createInsert(outerBlock, { color: toIndexColor(4) })))
    expect(getStyle(sheet)?.color).toBe(0x00ffff)
  })

  it('moves to the frozen layer of its insert but keeps the color of its own layer', async () => {
    const ice = createLayer('Ice', { color: toIndexColor(2), isFrozen: true })
    const doors = createLayer('Doors', { color: toIndexColor(3) })
    const { sheet } = await drawDrawing(
      createLayered([ice, doors], createInsert(partBlock(line({ layer: doors })), { layer: ice })),
    )
    expect(sheet.layers[getStyle(sheet)?.layer ?? -1]?.name).toBe('Ice')
    // Its appearance remains that of its own layer.
    expect(getStyle(sheet)?.color).toBe(0x00ff00)
  })

  it('stays on its own layer when the layer of its insert is only off', async () => {
    const [off, doors] = [createLayer('Off', { isOn: false }), createLayer('Doors')]
    const { sheet } = await drawDrawing(
      createLayered([off, doors], createInsert(partBlock(line({ layer: doors })), { layer: off })),
    )
    expect(sheet.layers[getStyle(sheet)?.layer ?? -1]?.name).toBe('Doors')
  })

  it('scales its dashes with the block', async () => {
    const part = line({ lineType: createLineType('DASHED', 1, -1), lineTypeScale: 2 })
    const insert = createInsert(partBlock(part), { scale: [5, 5, 5] })
    const { sheet } = await drawDrawing(createLayered([], insert))
    expect(getStyle(sheet)?.lineTypeScale).toBe(10)
  })
})
