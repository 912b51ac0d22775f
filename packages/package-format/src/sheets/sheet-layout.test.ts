import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { encodeContainer } from '../container/container-encode.js'
import { editContainer, getSection, readStored, type ContainerChanges } from '../testing/edit-container.js'
import { createSheetEntities } from '../testing/sheet-entities.js'
import { decodePairs, encodePairs, holdBelow, toCounts, toStarts } from './sheet-columns.js'
import { encodeSheetEntities } from './sheet-entities-encode.js'
import { decodeSheetEntities } from './sheet-entities.js'
import { decodeSheetFingerprints } from './sheet-fingerprints.js'
import { encodeSheetFills, encodeSheetLines, type SheetArea, type SheetPolyline } from './sheet-lines-encode.js'
import { decodeSheetFills, decodeSheetLines } from './sheet-lines.js'
import { decodeRuns, encodeRuns, PointCoder } from './sheet-points.js'
import { glyphSteps, sheetGridSteps, type SheetInfo } from './sheet.js'

type Tables = Pick<SheetInfo, 'styles' | 'levels' | 'counts'>

const counts = { entities: 10, polylines: 0, vertices: 0, fills: 0, triangles: 0, texts: 0, glyphs: 0 }
const createTables = (styles: number, levels: number): Tables => ({
  styles: Array.from({ length: styles }) as SheetInfo['styles'][number][],
  levels,
  counts,
})
const tables = createTables(5, 4)
const grid = { origin: [10, 20], step: 0.5 } as const

describe('steps of a sheet', () => {
  it('keep the numbers that older packages have', () =>
    expect([sheetGridSteps, glyphSteps]).toEqual([16_777_216, 1024]))
})

describe('sheet columns', () => {
  it('store pairs as zigzag differences of each coordinate', () => {
    expect([...encodePairs([1, 2, 4, 0, 4, 1])]).toEqual([2, 4, 6, 3, 0, 2])
    expect([...decodePairs(Uint8Array.of(2, 4, 6, 3, 0, 2), 3)]).toEqual([1, 2, 4, 0, 4, 1])
    expect([...decodePairs(encodePairs([-(2 ** 31), 5, 2 ** 31 - 1, 5]), 2)]).toEqual([-(2 ** 31), 5, 2 ** 31 - 1, 5])
  })

  it('have starts as sums of counts', () => {
    expect([...toStarts(Uint32Array.of(2, 0, 3))]).toEqual([0, 2, 2, 5])
    expect([...toCounts(Uint32Array.of(0, 2, 2, 5))]).toEqual([2, 0, 3])
    expect([...toStarts(new Uint32Array(0))]).toEqual([0])
    expect(toStarts(Uint32Array.of(0x7ffffffe, 1))[2]).toBe(0x7fffffff)
    expect(() => toStarts(Uint32Array.of(0x7fffffff, 1))).toThrow('a sheet of too many points')
  })

  it('are refused with values outside a limit', () => {
    expect(() => holdBelow(Uint32Array.of(0, 4), 5, 'x')).not.toThrow()
    expect(() => holdBelow(Uint32Array.of(0, 5), 5, 'x')).toThrow('view package: x out of range')
    expect(() => holdBelow(Int32Array.of(-1), 5, 'x')).toThrow('view package: x out of range')
  })
})

