import {
  byBlockColor,
  toIndexColor,
  type Attribute,
  type Block,
  type Entity,
  type Insert,
  type Line,
  type Point2,
  type SolidEntity,
} from '@kamar/codecs/drawing'
import { describe, expect, it } from 'vitest'
import { computeBounds, drawDrawing, drawEntities, listPolylines, ringArea } from '../../testing/draw-sheets.js'
import { createBlock as blockOf, createDrawing, createEntity, createPolyline } from '../../testing/records.js'

const line = (x = 1, y = 0): Line => createEntity('line', { end: [x, y, 0] })
const createBlock = (name: string, ...entities: readonly Entity[]): Block => blockOf(name, entities)
const createInsert = (block: Block, more: Partial<Insert> = {}): Insert => createEntity('insert', { block, ...more })

describe('DWG insert', () => {
  it('scales, rotates and moves its block, in this order', async () => {
    const insert = createInsert(createBlock('A', line(1, 1)), {
      insertPoint: [10, 20, 0],
      rotation: Math.PI / 2,
      scale: [2, 3, 1],
    })
    const { sheet } = await drawEntities(insert)
    // (1, 1) becomes (2, 3), then (-3, 2), then (7, 22).
    expect(listPolylines(sheet)).toEqual([[10, 20, 7, 22]])
  })

  it('puts the base point of its block at the insertion point', async () => {
    const part = createEntity('line', { start: [5, 5, 0], end: [6, 5, 0] })
    const block = blockOf('A', [part], { basePoint: [5, 5, 0] })
    const insert = createInsert(block, { insertPoint: [100, 0, 0], scale: [10, 10, 1] })
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[100, 0, 110, 0]])
  })

  it('mirrors its block by a negative scale', async () => {
    const insert = createInsert(createBlock('A', line(2, 1)), { scale: [-1, 1, 1] })
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[0, 0, -2, 1]])
  })

  it('mirrors its block in object coordinates by a downward normal', async () => {
    const insert = createInsert(createBlock('A', line(2, 1)), {
      insertPoint: [10, 5, 0],
      normal: [0, 0, -1],
    })
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[-10, 5, -12, 6]])
  })

  it('turns circles into ellipses by unequal scales', async () => {
    const insert = createInsert(createBlock('A', createEntity('circle')), { scale: [3, 1, 1] })
    const { sheet } = await drawEntities(insert)
    expect(computeBounds(sheet.polylines[0]?.points ?? [])[2]).toBe(3)
    expect(ringArea(sheet.polylines[0]?.points ?? []) / (3 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('owns all parts of its block and has the block name', async () => {
    const block = createBlock('CHAIR', line(), line(2))
    const { sheet } = await drawEntities(createInsert(block), createInsert(block, { insertPoint: [0, 9, 0] }))
    expect(sheet.entities.map(({ type, name }) => [type, name])).toEqual([
      ['INSERT', 'CHAIR'],
      ['INSERT', 'CHAIR'],
    ])
    expect(sheet.polylines.map(({ entity }) => entity)).toEqual([0, 0, 1, 1])
  })

  it('combines its transform with that of an enclosing insert', async () => {
    const inner = createInsert(createBlock('INNER', line()), { insertPoint: [1, 0, 0] })
    const outer = createInsert(createBlock('OUTER', inner), {
      insertPoint: [0, 5, 0],
      rotation: Math.PI / 2,
      scale: [2, 2, 1],
    })
    const { sheet } = await drawEntities(outer)
    expect(listPolylines(sheet)).toEqual([[0, 7, 0, 9]])
    expect(sheet.entities).toHaveLength(1)
  })

  it('scales polyline widths', async () => {
    const width = { startWidth: 0.5, endWidth: 0.5 }
    const wide = createPolyline([0, 0, width], [1, 0, width])
    const insert = createInsert(createBlock('A', wide), { scale: [4, 4, 1] })
    const { sheet } = await drawEntities(insert)
    expect(sheet.styles[sheet.polylines[0]?.style ?? -1]?.widthUnits).toBe(2)
  })

  it('reports a block that contains itself and ends', async () => {
    const entities: Entity[] = [line()]
    const block = blockOf('LOOP', entities)
    entities.push(createInsert(block, { insertPoint: [1, 0, 0] }))
    const { sheet, skipped } = await drawEntities(createInsert(block))
    expect(sheet.polylines).toHaveLength(1)
    expect(skipped).toMatchObject([{ kind: 'INSERT', reason: 'nested-too-deeply' }])
  })

  it('stops at the draw budget on blocks that double at each level', async () => {
    let block = createBlock('BOMB 0', line())
    for (let level = 1; level < 30; level++) {
      const inner = block
      block = createBlock(`BOMB ${level}`, ...[1, 2].map((x) => createInsert(inner, { insertPoint: [x, 0, 0] })))
    }
    const { sheet } = await drawDrawing(createDrawing({ model: [createInsert(block)] }), { budget: 1000 })
    expect(sheet.polylines.length).toBeGreaterThan(100)
    expect(sheet.polylines.length).toBeLessThanOrEqual(1000)
  })

  it('reports a missing block', async () => {
    const { skipped } = await drawEntities(createEntity('insert'))
    expect(skipped).toMatchObject([{ kind: 'INSERT', reason: 'block-missing' }])
  })
})

describe('DWG insert array', () => {
  it('has spacings that are rotated but not scaled', async () => {
    const insert = createInsert(createBlock('A', line()), {
      columnCount: 2,
      rowCount: 2,
      columnSpacing: 10,
      rowSpacing: 20,
      rotation: Math.PI / 2,
      scale: [5, 1, 1],
    })
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([
      [0, 0, 0, 5],
      [0, 10, 0, 15],
      [-20, 0, -20, 5],
      [-20, 10, -20, 15],
    ])
  })

  it('draws a single copy for zero rows and columns', async () => {
    const { sheet } = await drawEntities(createInsert(createBlock('A', line()), { columnCount: 0, rowCount: 0 }))
    expect(sheet.polylines).toHaveLength(1)
  })

  it('stops at ten thousand copies and reports it', async () => {
    const insert = createInsert(createBlock('A', line()), {
      columnCount: 32_767,
      rowCount: 32_767,
      columnSpacing: 1,
      rowSpacing: 1,
    })
    const { sheet, skipped } = await drawEntities(insert)
    expect(sheet.polylines).toHaveLength(10_000)
    expect(skipped).toMatchObject([{ kind: 'INSERT', reason: 'too-many-copies' }])
  })
})

describe('DWG attribute', () => {
  const attribute = (value: string, more: Partial<Omit<Attribute, 'kind'>> = {}): Attribute =>
    createEntity('attribute', { value, height: 2, ...more })
  const listTexts = (sheet: { texts: readonly { paragraphs: readonly (readonly { text: string }[])[] }[] }) =>
    sheet.texts.map(({ paragraphs }) => paragraphs.map((runs) => runs.map(({ text }) => text).join('')).join('|'))

  it('is placed at its own position, not relative to its block', async () => {
    const insert = createInsert(createBlock('A', line()), {
      insertPoint: [100, 100, 0],
      scale: [10, 10, 1],
      attributes: [attribute('No. 5', { insertPoint: [3, 4] })],
    })
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['No. 5'])
    expect(sheet.texts[0]).toMatchObject({ anchor: [3, 4], xAxis: [1, 0] })
    expect(sheet.texts[0]?.paragraphs[0]?.[0]?.height).toBe(2)
  })

  it('is not drawn when hidden or invisible', async () => {
    const hidden = attribute('hidden', { isHidden: true })
    const attributes = [attribute('seen'), hidden, attribute('of another state', { isInvisible: true })]
    const insert = createInsert(createBlock('A', line()), { attributes })
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['seen'])
  })

  it('is drawn as its MTEXT when it has several lines', async () => {
    const multilineText = createEntity('mtext', { value: 'one\\Ptwo', height: 3 })
    const attributes = [attribute('one', { multilineText })]
    const insert = createInsert(createBlock('A', line()), { attributes })
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['one|two'])
  })

  it('takes the color of its insert when by block', async () => {
    const attributes = [attribute('red', { color: byBlockColor })]
    const insert = createInsert(createBlock('A', line()), { color: toIndexColor(1), attributes })
    const { sheet } = await drawEntities(insert)
    expect(sheet.styles[sheet.texts[0]?.style ?? -1]?.color).toBe(0xff0000)
  })

  it('is drawn from its definition only when constant or outside an insert', async () => {
    const definition = (value: string, more: Partial<Omit<Attribute, 'kind'>> = {}): Attribute =>
      createEntity('attributeDefinition', { tag: `T-${value}`, value, ...more })
    const block = createBlock(
      'A',
      definition('varies'),
      definition('constant', { isConstant: true }),
      definition('secret', { isConstant: true, isHidden: true }),
    )
    const { sheet } = await drawEntities(createInsert(block), definition('top'))
    expect(listTexts(sheet)).toEqual(['constant', 'T-top'])
  })
})

