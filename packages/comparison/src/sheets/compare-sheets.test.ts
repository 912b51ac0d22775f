import { describe, expect, it } from 'vitest'
import { buildSheet, type MadeEntity } from '../testing/build-sheet.js'
import { compareSheets, type SheetComparison } from './compare-sheets.js'
import { sheetPart } from './entity-differences.js'

const line = (handle: string, x: number, over: Partial<MadeEntity> = {}): MadeEntity => ({
  handle,
  layer: 'Walls',
  lines: [[x, 0, x + 80, 30]],
  ...over,
})
const word = (handle: string, text: string, over: Partial<MadeEntity> = {}): MadeEntity => ({
  handle,
  type: 'TEXT',
  layer: 'Texts',
  text,
  at: [500, 500],
  ...over,
})
const frame: MadeEntity = { handle: 'FF', type: 'LWPOLYLINE', lines: [[0, 0, 1000, 0, 1000, 1000, 0, 1000, 0, 0]] }
const plan = [frame, line('A', 100), line('B', 200), line('C', 300), line('D', 400), word('E', 'Kitchen')]

const without = (handle: string): MadeEntity[] => plan.filter((entity) => entity.handle !== handle)
const instead = (handle: string, over: Partial<MadeEntity>): MadeEntity[] =>
  plan.map((entity) => (entity.handle === handle ? { ...entity, ...over } : entity))
const compare = (older: readonly MadeEntity[], newer: readonly MadeEntity[]): SheetComparison =>
  compareSheets(buildSheet(older), buildSheet(newer))
const listed = ({ changes }: SheetComparison): unknown[] =>
  changes.map(({ kind, handle, parts }) => [kind, handle, parts])

describe('compareSheets', () => {
  it('finds no changes between equal sheets', () => {
    const comparison = compare(plan, plan)
    expect(comparison.changes).toEqual([])
    expect(comparison.counts).toEqual({ added: 0, removed: 0, changed: 0, same: 6 })
    expect([...comparison.newerKinds, ...comparison.olderKinds].every((kind) => kind === 0)).toBe(true)
  })

  it('finds added and removed entities with their texts', () => {
    const comparison = compare(without('E'), without('B'))
    expect(listed(comparison)).toEqual([
      ['added', 'E', 0],
      ['removed', 'B', 0],
    ])
    expect(comparison.changes[0]).toMatchObject({ text: 'Kitchen', type: 'TEXT', layer: 'Texts', before: -1 })
    expect(comparison.changes[1].box?.map(Math.round)).toEqual([200, 0, 280, 30])
    expect([...comparison.olderKinds]).toEqual([0, 0, 2, 0, 0])
    expect([...comparison.newerKinds]).toEqual([0, 0, 0, 0, 1])
  })

  it('distinguishes moved from reshaped entities and returns the bounds of both positions', () => {
    const shifted = compare(plan, instead('B', { lines: [[250, 40, 330, 70]] }))
    expect(listed(shifted)).toEqual([['changed', 'B', sheetPart.placement]])
    expect(shifted.changes[0].box?.map(Math.round)).toEqual([200, 0, 330, 70])
    const bent = compare(plan, instead('B', { lines: [[200, 0, 280, 31]] }))
    expect(listed(bent)).toEqual([['changed', 'B', sheetPart.shape]])
  })

  it('finds changed text, layer, colour and block name', () => {
    const text = compare(plan, instead('E', { text: 'Bath' }))
    expect(listed(text)).toEqual([['changed', 'E', sheetPart.text]])
    expect(text.changes[0].texts).toEqual([{ before: 'Kitchen', after: 'Bath' }])
    const layer = compare(plan, instead('A', { layer: 'Demolition' }))
    expect(listed(layer)).toEqual([['changed', 'A', sheetPart.layer]])
    expect(layer.changes[0]).toMatchObject({ layer: 'Demolition', layerBefore: 'Walls' })
    expect(listed(compare(plan, instead('A', { color: 0xff0000 })))).toEqual([
      ['changed', 'A', sheetPart.compareAppearance],
    ])
    expect(listed(compare(plan, instead('A', { name: 'Door 90' })))).toEqual([['changed', 'A', sheetPart.identity]])
  })

  it('counts changes by layer and type', () => {
    const newer = [...without('B'), line('G', 600), word('H', 'Hall', { at: [700, 700] })]
    const { byLayer, byType } = compare(plan, newer)
    expect(byLayer).toEqual([
      { name: 'Walls', counts: { added: 1, removed: 1, changed: 0 } },
      { name: 'Texts', counts: { added: 1, removed: 0, changed: 0 } },
    ])
    expect(byType.map(({ name }) => name)).toEqual(['LINE', 'TEXT'])
  })

  it('lists changed layers without the entities on them', () => {
    const older = buildSheet(plan, { layers: [{ name: 'Walls', color: 0xff0000 }] })
    const newer = buildSheet(plan, { layers: [{ name: 'Walls', color: 0x00ff00, on: false }] })
    const comparison = compareSheets(older, newer)
    expect(comparison.changes).toEqual([])
    expect(comparison.layers).toEqual([{ kind: 'changed', name: 'Walls', parts: ['color', 'visibility'] }])
  })

  it('counts all entities as added or removed when one version has no sheet', () => {
    const only = compareSheets(null, buildSheet(plan))
    expect(only.counts).toEqual({ added: 6, removed: 0, changed: 0, same: 0 })
    expect(compareSheets(buildSheet(plan), null).counts).toEqual({ added: 0, removed: 6, changed: 0, same: 0 })
  })

  it('reports a changed unit', () => {
    expect(compareSheets(buildSheet(plan), buildSheet(plan, { millimetresPerUnit: 25.4 })).hasSameUnit).toBe(false)
  })
})