describe('PointCoder', () => {
  it('rounds each difference by itself', () => {
    const coder = new PointCoder([100, 0], 2)
    // Exact steps: 0.7, 1.4, 2.1: differences of 0.7 each are rounded to 1.
    expect([101.4, 102.8, 104.2].map((value) => coder.code(0, value))).toEqual([2, 2, 2])
    expect(coder.position.coded).toEqual([3, 0])
    expect(coder.position.exact[0]).toBeCloseTo(2.1, 9)
  })

  it('corrects a drift of more than 16 steps', () => {
    const coder = new PointCoder([0, 0], 1)
    const differences = Array.from({ length: 60 }, (_, at) => coder.code(1, (at + 1) * 0.6) / 2)
    // Each rounds to 1 and drifts by 0.4, until the 41st would be 16.4 ahead of 24.6: 25 - 40.
    expect(differences.slice(0, 40)).toEqual(Array.from<number>({ length: 40 }).fill(1))
    expect(coder.position.coded[1] - coder.position.exact[1]).toBeLessThanOrEqual(16)
    const corrected = new PointCoder([0, 0], 1)
    const codes = Array.from({ length: 41 }, (_, at) => corrected.code(0, (at + 1) * 0.6))
    expect(codes[40]).toBe(29)
    expect(corrected.position.coded[0]).toBe(25)
  })

  it('keeps a drift of exactly 16 steps', () => {
    const coder = new PointCoder([0, 0], 1)
    coder.goTo([0, 0], [16, -16])
    expect([coder.code(0, 0), coder.code(1, 0)]).toEqual([0, 0])
    coder.goTo([0, 0], [17, -17])
    expect([coder.code(0, 0), coder.code(1, 0)]).toEqual([33, 34])
  })

  it('continues from another point, of which it has a copy', () => {
    const coder = new PointCoder([0, 0], 1)
    const before = coder.position
    coder.code(0, 7)
    expect(before).toEqual({ exact: [0, 0], coded: [0, 0] })
    coder.goTo([3.4, 5], [3, 6])
    expect(coder.position).toEqual({ exact: [3.4, 5], coded: [3, 6] })
    expect([coder.code(0, 5), coder.code(1, 4)]).toEqual([4, 1])
    expect(coder.position.coded).toEqual([5, 5])
  })
})

describe('runs of points', () => {
  it('begin relative to the first point of the previous run', () => {
    const { first, rest } = encodeRuns([[10.5, 20, 12, 21.5, 12, 20], [], [11, 22]], grid)
    // In half units: 1 0, 4 3, 4 0; then 2 4.
    expect([...first]).toEqual([2, 0, 0, 0, 2, 8])
    expect([...rest]).toEqual([6, 6, 0, 5])
    expect([...decodeRuns(first, rest, Uint32Array.of(0, 3, 3, 4))]).toEqual([1, 0, 4, 3, 4, 0, 2, 4])
  })

  it('restore random points to within the drift', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const runs = Array.from({ length: 30 }, () =>
        Array.from({ length: 2 * Math.floor(random() * 20) }, () => random() * 1e4),
      )
      const { first, rest } = encodeRuns(runs, grid)
      const starts = toStarts(Uint32Array.from(runs, (run) => run.length / 2))
      const decoded = decodeRuns(first, rest, starts)
      runs.flat().forEach((value, at) => {
        const exact = (value - grid.origin[at % 2]) / grid.step
        expect(Math.abs(decoded[at] - exact), `seed ${seed}`).toBeLessThanOrEqual(16.5)
      })
    }
  })

  it('restore points on the grid exactly', () => {
    const random = seededRandom(2)
    const runs = [1, 2, 3].map(() => Array.from({ length: 40 }, () => Math.floor(random() * 2 ** 24) - 2 ** 23))
    const { first, rest } = encodeRuns(runs, { origin: [0, 0], step: 1 })
    expect([...decodeRuns(first, rest, Uint32Array.of(0, 20, 40, 60))]).toEqual(runs.flat())
  })
})

const createLine = (style: number, closed: boolean, ...points: number[]): SheetPolyline => ({
  entity: 3,
  style,
  level: 2,
  closed,
  points: Float64Array.from(points),
})

