import {
  AttributeDefinition,
  BlockRecord,
  Color,
  DimensionAligned,
  DimensionStyle,
  type Entity,
  Leader,
  LeaderPathType,
  LeaderRoot,
  LeaderLine,
  Line,
  MLine,
  MLineFlags,
  MLineSegment,
  MLineStyle,
  MLineStyleElement,
  MLineVertex,
  MultiLeader,
  MultiLeaderBlockAttribute,
  ProxyPolyline,
  TableEntity,
  TextStyle,
  Tolerance,
  XYZ,
} from '@node-projects/acad-ts'
import { describe, expect, it } from 'vitest'
import { computeBounds, drawEntities, listPolylines, ringArea, listRings, rounded } from '../../testing/draw-sheets.js'

const points = (...values: readonly (readonly [number, number])[]): XYZ[] => values.map(([x, y]) => new XYZ(x, y, 0))
const createBlock = (name: string, ...entities: readonly Entity[]): BlockRecord => {
  const block = new BlockRecord(name)
  for (const entity of entities) block.entities.add(entity)
  return block
}
const listTexts = (sheet: { texts: readonly { paragraphs: readonly (readonly { text: string }[])[] }[] }): string[] =>
  sheet.texts.map(({ paragraphs }) => paragraphs.map((runs) => runs.map(({ text }) => text).join('')).join('|'))
const proxyLine = (...ends: XYZ[]): ProxyPolyline => Object.assign(new ProxyPolyline(), { points: ends })

describe('DWG dimension', () => {
  it('draws its block in place, by-block parts in its color', async () => {
    const dimension = new DimensionAligned(new XYZ(0, 0, 0), new XYZ(10, 0, 0))
    dimension.color = new Color(1)
    const part = Object.assign(new Line(new XYZ(5, 5, 0), new XYZ(15, 5, 0)), { color: Color.byBlock })
    dimension.block = createBlock('*D1', part)
    const { sheet } = await drawEntities(dimension)
    expect(listPolylines(sheet)).toEqual([[5, 5, 15, 5]])
    expect(sheet.styles[sheet.polylines[0]?.style ?? -1]?.color).toBe(0xff0000)
    expect(sheet.entities[0]?.type).toBe('DIMENSION')
  })

  it('draws lines and the measured value when it has no block', async () => {
    const dimension = new DimensionAligned(new XYZ(0, 0, 0), new XYZ(30, 40, 0))
    dimension.textMiddlePoint = new XYZ(15, 25, 0)
    const { sheet, skipped } = await drawEntities(dimension)
    expect(listPolylines(sheet)).toContainEqual([0, 0, 30, 40])
    expect(listTexts(sheet).join('')).toContain('50')
    expect(skipped).toEqual([])
  })

  it('ends at a cycle of blocks', async () => {
    const dimension = new DimensionAligned(new XYZ(0, 0, 0), new XYZ(1, 0, 0))
    const block = createBlock('*D2', new Line(new XYZ(0, 0, 0), new XYZ(1, 0, 0)))
    dimension.block = block
    const inner = new DimensionAligned(new XYZ(0, 0, 0), new XYZ(1, 0, 0))
    inner.block = block
    block.entities.add(inner)
    const { sheet } = await drawEntities(dimension)
    expect(sheet.polylines.length).toBeLessThanOrEqual(33)
  })
})

describe('DWG table', () => {
  it('draws its block at its insertion point', async () => {
    const table = new TableEntity()
    table.block = createBlock('*T1', new Line(new XYZ(0, 0, 0), new XYZ(4, 0, 0)))
    table.insertPoint = new XYZ(10, 20, 0)
    const { sheet } = await drawEntities(table)
    expect(listPolylines(sheet)).toEqual([[10, 20, 14, 20]])
  })

  it('draws its saved graphics without a block, and is reported without either', async () => {
    const saved = new TableEntity()
    saved.proxyGeometries.push(proxyLine(new XYZ(1, 1, 0), new XYZ(2, 1, 0)))
    const { sheet, skipped } = await drawEntities(saved, new TableEntity())
    expect(listPolylines(sheet)).toEqual([[1, 1, 2, 1]])
    expect(skipped.map(({ kind, reason }) => [kind, reason])).toEqual([['ACAD_TABLE', 'block-missing']])
  })
})

