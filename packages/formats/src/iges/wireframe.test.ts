import { describe, expect, it } from 'vitest'
import { parseEntities } from './fixtures/iges-document.js'
import { writeIges, type FixtureEntity } from './fixtures/iges-writer.js'
import { IgesFile } from './iges-file.js'
import { decodeColumns } from './iges-text.js'
import { readWireframe, type Wireframe } from './wireframe.js'

const createWireframe = (...entities: readonly FixtureEntity[]): Wireframe => readWireframe(parseEntities(...entities))
const allLines = ({ groups }: Wireframe) => groups.flatMap(({ lines }) => lines)

const line: FixtureEntity = { type: 110, values: [0, 0, 0, 1, 0, 0] }
const owned: FixtureEntity = { ...line, status: '00010000' }
const figure = (name: string, ...parts: readonly number[]): FixtureEntity => ({
  type: 308,
  status: '00000200',
  values: [0, `${name.length}H${name}`, parts.length, ...parts.map((entity) => ({ entity }))],
})
const instanceEntity = (entity: number, ...values: readonly number[]): FixtureEntity => ({
  type: 408,
  values: [{ entity }, ...values],
})

describe('IGES wireframe', () => {
  it.each([
    ['00000000', 1],
    ['00020000', 1],
    ['00000100', 1],
    ['01000000', 0],
    ['00010000', 0],
    ['00030000', 0],
    ['00000200', 0],
    ['00000300', 0],
    ['00000500', 0],
    ['00000600', 0],
  ])('draws a line of status %s as %d lines', (status, count) => {
    expect(allLines(createWireframe({ ...line, status }))).toHaveLength(count)
  })

  it('groups lines by level and colour in file order', () => {
    const { groups } = createWireframe(
      { ...line, level: 2, color: 3 },
      { ...line, level: 1 },
      { ...line, level: 2, color: 2 },
      { ...line, level: 2, color: 3 },
    )
    expect(groups.map(({ level, color, lines }) => [level, color, lines.length])).toEqual([
      [2, [0, 1, 0], 2],
      [1, null, 1],
      [2, [1, 0, 0], 1],
    ])
  })

  it('keeps readable curves and names a damaged curve once', () => {
    const damaged = { type: 110, status: '00010000', values: [1] }
    const wireframe = createWireframe(
      line,
      damaged,
      figure('A', 2),
      instanceEntity(3, 0, 0, 0),
      instanceEntity(3, 1, 0, 0),
    )
    expect(wireframe).toMatchObject({ curves: 1, unread: [3] })
  })

  it('draws a point set as points, not as a curve', () => {
    const points: FixtureEntity = { type: 106, form: 1, values: [1, 2, 0, 0, 0, 1, 1] }
    const wireframe = createWireframe(points)
    expect(wireframe).toMatchObject({ curves: 0, points: 2, unread: [] })
    expect(wireframe.groups[0]).toMatchObject({
      lines: [],
      points: [
        [0, 0, 0],
        [1, 1, 0],
      ],
    })
  })

  it('draws points and counts visible dimensions, notes and symbols', () => {
    const others = [116, 116, 202, 212, 228, 230, 231, 201, 116].map((type, at) => ({
      type,
      status: at === 8 ? '01000000' : '00000000',
      values: [1, 2, at],
    }))
    const wireframe = createWireframe(...others)
    expect(wireframe).toMatchObject({ points: 2, annotations: 4, curves: 0 })
    expect(wireframe.groups[0]?.points).toEqual([
      [1, 2, 0],
      [1, 2, 1],
    ])
  })
})

describe('IGES subfigure instance', () => {
  it('is scaled, then translated', () => {
    expect(allLines(createWireframe(owned, figure('A', 1), instanceEntity(2, 10, 20, 30, 4)))).toEqual([
      [
        [10, 20, 30],
        [14, 20, 30],
      ],
    ])
  })

  it.each([
    ['is omitted', []],
    ['is zero', [0]],
  ])('keeps its original size when its scale factor %s', (_, factor) => {
    const [[, end] = []] = allLines(createWireframe(owned, figure('A', 1), instanceEntity(2, 0, 0, 0, ...factor)))
    expect(end).toEqual([1, 0, 0])
  })

  it('applies its own transform after the translation', () => {
    const quarter: FixtureEntity = { type: 124, values: [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 7] }
    const use = { ...instanceEntity(3, 10, 0, 0, 1), transform: 1 }
    const [lines] = allLines(createWireframe(quarter, owned, figure('A', 2), use))
    expect(lines).toEqual([
      [0, 10, 7],
      [0, 11, 7],
    ])
  })

  it('keeps the levels and colours of its parts', () => {
    const part = { ...owned, level: 4, color: 2 }
    const { groups } = createWireframe(part, figure('A', 1), { ...instanceEntity(2, 0, 0, 0), level: 9, color: 3 })
    expect(groups).toMatchObject([{ level: 4, color: [1, 0, 0] }])
  })

  it('omits hidden and missing parts', () => {
    const hidden = { ...owned, status: '01010000' }
    expect(createWireframe(owned, hidden, figure('A', 1, 2, 40), instanceEntity(3, 0, 0, 0)).curves).toBe(1)
  })

  it('is required to draw a subfigure definition', () => {
    expect(createWireframe(owned, figure('A', 1)).curves).toBe(0)
  })

  it.each([
    ['when it refers to an entity that is not a figure', [owned, instanceEntity(1, 0, 0, 0)]],
    ['when it refers to a missing entity', [owned, instanceEntity(40, 0, 0, 0)]],
    ['when it has no parameters', [owned, figure('A', 1), { type: 408, values: [] }]],
  ])('is not drawn as an instance %s', (_, entities) => {
    expect(createWireframe(...entities).groups).toEqual([])
  })

  it('is drawn once for each path through nested figures', () => {
    const levels = [owned, figure('A', 1)]
    // Each subfigure contains the previous one three times: 3⁴ lines.
    for (let depth = 0; depth < 4; depth++) {
      const below = levels.length
      const uses = [0, 1, 2].map((at) => ({ ...instanceEntity(below, at, 0, 0), status: '00010000' }))
      levels.push(...uses, figure('B', below + 1, below + 2, below + 3))
    }
    expect(createWireframe(...levels, instanceEntity(levels.length, 0, 0, 0)).curves).toBe(81)
  })

  it('ends when its figure contains itself', () => {
    const circle = [
      { ...instanceEntity(2, 1, 0, 0), status: '00010000' },
      figure('A', 1, 3),
      owned,
      instanceEntity(2, 0, 0, 0),
    ]
    expect(createWireframe(...circle).curves).toBe(17)
  })
})

describe('IGES level names', () => {
  const name = (level: number, levelName: string, form = 3): FixtureEntity => ({
    type: 406,
    form,
    level,
    values: [2, level, levelName],
  })

  it('come from name properties of form 3', () => {
    const { levelNames } = createWireframe(
      name(1, '5HWalls'),
      name(2, '5HRoofs', 15),
      name(3, '0H'),
      name(4, '6H  \t   '),
    )
    expect([...levelNames]).toEqual([[1, 'Walls']])
  })

  it('are decoded from UTF-8', () => {
    const bytes = decodeColumns(new TextEncoder().encode('Պատեր'))
    const text = decodeColumns(writeIges([name(1, '10H0123456789')])).replace('0123456789', bytes)
    expect(readWireframe(new IgesFile(text)).levelNames.get(1)).toBe('Պատեր')
  })
})