describe('compareSheets with different storage', () => {
  it('ignores a coarser grid with another origin', () => {
    const newer = [...plan, line('G', 0, { lines: [[-9000.123, -5000.7, 70_000.4, 3000]] })]
    expect(listed(compare(plan, newer))).toEqual([['added', 'G', 0]])
  })

  it('ignores the order of lines in a block', () => {
    const lines = [
      [100, 100, 140, 160],
      [140, 160, 180, 100],
      [180, 100, 100, 100],
    ]
    const block = { handle: 'B1', type: 'INSERT', name: 'Roof', layer: 'Walls' }
    const comparison = compare([frame, { ...block, lines }], [frame, { ...block, lines: lines.toReversed() }])
    expect(comparison.changes).toEqual([])
  })

  it('matches entities by appearance without fingerprints', () => {
    const older = buildSheet(plan, { hasFingerprints: false })
    const newer = buildSheet(
      without('C').map((entity) => ({ ...entity, handle: '' })),
      { hasFingerprints: false },
    )
    expect(listed(compareSheets(older, newer))).toEqual([['removed', 'C', 0]])
  })
})

describe('compareSheets handle matching', () => {
  const renumber = (entities: readonly MadeEntity[], by: number): MadeEntity[] =>
    entities.map((entity, at) => ({ ...entity, handle: (at + by).toString(16).toUpperCase() }))
  const lines = [
    frame,
    ...Array.from({ length: 40 }, (_, at) => line('', at * 20, { lines: [[at * 20, at, at * 22, 90]] })),
  ]

  it('ignores handles that were renumbered', () => {
    // With one entity less at the beginning, every handle refers to its neighbour.
    const comparison = compare(renumber(lines, 16), renumber([...lines.slice(0, 1), ...lines.slice(2)], 16))
    expect(comparison.areHandlesStable).toBe(false)
    expect(comparison.counts).toMatchObject({ added: 0, removed: 1, changed: 0, same: 40 })
  })

  it('finds moved entities by handle, or by similarity without handles', () => {
    const shifted = lines.map((entity, at) => (at === 7 ? { ...entity, lines: [[600, 500, 614, 583]] } : entity))
    const withHandles = compare(renumber(lines, 16), renumber(shifted, 16))
    expect([withHandles.areHandlesStable, withHandles.counts.changed, withHandles.counts.added]).toEqual([true, 1, 0])
    const nudged = lines.map((entity, at) => (at === 7 ? { ...entity, lines: [[141, 9, 155, 93]] } : entity))
    const none = compare(lines, nudged)
    expect([none.counts.changed, none.counts.added]).toEqual([1, 0])
  })

  it('rejects a handle with another type and shape, and finds distant equal shapes without handles', () => {
    const other = compare(plan, instead('A', { type: 'ARC' }))
    expect(other.counts).toMatchObject({ added: 0, removed: 0, changed: 1 })
    const redrawn = compare(plan, instead('A', { type: 'ARC', lines: [[700, 700, 740, 790]] }))
    expect(redrawn.counts).toMatchObject({ added: 1, removed: 1, changed: 0 })
    const blank = plan.map((entity) => ({ ...entity, handle: '' }))
    const far = blank.map((entity, at) => (at === 2 ? { ...entity, lines: [[700, 900, 780, 930]] } : entity))
    expect(compare(blank, far).changes.map(({ kind, parts }) => [kind, parts])).toEqual([
      ['changed', sheetPart.placement],
    ])
  })

  it('uses handles when nearly every entity changed', () => {
    const older = [line('A', 100), line('B', 200), word('E', 'Kitchen')]
    const scaled = [
      line('A', 0, { lines: [[4, 0, 7, 1]] }),
      line('B', 0, { lines: [[8, 0, 11, 1]] }),
      word('E', 'Kitchen 2', { at: [20, 20] }),
    ]
    const comparison = compare(older, scaled)
    expect([comparison.areHandlesStable, comparison.counts.changed]).toEqual([true, 3])
  })
})

describe('compareSheets on a large sheet', () => {
  const count = process.env['KAMAR_CAMPAIGN'] === undefined ? 25_000 : 100_000
  const createEntities = (handle: (at: number) => string, by = 0): MadeEntity[] =>
    Array.from({ length: count }, (_, at) => {
      const [x, y] = [(at % 400) * 25, Math.floor(at / 400) * 40]
      return { handle: handle(at), lines: [[x + by, y, x + by + 7 + (at % 11), y + 9 + (at % 7)]] }
    })
  const hex = (at: number): string => (at + 256).toString(16).toUpperCase()

  it.each([
    ['with handles', createEntities(hex), createEntities(hex)],
    ['with different handles', createEntities(hex), createEntities((at) => hex(at + 17))],
    ['without handles, with all entities moved', createEntities(() => ''), createEntities(() => '', 3)],
  ] as const)('runs in bounded time %s', (_, older, newer) => {
    const versions = [buildSheet(older), buildSheet(newer)] as const
    const begin = process.cpuUsage()
    const comparison = compareSheets(...versions)
    const { user } = process.cpuUsage(begin)
    expect(comparison.counts.added + comparison.counts.removed).toBe(0)
    // Takes a second or so for 100,000; an algorithm over all pairs would take minutes.
    expect(user / 1e6).toBeLessThan(15 * (count / 100_000))
  })
})