describe('encodeSheetLines', () => {
  const lines = [
    createLine(4, false, 10, 20, 11, 20),
    { ...createLine(4, true, 10, 21, 10, 22, 12, 22), entity: 5, level: 1 },
    createLine(0, false, 10, 20),
  ]
  const bytes = encodeSheetLines(lines, grid)

  it('writes styles as runs, and sizes of which odd ones are closed', () => {
    expect(getSection(bytes, 'style')).toEqual([4, 2, 0, 1])
    expect(getSection(bytes, 'size')).toEqual([4, 7, 2])
    expect(getSection(bytes, 'level')).toEqual([4, 1, 2])
    expect(getSection(bytes, 'entity')).toEqual([6, 4, 3])
    expect(getSection(bytes, 'first')).toEqual([0, 0, 0, 4, 0, 3])
    expect(getSection(bytes, 'rest')).toEqual([4, 0, 0, 4, 8, 0])
    expect(readStored(bytes).meta).toEqual({ polylines: 3 })
  })

  it('is reversed by decodeSheetLines', () => {
    expect(decodeSheetLines(bytes, tables)).toEqual({
      count: 3,
      entity: Uint32Array.of(3, 5, 3),
      style: Uint32Array.of(4, 4, 0),
      level: Uint32Array.of(2, 1, 2),
      closed: Uint8Array.of(0, 1, 0),
      start: Uint32Array.of(0, 2, 5, 6),
      points: Int32Array.of(0, 0, 2, 0, 0, 2, 0, 4, 4, 4, 0, 0),
    })
    expect(decodeSheetLines(encodeSheetLines([], grid), tables).count).toBe(0)
  })

  it.each<[string, ContainerChanges, string]>([
    ['a style that does not exist', { sections: { style: Uint8Array.of(5, 2, 0, 1) } }, 'style out of range'],
    ['more styles than lines', { sections: { style: Uint8Array.of(4, 2, 0, 2) } }, 'more styles than lines'],
    ['fewer styles than lines', { sections: { style: Uint8Array.of(4, 2) } }, 'fewer styles than lines'],
    ['a style without a length', { sections: { style: Uint8Array.of(4, 2, 0) } }, 'fewer styles than lines'],
    ['a level that does not exist', { sections: { level: Uint8Array.of(8, 1, 2) } }, 'level out of range'],
    ['a negative level', { sections: { level: Uint8Array.of(1, 2, 2) } }, 'level out of range'],
    ['an entity that does not exist', { sections: { entity: Uint8Array.of(20, 4, 3) } }, 'entity out of range'],
    ['an open line without points', { sections: { size: Uint8Array.of(0, 7, 2) } }, 'a polyline without points'],
    ['a closed line without points', { sections: { size: Uint8Array.of(4, 7, 1) } }, 'a polyline without points'],
    ['a point more than stated', { sections: { size: Uint8Array.of(4, 7, 4) } }, 'fewer numbers'],
    ['a point less than stated', { sections: { size: Uint8Array.of(2, 7, 2) } }, 'more numbers'],
    ['fewer first points', { sections: { first: new Uint8Array(4) } }, 'fewer numbers'],
    ['no count', { meta: { polylines: null } }, 'no count polylines'],
  ])('writes lines that are refused with %s', (_, changes, message) => {
    const wrong = editContainer(bytes, changes)
    expect(() => decodeSheetLines(wrong, tables)).toThrow(RangeError)
    expect(() => decodeSheetLines(wrong, tables)).toThrow(message)
  })

  it('reads styles of more than one byte', () => {
    const long = Array.from({ length: 300 }, () => createLine(299, false, 10, 20))
    expect(getSection(encodeSheetLines(long, grid), 'style')).toEqual([171, 2, 172, 2])
    expect(decodeSheetLines(encodeSheetLines(long, grid), createTables(300, 4)).style[299]).toBe(299)
  })
})