describe('DWG leader', () => {
  const leader = (more: Partial<Leader>): Leader => {
    const entity = Object.assign(new Leader(), { vertices: points([0, 0], [10, 0], [10, 5]) }, more)
    entity.style = Object.assign(new DimensionStyle('OWN'), { arrowSize: 3, scaleFactor: 2 })
    return entity
  }

  it("follows its vertices, with an arrowhead of the style's size at the first", async () => {
    const { sheet } = await drawEntities(leader({ arrowHeadEnabled: true }))
    expect(listPolylines(sheet)).toEqual([[0, 0, 10, 0, 10, 5]])
    // 3 times 2 long, and a third of that wide.
    expect(listRings(sheet)).toEqual([[[0, 0, 6, 1, 6, -1]]])
  })

  it('draws lines only when its arrowhead is off', async () => {
    const { sheet } = await drawEntities(leader({ arrowHeadEnabled: false }))
    expect(sheet.fills).toEqual([])
  })

  it('passes smoothly through its vertices as a spline', async () => {
    const smooth = leader({ arrowHeadEnabled: false, pathType: LeaderPathType.Spline })
    const [line = []] = listPolylines((await drawEntities(smooth)).sheet)
    expect(line.length).toBeGreaterThan(20)
    expect([...line.slice(0, 2), ...line.slice(-2)]).toEqual([0, 0, 10, 5])
    expect(line.some((x, at) => at % 2 === 0 && x === 10 && line[at + 1] === 0)).toBe(true)
  })

  it('omits an arrowhead without a direction or a second vertex', async () => {
    const { sheet } = await drawEntities(
      leader({ arrowHeadEnabled: true, vertices: points([1, 1], [1, 1], [2, 2]) }),
      leader({ arrowHeadEnabled: true, vertices: points([1, 1]) }),
    )
    expect(sheet.fills).toEqual([])
    expect(sheet.polylines).toHaveLength(1)
  })
})