describe('DWG block clip', () => {
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
  const cross = createBlock('CROSS', createEntity('line', { start: [-10, 0, 0], end: [10, 0, 0] }))
  /** Draws an insert with a clip in block coordinates: plane, insert and block coincide. */
  const draw = async (insert: Insert, outline: readonly Point2[], isInverted = false) => {
    const clip = { outline, isInverted, insertTransform: identity, inverseInsertTransform: identity }
    const findClip = ({ handle }: Entity) => (handle === insert.handle ? clip : null)
    return drawDrawing(createDrawing({ model: [insert], findClip }))
  }
  const rectangle: readonly Point2[] = [
    [-2, -1],
    [3, 1],
  ]

  it('is a rectangle between two corners', async () => {
    const { sheet } = await draw(createInsert(cross), rectangle)
    expect(listPolylines(sheet)).toEqual([[-2, 0, 3, 0]])
  })

  it('removes the inside when inverted', async () => {
    const { sheet } = await draw(createInsert(cross), rectangle, true)
    expect(listPolylines(sheet)).toEqual([
      [-10, 0, -2, 0],
      [3, 0, 10, 0],
    ])
  })

  it('follows the transform of its insert', async () => {
    const insert = createInsert(cross, { insertPoint: [100, 50, 0], scale: [2, 2, 1] })
    const { sheet } = await draw(insert, rectangle)
    expect(listPolylines(sheet)).toEqual([[96, 50, 106, 50]])
  })

  it('can be concave and split a line into parts', async () => {
    const { sheet } = await draw(createInsert(cross), [
      [-4, -2],
      [4, -2],
      [4, 2],
      [2, 2],
      [2, -1],
      [-2, -1],
      [-2, 2],
      [-4, 2],
    ])
    expect(listPolylines(sheet)).toEqual([
      [-4, 0, -2, 0],
      [2, 0, 4, 0],
    ])
  })

  it('cuts areas and the contents of nested blocks', async () => {
    const corners: SolidEntity['corners'] = [
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
      [4, 4, 0],
    ]
    const inner = createInsert(createBlock('INNER', createEntity('solid', { corners })), { insertPoint: [1, 1, 0] })
    const { sheet } = await draw(createInsert(createBlock('OUTER', inner)), [
      [0, 0],
      [3, 2],
    ])
    expect(sheet.fills).toHaveLength(1)
    expect(computeBounds(sheet.fills[0]?.rings[0] ?? [])).toEqual([1, 1, 3, 2])
    expect(Math.abs(ringArea(sheet.fills[0]?.rings[0] ?? []))).toBeCloseTo(2, 9)
  })
})
