import {
  AttributeDefinition,
  AttributeEntity,
  AttributeFlags,
  BlockRecord,
  CadDictionary,
  type CadDocument,
  Circle,
  Color,
  type Entity,
  Insert,
  Line,
  LwPolyline,
  Matrix4,
  MText,
  Solid,
  SpatialFilter,
  XRecord,
  XY,
  XYZ,
} from '@node-projects/acad-ts'
import { describe, expect, it } from 'vitest'
import {
  computeBounds,
  documentWith,
  drawDocument,
  drawEntities,
  listPolylines,
  ringArea,
} from '../testing/draw-sheets.js'

const line = (x = 1, y = 0): Line => new Line(new XYZ(0, 0, 0), new XYZ(x, y, 0))
const createBlock = (name: string, ...entities: readonly Entity[]): BlockRecord => {
  const block = new BlockRecord(name)
  for (const entity of entities) block.entities.add(entity)
  return block
}
const createInsert = (block: BlockRecord, more: Partial<Insert> = {}): Insert => Object.assign(new Insert(block), more)

describe('a block', () => {
  it('is scaled, turned and moved, in this order', async () => {
    const insert = createInsert(createBlock('A', line(1, 1)), {
      insertPoint: new XYZ(10, 20, 0),
      rotation: Math.PI / 2,
    })
    insert.xScale = 2
    insert.yScale = 3
    const { sheet } = await drawEntities(insert)
    // (1, 1) becomes (2, 3), then (-3, 2), then (7, 22).
    expect(listPolylines(sheet)).toEqual([[10, 20, 7, 22]])
  })

  it('stands with its base point where it is placed', async () => {
    const block = createBlock('A', new Line(new XYZ(5, 5, 0), new XYZ(6, 5, 0)))
    if (block.blockEntity) block.blockEntity.basePoint = new XYZ(5, 5, 0)
    const insert = createInsert(block, { insertPoint: new XYZ(100, 0, 0) })
    insert.xScale = insert.yScale = 10
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[100, 0, 110, 0]])
  })

  it('is mirrored by a scale below zero', async () => {
    const insert = createInsert(createBlock('A', line(2, 1)))
    insert.xScale = -1
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[0, 0, -2, 1]])
  })

  it('of a normal downwards is mirrored in the coordinates of its object', async () => {
    const insert = createInsert(createBlock('A', line(2, 1)), {
      insertPoint: new XYZ(10, 5, 0),
      normal: new XYZ(0, 0, -1),
    })
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[-10, 5, -12, 6]])
  })

  it('makes circles ellipses where its scales differ', async () => {
    const insert = createInsert(createBlock('A', Object.assign(new Circle(), { radius: 1 })))
    insert.xScale = 3
    const { sheet } = await drawEntities(insert)
    expect(computeBounds(sheet.polylines[0]?.points ?? [])[2]).toBe(3)
    expect(ringArea(sheet.polylines[0]?.points ?? []) / (3 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('belongs with all its parts to its insert, which has its name', async () => {
    const block = createBlock('CHAIR', line(), line(2))
    const { sheet } = await drawEntities(createInsert(block), createInsert(block, { insertPoint: new XYZ(0, 9, 0) }))
    expect(sheet.entities.map(({ type, name }) => [type, name])).toEqual([
      ['INSERT', 'CHAIR'],
      ['INSERT', 'CHAIR'],
    ])
    expect(sheet.polylines.map(({ entity }) => entity)).toEqual([0, 0, 1, 1])
  })

  it('within a block is placed by both', async () => {
    const inner = createInsert(createBlock('INNER', line()), { insertPoint: new XYZ(1, 0, 0) })
    const outer = createInsert(createBlock('OUTER', inner), { insertPoint: new XYZ(0, 5, 0), rotation: Math.PI / 2 })
    outer.xScale = outer.yScale = 2
    const { sheet } = await drawEntities(outer)
    expect(listPolylines(sheet)).toEqual([[0, 7, 0, 9]])
    expect(sheet.entities).toHaveLength(1)
  })

  it('makes the widths of its polylines as much larger as it is', async () => {
    const wide = new LwPolyline([new XY(0, 0), new XY(1, 0)])
    wide.constantWidth = 0.5
    const insert = createInsert(createBlock('A', wide))
    insert.xScale = insert.yScale = 4
    const { sheet } = await drawEntities(insert)
    expect(sheet.styles[sheet.polylines[0]?.style ?? -1]?.widthUnits).toBe(2)
  })

  it('that places itself ends, and is reported', async () => {
    const block = createBlock('LOOP', line())
    block.entities.add(createInsert(block, { insertPoint: new XYZ(1, 0, 0) }))
    const { sheet, skipped } = await drawEntities(createInsert(block))
    expect(sheet.polylines).toHaveLength(1)
    expect(skipped).toMatchObject([{ kind: 'INSERT', reason: 'nested-too-deeply' }])
  })

  it('of which each holds the next one twice ends with the budget', async () => {
    let block = createBlock('BOMB 0', line())
    for (let level = 1; level < 30; level++) {
      const outer = createBlock(`BOMB ${level}`)
      for (const x of [1, 2]) outer.entities.add(createInsert(block, { insertPoint: new XYZ(x, 0, 0) }))
      block = outer
    }
    const { sheet } = await drawDocument(documentWith(createInsert(block)), { budget: 1000 })
    expect(sheet.polylines.length).toBeGreaterThan(100)
    expect(sheet.polylines.length).toBeLessThanOrEqual(1000)
  })

  it('that is not in the drawing is reported', async () => {
    const insert = createInsert(createBlock('A'))
    const document = documentWith(insert)
    Object.defineProperty(insert, 'block', { value: null })
    const { skipped } = await drawDocument(document)
    expect(skipped).toMatchObject([{ kind: 'INSERT', reason: 'block-missing' }])
  })
})

describe('rows and columns of a block', () => {
  it('stand at distances that are turned with it and not scaled', async () => {
    const insert = createInsert(createBlock('A', line()), {
      columnCount: 2,
      rowCount: 2,
      columnSpacing: 10,
      rowSpacing: 20,
      rotation: Math.PI / 2,
    })
    insert.xScale = 5
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([
      [0, 0, 0, 5],
      [0, 10, 0, 15],
      [-20, 0, -20, 5],
      [-20, 10, -20, 15],
    ])
  })

  it('of none are one', async () => {
    const { sheet } = await drawEntities(createInsert(createBlock('A', line()), { columnCount: 0, rowCount: 0 }))
    expect(sheet.polylines).toHaveLength(1)
  })

  it('beyond ten thousand are left out, and that is said', async () => {
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

describe('attributes', () => {
  const attribute = (value: string, more: Partial<AttributeEntity> = {}): AttributeEntity =>
    Object.assign(new AttributeEntity(), { tag: 'TAG', value, height: 2 }, more)
  const listTexts = (sheet: { texts: readonly { paragraphs: readonly (readonly { text: string }[])[] }[] }) =>
    sheet.texts.map(({ paragraphs }) => paragraphs.map((runs) => runs.map(({ text }) => text).join('')).join('|'))

  it('stand where they are themselves, not where their block is', async () => {
    const insert = createInsert(createBlock('A', line()), { insertPoint: new XYZ(100, 100, 0) })
    insert.xScale = insert.yScale = 10
    insert.attributes.push(attribute('No. 5', { insertPoint: new XYZ(3, 4, 0) }))
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['No. 5'])
    expect(sheet.texts[0]).toMatchObject({ anchor: [3, 4], xAxis: [1, 0] })
    expect(sheet.texts[0]?.paragraphs[0]?.[0]?.height).toBe(2)
  })

  it('that are hidden are not drawn', async () => {
    const insert = createInsert(createBlock('A', line()))
    insert.attributes.push(attribute('seen'), attribute('hidden', { flags: AttributeFlags.Hidden }))
    insert.attributes.push(attribute('of another state', { isInvisible: true }))
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['seen'])
  })

  it('of several lines are drawn as such', async () => {
    const insert = createInsert(createBlock('A', line()))
    const text = Object.assign(new MText('one\\Ptwo'), { height: 3 })
    insert.attributes.push(attribute('one', { mText: text }))
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['one|two'])
  })

  it('by block have the colour of their insert', async () => {
    const insert = createInsert(createBlock('A', line()), { color: new Color(1) })
    insert.attributes.push(attribute('red', { color: Color.byBlock }))
    const { sheet } = await drawEntities(insert)
    expect(sheet.styles[sheet.texts[0]?.style ?? -1]?.color).toBe(0xff0000)
  })

  it('are told by their definition only where they never change, or where there is no insert', async () => {
    const definition = (value: string, flags: AttributeFlags): AttributeDefinition =>
      Object.assign(new AttributeDefinition(), { tag: `T-${value}`, value, height: 1, flags })
    const block = createBlock(
      'A',
      definition('varies', AttributeFlags.None),
      definition('constant', AttributeFlags.Constant),
      definition('secret', AttributeFlags.Constant | AttributeFlags.Hidden),
    )
    const insert = createInsert(block)
    // The library gives a new insert the attributes of its block.
    insert.attributes.length = 0
    const { sheet } = await drawEntities(insert, definition('top', AttributeFlags.None))
    expect(listTexts(sheet)).toEqual(['constant', 'T-top'])
  })
})

describe('a clip of a block', () => {
  /** A filter in the coordinates of the block: nothing between plane, insert and block. */
  const clipped = (
    insert: Insert,
    vertices: readonly (readonly [number, number])[],
    more: Partial<SpatialFilter> = {},
  ) => {
    const filter = Object.assign(new SpatialFilter('SPATIAL'), {
      boundaryPoints: vertices.map(([x, y]) => new XY(x, y)),
      displayBoundary: true,
      insertTransform: Matrix4.identity(),
      inverseInsertTransform: Matrix4.identity(),
      ...more,
    })
    const filters = new CadDictionary('ACAD_FILTER')
    filters.add(filter)
    insert.xDictionary = new CadDictionary()
    insert.xDictionary.add(filters)
    return insert
  }
  const cross = createBlock('CROSS', new Line(new XYZ(-10, 0, 0), new XYZ(10, 0, 0)))
  const draw = async (insert: Insert, prepare: (insert: Insert) => void) => {
    const document: CadDocument = documentWith(insert)
    prepare(insert)
    return drawDocument(document)
  }

  it('of two corners is a box', async () => {
    const { sheet } = await draw(createInsert(cross), (insert) =>
      clipped(insert, [
        [-2, -1],
        [3, 1],
      ]),
    )
    expect(listPolylines(sheet)).toEqual([[-2, 0, 3, 0]])
  })

  it.each([
    ['points', [[10, new XYZ(-2, -1, 0)] as const, [10, new XYZ(3, 1, 0)] as const]],
    ['numbers', [[10, -2] as const, [20, -1] as const, [10, 3] as const, [20, 1] as const]],
  ])('that is inverted cuts away what is within, its outline stated as %s', async (_, entries) => {
    const { sheet } = await draw(createInsert(cross), (insert) => {
      const around = [
        [-11, -11],
        [11, -11],
        [11, 11],
        [-11, 11],
      ] as const
      clipped(insert, around)
      const filters = insert.xDictionary?.getEntry<CadDictionary>('ACAD_FILTER')
      const filter = filters?.getEntry<SpatialFilter>('SPATIAL')
      const record = new XRecord('ACAD_XREC_ROUNDTRIP')
      record.createEntry(102, 'ACAD_INVERTEDCLIP_ROUNDTRIP')
      for (const [code, value] of entries) record.createEntry(code, value)
      record.createEntry(102, 'ACAD_INVERTEDCLIP_ROUNDTRIP_COMPARE')
      record.createEntry(10, new XYZ(9, 9, 0))
      if (!filter) throw new Error('no filter')
      filter.xDictionary = new CadDictionary()
      filter.xDictionary.add(record)
    })
    expect(listPolylines(sheet)).toEqual([
      [-10, 0, -2, 0],
      [3, 0, 10, 0],
    ])
  })

  it('moves and grows with its insert', async () => {
    const insert = createInsert(cross, { insertPoint: new XYZ(100, 50, 0) })
    insert.xScale = insert.yScale = 2
    const { sheet } = await draw(insert, (one) =>
      clipped(one, [
        [-2, -1],
        [3, 1],
      ]),
    )
    expect(listPolylines(sheet)).toEqual([[96, 50, 106, 50]])
  })

  it('of many corners may have bays: a line across them comes in parts', async () => {
    const { sheet } = await draw(createInsert(cross), (insert) =>
      clipped(insert, [
        [-4, -2],
        [4, -2],
        [4, 2],
        [2, 2],
        [2, -1],
        [-2, -1],
        [-2, 2],
        [-4, 2],
      ]),
    )
    expect(listPolylines(sheet)).toEqual([
      [-4, 0, -2, 0],
      [2, 0, 4, 0],
    ])
  })

  it('that is switched off cuts nothing', async () => {
    const { sheet } = await draw(createInsert(cross), (insert) =>
      clipped(
        insert,
        [
          [-2, -1],
          [3, 1],
        ],
        { displayBoundary: false },
      ),
    )
    expect(listPolylines(sheet)).toEqual([[-10, 0, 10, 0]])
  })

  it('of fewer than two corners cuts nothing', async () => {
    const { sheet } = await draw(createInsert(cross), (insert) => clipped(insert, [[1, 1]]))
    expect(listPolylines(sheet)).toEqual([[-10, 0, 10, 0]])
  })

  it('cuts areas, and what blocks within the block draw', async () => {
    const square = Object.assign(new Solid(), {
      firstCorner: new XYZ(0, 0, 0),
      secondCorner: new XYZ(4, 0, 0),
      thirdCorner: new XYZ(0, 4, 0),
      fourthCorner: new XYZ(4, 4, 0),
    })
    const outer = createBlock('OUTER', createInsert(createBlock('INNER', square), { insertPoint: new XYZ(1, 1, 0) }))
    const { sheet } = await draw(createInsert(outer), (insert) =>
      clipped(insert, [
        [0, 0],
        [3, 2],
      ]),
    )
    expect(sheet.fills).toHaveLength(1)
    expect(computeBounds(sheet.fills[0]?.rings[0] ?? [])).toEqual([1, 1, 3, 2])
    expect(Math.abs(ringArea(sheet.fills[0]?.rings[0] ?? []))).toBeCloseTo(2, 9)
  })
})

describe('the order of drawing', () => {
  const ordered = (order: (entities: readonly Line[], add: (entity: Entity, handle: number) => void) => void) => {
    const lines = [1, 2, 3, 4].map((x) => line(x))
    const document = documentWith(...lines)
    const table = document.modelSpace?.createSortEntitiesTable()
    order(lines, (entity, handle) => table?.add(entity, handle))
    return document
  }
  const lengths = async (document: CadDocument): Promise<(number | undefined)[]> =>
    listPolylines((await drawDocument(document)).sheet).map(([, , x]) => x)

  it('is that of the drawing where nothing else is said', async () => {
    expect(await lengths(ordered(() => undefined))).toEqual([1, 2, 3, 4])
  })

  it('is that of the handles which the table gives them', async () => {
    const document = ordered((lines, add) => {
      const handles = lines.map(({ handle }) => handle)
      lines.forEach((one, at) => add(one, handles[3 - at] ?? 0))
    })
    expect(await lengths(document)).toEqual([4, 3, 2, 1])
  })

  it('leaves those that the table does not name at their own handle', async () => {
    // The first and the third change places; the second and the fourth are not named.
    const document = ordered(([first, , third], add) => {
      if (!first || !third) return
      add(first, third.handle)
      add(third, first.handle)
    })
    expect(await lengths(document)).toEqual([3, 2, 1, 4])
  })
})