describe('DWG multileader', () => {
  const multiLeader = (more: Partial<MultiLeader['contextData']> = {}): MultiLeader => {
    const leader = new MultiLeader()
    const line = Object.assign(new LeaderLine(), { points: points([0, 0]) })
    const root = Object.assign(new LeaderRoot(), {
      connectionPoint: new XYZ(10, 0, 0),
      direction: new XYZ(2, 0, 0),
      landingDistance: 8,
      lines: [line],
    })
    leader.enableDogleg = true
    Object.assign(leader.contextData, { arrowheadSize: 3, leaderRoots: [root] }, more)
    return leader
  }
  const text = (more: Partial<MultiLeader['contextData']> = {}) => ({
    hasTextContents: true,
    textStyle: new TextStyle('T'),
    textHeight: 4,
    textLabel: 'first\\Psecond',
    textLocation: new XYZ(20, 2, 0),
    ...more,
  })

  it('runs to its connection point and on along the landing', async () => {
    const { sheet } = await drawEntities(multiLeader())
    expect(listPolylines(sheet).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([
      [0, 0, 10, 0],
      [10, 0, 18, 0],
    ])
    expect(listRings(sheet)).toEqual([[[0, 0, 3, 0.5, 3, -0.5]]])
  })

  it('has no landing when disabled or of zero length', async () => {
    const off = multiLeader()
    off.enableDogleg = false
    const short = multiLeader()
    for (const root of short.contextData.leaderRoots) root.landingDistance = 0
    const { sheet } = await drawEntities(off, short)
    expect(listPolylines(sheet)).toEqual([
      [0, 0, 10, 0],
      [0, 0, 10, 0],
    ])
  })

  it('anchors its text at the top of the first line', async () => {
    const { sheet } = await drawEntities(multiLeader(text({ boundaryWidth: 50 })))
    expect(sheet.texts[0]).toMatchObject({ anchor: [20, 2], horizontal: 'left', vertical: 'top', wrapWidth: 50 })
    expect(listTexts(sheet)).toEqual(['first|second'])
    expect(sheet.texts[0]?.paragraphs[0]?.[0]?.height).toBe(4)
  })

  it.each([
    [0, 'left'],
    [1, 'center'],
    [2, 'right'],
    [9, 'left'],
  ])('aligns text of alignment %i to the %s of its anchor', async (textAlignment, expected) => {
    const { sheet } = await drawEntities(multiLeader(text({ textAlignment })))
    expect(sheet.texts[0]?.horizontal).toBe(expected)
    expect(sheet.texts[0]).not.toHaveProperty('wrapWidth')
  })

  it('rotates its text about the anchor', async () => {
    const { sheet } = await drawEntities(multiLeader(text({ textRotation: Math.PI / 2 })))
    const { anchor, xAxis, yAxis } = sheet.texts[0] ?? { anchor: [], xAxis: [], yAxis: [] }
    expect([anchor, xAxis, yAxis].map((values) => rounded(values))).toEqual([
      [20, 2],
      [0, 1],
      [-1, 0],
    ])
  })

  it('draws its block in scale, with the attribute values of the leader', async () => {
    const number = Object.assign(new AttributeDefinition(), { tag: 'NO', value: 'usual', height: 1 })
    number.insertPoint = new XYZ(1, 1, 0)
    const block = createBlock('BALLOON', new Line(new XYZ(0, 0, 0), new XYZ(1, 0, 0)), number)
    const leader = multiLeader({
      hasContentsBlock: true,
      blockContent: block,
      blockContentLocation: new XYZ(30, 10, 0),
      blockContentScale: new XYZ(5, 5, 5),
      leaderRoots: [],
    })
    leader.blockAttributes.push(
      Object.assign(new MultiLeaderBlockAttribute(), { attributeDefinition: number, text: '17' }),
    )
    const { sheet } = await drawEntities(leader)
    expect(listPolylines(sheet)).toEqual([[30, 10, 35, 10]])
    expect(listTexts(sheet)).toEqual(['17'])
    expect(sheet.texts[0]).toMatchObject({ anchor: [35, 15], xAxis: [5, 0] })
  })

  it('draws only its saved graphics where there are any', async () => {
    const leader = multiLeader(text())
    leader.proxyGeometries.push(proxyLine(new XYZ(7, 7, 0), new XYZ(8, 8, 0)))
    const { sheet } = await drawEntities(leader)
    expect(listPolylines(sheet)).toEqual([[7, 7, 8, 8]])
    expect(sheet.texts).toEqual([])
  })
})

describe('DWG multiline', () => {
  const vertex = (x: number, y: number, miter: readonly [number, number], along: readonly number[]): MLineVertex =>
    Object.assign(new MLineVertex(), {
      position: new XYZ(x, y, 0),
      miter: new XYZ(...miter, 0),
      segments: along.map((parameter) => Object.assign(new MLineSegment(), { parameters: [parameter, 0] })),
    })
  const mline = (...vertices: MLineVertex[]): MLine => Object.assign(new MLine(), { vertices })

  it('draws one line per element, offset along the miters', async () => {
    const across = Math.SQRT1_2
    const { sheet } = await drawEntities(
      mline(
        vertex(0, 0, [0, 1], [1, -1]),
        vertex(10, 0, [-across, across], [Math.SQRT2, -Math.SQRT2]),
        vertex(10, 10, [-1, 0], [1, -1]),
      ),
    )
    expect(listPolylines(sheet)).toEqual([
      [0, 1, 9, 1, 9, 10],
      [0, -1, 11, -1, 11, 10],
    ])
  })

  it('closes when flagged and has the colors of its style', async () => {
    const one = mline(vertex(0, 0, [0, 1], [0]), vertex(4, 0, [0, 1], [0]), vertex(4, 4, [0, 1], [0]))
    one.flags = MLineFlags.Closed
    const style = new MLineStyle('WALL')
    style.addElement(Object.assign(new MLineStyleElement(), { color: new Color(1) }))
    one.style = style
    const { sheet } = await drawEntities(one)
    expect(sheet.polylines[0]?.closed).toBe(true)
    expect(sheet.styles[sheet.polylines[0]?.style ?? -1]?.color).toBe(0xff0000)
  })

  it('skips vertices without parameters, and draws nothing without vertices', async () => {
    const broken = mline(vertex(0, 0, [0, 1], [1]), vertex(4, 0, [0, 1], []), vertex(8, 0, [0, 1], [1]))
    const { sheet } = await drawEntities(broken, mline())
    expect(listPolylines(sheet)).toEqual([[0, 1, 8, 1]])
  })
})

describe('DWG tolerance', () => {
  const tolerance = (text: string, more: Partial<Tolerance> = {}): Tolerance => {
    const entity = Object.assign(new Tolerance(), { text, direction: new XYZ(1, 0, 0) }, more)
    entity.style = Object.assign(new DimensionStyle('OWN'), { textHeight: 2, scaleFactor: 1 })
    return entity
  }

  it('draws adjacent frames with a symbol or a text each', async () => {
    const { sheet } = await drawEntities(tolerance('{\\Fgdt;j}%%v{\\Fgdt;n}0.1{\\Fgdt;m}%%vA%%v%%v'))
    expect(listTexts(sheet)).toEqual(['⌖', 'Ø0.1Ⓜ', 'A'])
    const boxes = listPolylines(sheet).map((line) => computeBounds(line))
    expect(boxes).toEqual([
      [0, -2, 3.5, 2],
      [3.5, -2, 13, 2],
      [13, -2, 16.5, 2],
    ])
    expect(sheet.texts.map(({ horizontal, vertical, anchor }) => [horizontal, vertical, ...anchor])).toEqual([
      ['center', 'middle', 1.75, 0],
      ['center', 'middle', 8.25, 0],
      ['center', 'middle', 14.75, 0],
    ])
    for (const { closed } of sheet.polylines) expect(closed).toBe(true)
  })

  it('stacks two rows below each other, rotated to its direction', async () => {
    const rotated = tolerance('a^Jb', { insertionPoint: new XYZ(10, 10, 0), direction: new XYZ(0, 3, 0) })
    const { sheet } = await drawEntities(rotated)
    expect(sheet.polylines).toHaveLength(2)
    // Rotated by 90° to the left, below becomes right.
    expect(computeBounds(listPolylines(sheet)[0] ?? [])).toEqual([8, 10, 12, 13.5])
    expect(computeBounds(listPolylines(sheet)[1] ?? [])).toEqual([12, 10, 16, 13.5])
    expect(Math.abs(ringArea(listPolylines(sheet)[0] ?? []))).toBeCloseTo(14, 9)
  })

  it('draws nothing without a text', async () => {
    const { sheet } = await drawEntities(tolerance('%%v%%v%%v'))
    expect([sheet.polylines, sheet.texts]).toEqual([[], []])
  })
})