describe('encodeSheetFills', () => {
  const area: SheetArea = {
    entity: 2,
    style: 1,
    level: 3,
    points: Float64Array.of(10, 20, 11, 20, 11, 21),
    indices: Uint32Array.of(0, 1, 2),
    gradient: null,
  }
  const gradient = { from: [0, 0], to: [1, 0.5], colors: [0xff0000, 0xff] } as const
  const empty = { ...area, points: new Float64Array(0), indices: new Uint32Array(0) }
  const bytes = encodeSheetFills([area, empty, { ...area, entity: 4, gradient }], grid)

  it('writes sizes, points, and indices that continue over the areas', () => {
    expect(getSection(bytes, 'size')).toEqual([3, 0, 3])
    expect(getSection(bytes, 'indexCount')).toEqual([3, 0, 3])
    expect(getSection(bytes, 'index')).toEqual([0, 2, 2, 2, 2, 2])
    expect(getSection(bytes, 'style')).toEqual([2, 0, 0])
    expect(getSection(bytes, 'level')).toEqual([6, 0, 0])
    expect(getSection(bytes, 'entity')).toEqual([4, 0, 4])
    expect(getSection(bytes, 'first')).toEqual([0, 0, 0, 0, 0, 0])
    expect(getSection(bytes, 'rest')).toEqual([4, 0, 0, 4, 4, 0, 0, 4])
    expect(readStored(bytes).meta).toEqual({ fills: 3, gradients: [{ fill: 2, ...gradient }] })
  })

  it('is reversed by decodeSheetFills', () => {
    const points = [0, 0, 2, 0, 2, 2]
    expect(decodeSheetFills(bytes, tables)).toEqual({
      count: 3,
      entity: Uint32Array.of(2, 2, 4),
      style: Uint32Array.of(1, 1, 1),
      level: Uint32Array.of(3, 3, 3),
      start: Uint32Array.of(0, 3, 3, 6),
      points: Int32Array.of(...points, ...points),
      indexStart: Uint32Array.of(0, 3, 3, 6),
      indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
      gradients: [{ fill: 2, ...gradient }],
    })
    expect(decodeSheetFills(encodeSheetFills([], grid), tables).count).toBe(0)
  })

  const withGradient = (...gradients: unknown[]): ContainerChanges => ({ meta: { gradients } })
  it.each<[string, ContainerChanges, string]>([
    ['an index that does not exist', { sections: { index: Uint8Array.of(0, 2, 2, 2, 2, 4) } }, 'corner out of range'],
    ['a negative index', { sections: { index: Uint8Array.of(1, 2, 2, 2, 2, 2) } }, 'corner out of range'],
    ['fewer indices than stated', { sections: { index: new Uint8Array(5) } }, 'fewer numbers'],
    ['a style that does not exist', { sections: { style: Uint8Array.of(10, 0, 0) } }, 'style out of range'],
    ['a level that does not exist', { sections: { level: Uint8Array.of(8, 0, 0) } }, 'level out of range'],
    ['an entity that does not exist', { sections: { entity: Uint8Array.of(20, 0, 0) } }, 'entity out of range'],
    ['fewer first points', { sections: { first: new Uint8Array(5) } }, 'fewer numbers'],
    ['fewer other points', { sections: { rest: new Uint8Array(7) } }, 'fewer numbers'],
    ['more other points', { sections: { rest: new Uint8Array(9) } }, 'more numbers'],
    ['no count', { meta: { fills: -1 } }, 'no count fills'],
    ['no gradients', { meta: { gradients: undefined } }, 'gradients'],
    ['a gradient that is null', withGradient(null), 'gradients'],
    ['a gradient of no area', withGradient({ fill: 3, ...gradient }), 'gradients'],
    ['a gradient of a negative area', withGradient({ fill: -1, ...gradient }), 'gradients'],
    ['a gradient of half an area', withGradient({ fill: 0.5, ...gradient }), 'gradients'],
    ['a gradient without an area', withGradient(gradient), 'gradients'],
    ['a gradient from one number', withGradient({ fill: 0, ...gradient, from: [0] }), 'gradients'],
    ['a gradient to a text', withGradient({ fill: 0, ...gradient, to: ['0', 0] }), 'gradients'],
    ['a gradient of three colours', withGradient({ fill: 0, ...gradient, colors: [0, 0, 0] }), 'gradients'],
    ['a second gradient without colours', withGradient({ fill: 0, ...gradient }, { fill: 1 }), 'gradients'],
  ])('writes fills that are refused with %s', (_, changes, message) => {
    const wrong = editContainer(bytes, changes)
    expect(() => decodeSheetFills(wrong, tables)).toThrow(RangeError)
    expect(() => decodeSheetFills(wrong, tables)).toThrow(message)
  })

  it('writes no point that may be used without points', () => {
    const none = encodeSheetFills([{ ...empty, indices: Uint32Array.of(0) }], grid)
    expect([...decodeSheetFills(none, tables).indices]).toEqual([0])
    const one = editContainer(none, { sections: { index: Uint8Array.of(2) } })
    expect(() => decodeSheetFills(one, tables)).toThrow('corner out of range')
  })
})

