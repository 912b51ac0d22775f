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
} from '../../testing/draw-sheets.js'

const line = (x = 1, y = 0): Line => new Line(new XYZ(0, 0, 0), new XYZ(x, y, 0))
const createBlock = (name: string, ...entities: readonly Entity[]): BlockRecord => {
  const block = new BlockRecord(name)
  for (const entity of entities) block.entities.add(entity)
  return block
}
const createInsert = (block: BlockRecord, more: Partial<Insert> = {}): Insert => Object.assign(new Insert(block), more)

describe('DWG insert', () => {
  it('scales, rotates and moves its block, in this order', async () => {
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

  it('puts the base point of its block at the insertion point', async () => {
    const block = createBlock('A', new Line(new XYZ(5, 5, 0), new XYZ(6, 5, 0)))
    if (block.blockEntity) block.blockEntity.basePoint = new XYZ(5, 5, 0)
    const insert = createInsert(block, { insertPoint: new XYZ(100, 0, 0) })
    insert.xScale = insert.yScale = 10
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[100, 0, 110, 0]])
  })

  it('mirrors its block by a negative scale', async () => {
    const insert = createInsert(createBlock('A', line(2, 1)))
    insert.xScale = -1
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[0, 0, -2, 1]])
  })

  it('mirrors its block in object coordinates by a downward normal', async () => {
    const insert = createInsert(createBlock('A', line(2, 1)), {
      insertPoint: new XYZ(10, 5, 0),
      normal: new XYZ(0, 0, -1),
    })
    const { sheet } = await drawEntities(insert)
    expect(listPolylines(sheet)).toEqual([[-10, 5, -12, 6]])
  })

  it('turns circles into ellipses by unequal scales', async () => {
    const insert = createInsert(createBlock('A', Object.assign(new Circle(), { radius: 1 })))
    insert.xScale = 3
    const { sheet } = await drawEntities(insert)
    expect(computeBounds(sheet.polylines[0]?.points ?? [])[2]).toBe(3)
    expect(ringArea(sheet.polylines[0]?.points ?? []) / (3 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('owns all parts of its block and has the block name', async () => {
    const block = createBlock('CHAIR', line(), line(2))
    const { sheet } = await drawEntities(createInsert(block), createInsert(block, { insertPoint: new XYZ(0, 9, 0) }))
    expect(sheet.entities.map(({ type, name }) => [type, name])).toEqual([
      ['INSERT', 'CHAIR'],
      ['INSERT', 'CHAIR'],
    ])
    expect(sheet.polylines.map(({ entity }) => entity)).toEqual([0, 0, 1, 1])
  })

  it('combines its transform with that of an enclosing insert', async () => {
    const inner = createInsert(createBlock('INNER', line()), { insertPoint: new XYZ(1, 0, 0) })
    const outer = createInsert(createBlock('OUTER', inner), { insertPoint: new XYZ(0, 5, 0), rotation: Math.PI / 2 })
    outer.xScale = outer.yScale = 2
    const { sheet } = await drawEntities(outer)
    expect(listPolylines(sheet)).toEqual([[0, 7, 0, 9]])
    expect(sheet.entities).toHaveLength(1)
  })

  it('scales polyline widths', async () => {
    const wide = new LwPolyline([new XY(0, 0), new XY(1, 0)])
    wide.constantWidth = 0.5
    const insert = createInsert(createBlock('A', wide))
    insert.xScale = insert.yScale = 4
    const { sheet } = await drawEntities(insert)
    expect(sheet.styles[sheet.polylines[0]?.style ?? -1]?.widthUnits).toBe(2)
  })

  it('reports a block that contains itself and ends', async () => {
    const block = createBlock('LOOP', line())
    block.entities.add(createInsert(block, { insertPoint: new XYZ(1, 0, 0) }))
    const { sheet, skipped } = await drawEntities(createInsert(block))
    expect(sheet.polylines).toHaveLength(1)
    expect(skipped).toMatchObject([{ kind: 'INSERT', reason: 'nested-too-deeply' }])
  })

  it('stops at the draw budget on blocks that double at each level', async () => {
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

  it('reports a missing block', async () => {
    const insert = createInsert(createBlock('A'))
    const document = documentWith(insert)
    Object.defineProperty(insert, 'block', { value: null })
    const { skipped } = await drawDocument(document)
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
  const attribute = (value: string, more: Partial<AttributeEntity> = {}): AttributeEntity =>
    Object.assign(new AttributeEntity(), { tag: 'TAG', value, height: 2 }, more)
  const listTexts = (sheet: { texts: readonly { paragraphs: readonly (readonly { text: string }[])[] }[] }) =>
    sheet.texts.map(({ paragraphs }) => paragraphs.map((runs) => runs.map(({ text }) => text).join('')).join('|'))

  it('is placed at its own position, not relative to its block', async () => {
    const insert = createInsert(createBlock('A', line()), { insertPoint: new XYZ(100, 100, 0) })
    insert.xScale = insert.yScale = 10
    insert.attributes.push(attribute('No. 5', { insertPoint: new XYZ(3, 4, 0) }))
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['No. 5'])
    expect(sheet.texts[0]).toMatchObject({ anchor: [3, 4], xAxis: [1, 0] })
    expect(sheet.texts[0]?.paragraphs[0]?.[0]?.height).toBe(2)
  })

  it('is not drawn when hidden or invisible', async () => {
    const insert = createInsert(createBlock('A', line()))
    insert.attributes.push(attribute('seen'), attribute('hidden', { flags: AttributeFlags.Hidden }))
    insert.attributes.push(attribute('of another state', { isInvisible: true }))
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['seen'])
  })

  it('is drawn as its MTEXT when it has several lines', async () => {
    const insert = createInsert(createBlock('A', line()))
    const text = Object.assign(new MText('one\\Ptwo'), { height: 3 })
    insert.attributes.push(attribute('one', { mText: text }))
    const { sheet } = await drawEntities(insert)
    expect(listTexts(sheet)).toEqual(['one|two'])
  })

  it('takes the color of its insert when by block', async () => {
    const insert = createInsert(createBlock('A', line()), { color: new Color(1) })
    insert.attributes.push(attribute('red', { color: Color.byBlock }))
    const { sheet } = await drawEntities(insert)
    expect(sheet.styles[sheet.texts[0]?.style ?? -1]?.color).toBe(0xff0000)
  })

  it('is drawn from its definition only when constant or outside an insert', async () => {
    const definition = (value: string, flags: AttributeFlags): AttributeDefinition =>
      Object.assign(new AttributeDefinition(), { tag: `T-${value}`, value, height: 1, flags })
    const block = createBlock(
      'A',
      definition('varies', AttributeFlags.None),
      definition('constant', AttributeFlags.Constant),
      definition('secret', AttributeFlags.Constant | AttributeFlags.Hidden),
    )
    const insert = createInsert(block)
    // The library copies the block's attributes to a new insert.
    insert.attributes.length = 0
    const { sheet } = await drawEntities(insert, definition('top', AttributeFlags.None))
    expect(listTexts(sheet)).toEqual(['constant', 'T-top'])
  })
})

describe('DWG block clip', () => {
  /** Creates a filter in block coordinates: plane, insert and block coincide. */
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

  it('is a rectangle between two corners', async () => {
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
  ])('removes the inside when inverted, with its outline stated as %s', async (_, entries) => {
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

  it('follows the transform of its insert', async () => {
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

  it('can be concave and split a line into parts', async () => {
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

  it('is ignored when switched off', async () => {
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

  it('is ignored with fewer than two points', async () => {
    const { sheet } = await draw(createInsert(cross), (insert) => clipped(insert, [[1, 1]]))
    expect(listPolylines(sheet)).toEqual([[-10, 0, 10, 0]])
  })

  it('cuts areas and the contents of nested blocks', async () => {
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

describe('DWG draw order', () => {
  const ordered = (order: (entities: readonly Line[], add: (entity: Entity, handle: number) => void) => void) => {
    const lines = [1, 2, 3, 4].map((x) => line(x))
    const document = documentWith(...lines)
    const table = document.modelSpace?.createSortEntitiesTable()
    order(lines, (entity, handle) => table?.add(entity, handle))
    return document
  }
  const lengths = async (document: CadDocument): Promise<(number | undefined)[]> =>
    listPolylines((await drawDocument(document)).sheet).map(([, , x]) => x)

  it('is the file order without a sort table', async () => {
    expect(await lengths(ordered(() => undefined))).toEqual([1, 2, 3, 4])
  })

  it('follows the handles of the sort table', async () => {
    const document = ordered((lines, add) => {
      const handles = lines.map(({ handle }) => handle)
      lines.forEach((one, at) => add(one, handles[3 - at] ?? 0))
    })
    expect(await lengths(document)).toEqual([4, 3, 2, 1])
  })

  it('keeps entities missing from the sort table at their own handle', async () => {
    // The first and third entities swap places; the second and fourth are not listed.
    const document = ordered(([first, , third], add) => {
      if (!first || !third) return
      add(first, third.handle)
      add(third, first.handle)
    })
    expect(await lengths(document)).toEqual([3, 2, 1, 4])
  })
})