describe('encodeSheetEntities', () => {
  const emptyEntity = { layer: [0], handles: [''], types: [''], names: [''], sets: [[]], blockStart: [] }
  const input = {
    layer: [0, 1, 1, 0],
    handles: ['2A', 'w1', '2B', 'w1'],
    types: ['LINE', 'INSERT', 'LINE', 'ARC'],
    names: ['', 'Door', '', 'Door'],
    sets: [[0], [], [1, 0], [2]],
    blockStart: [0, 2, 3],
  }
  const bytes = encodeSheetEntities(createSheetEntities(input))

  it('writes hexadecimal handles as numbers and others as texts', () => {
    expect(getSection(bytes, 'handle.number')).toEqual([1, 0, 1, 0])
    // 42, text 0, 43, text 0.
    expect(getSection(bytes, 'handle')).toEqual([84, 83, 86, 85])
    expect(getSection(bytes, 'handles.text')).toEqual([...new TextEncoder().encode('w1')])
    expect(getSection(bytes, 'layer')).toEqual([0, 1, 1, 0])
    expect(getSection(bytes, 'type')).toEqual([0, 1, 0, 2])
    expect(getSection(bytes, 'name')).toEqual([0, 1, 0, 1])
    expect(getSection(bytes, 'sets')).toEqual([1, 0, 2, 1])
    expect(getSection(bytes, 'set')).toEqual([0, 2, 1, 4])
    expect(getSection(bytes, 'block')).toEqual([0, 4, 2])
    expect(readStored(bytes).meta).toEqual({ entities: 4, types: 3, names: 2, handleTexts: 1, blocks: 3 })
  })

  it.each([
    ['as numbers', 1, ['0', 'F', '1F', 'FFFFFFFF', '80000000']],
    ['as texts', 0, ['', '00', '0A', 'a', '100000000', '1G', '-1', ' 1', '1\n']],
  ])('writes %s only handles that are restored', (_, isNumber, handles) => {
    for (const handle of handles) {
      const one = encodeSheetEntities(createSheetEntities({ ...emptyEntity, handles: [handle] }))
      expect(decodeSheetEntities(one, 1).handle(0)).toBe(handle)
      expect(getSection(one, 'handle.number'), handle).toEqual([isNumber])
    }
  })

  it('is reversed by decodeSheetEntities', () => {
    const decoded = decodeSheetEntities(bytes, 2)
    const each = <Value>(read: (entity: number) => Value): Value[] => [0, 1, 2, 3].map((entity) => read(entity))
    expect([decoded.count, [...decoded.layer], [...decoded.blockStart]]).toEqual([4, input.layer, input.blockStart])
    expect([each(decoded.handle), each(decoded.type), each(decoded.name)]).toEqual([
      input.handles,
      input.types,
      input.names,
    ])
    expect(each((entity) => [...decoded.sets(entity)])).toEqual(input.sets)
    expect([decoded.handle(9), decoded.type(9), decoded.name(9)]).toEqual(['w1', 'LINE', ''])
  })

  it.each<[string, ContainerChanges, string]>([
    ['a layer that does not exist', { sections: { layer: Uint8Array.of(0, 2, 1, 0) } }, 'layer out of range'],
    ['a set that does not exist', { sections: { set: Uint8Array.of(0, 2, 1, 6) } }, 'set out of range'],
    ['a negative set', { sections: { set: Uint8Array.of(1, 2, 1, 4) } }, 'set out of range'],
    ['sets but no blocks', { meta: { blocks: 0 }, sections: { block: new Uint8Array(0) } }, 'sets without blocks'],
    ['fewer kinds of handles', { sections: { 'handle.number': new Uint8Array(3) } }, 'column handle.number'],
    ['fewer sets than stated', { sections: { set: new Uint8Array(3) } }, 'fewer numbers'],
    ['no count', { meta: { entities: null } }, 'no count entities'],
    ['no types', { meta: { types: null } }, 'no count types'],
    ['no names', { meta: { names: null } }, 'no count names'],
    ['no handles', { meta: { handleTexts: null } }, 'no count handleTexts'],
    ['no number of blocks', { meta: { blocks: null } }, 'no count blocks'],
  ])('writes entities that are refused with %s', (_, changes, message) => {
    const wrong = editContainer(bytes, changes)
    expect(() => decodeSheetEntities(wrong, 2)).toThrow(RangeError)
    expect(() => decodeSheetEntities(wrong, 2)).toThrow(message)
  })

  it('writes layer 0 of a sheet without layers', () => {
    const one = encodeSheetEntities(createSheetEntities(emptyEntity))
    expect(decodeSheetEntities(one, 0).count).toBe(1)
    const other = editContainer(one, { sections: { layer: Uint8Array.of(1) } })
    expect(() => decodeSheetEntities(other, 0)).toThrow('layer out of range')
    expect(() => decodeSheetEntities(other, 1)).toThrow('layer out of range')
  })
})

describe('decodeSheetFingerprints', () => {
  it('has two words for each entity', () => {
    const bytes = encodeContainer({}, [{ name: 'print', data: Uint32Array.of(1, 2, 3, 4) }])
    expect(decodeSheetFingerprints(bytes, 2)).toEqual(Uint32Array.of(1, 2, 3, 4))
    for (const entities of [1, 3, 4]) expect(() => decodeSheetFingerprints(bytes, entities)).toThrow('column print')
  })
})
