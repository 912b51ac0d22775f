import { describe, expect, it } from 'vitest'
import { changedPart, compareModels, type ModelVersion } from './index.js'
import { buildVersion, type MadeElement } from './testing/build-version.js'

/** Returns `0gId…` as in IFC: 22 characters. */
const globalId = (number: number): string => `0${String(number).padStart(21, '0')}`

const wall = (number: number, change: MadeElement = {}): MadeElement => ({
  id: globalId(number),
  name: `Wall ${number}`,
  origin: [number * 2000, 0, 0],
  ...change,
})

const compare = (older: readonly MadeElement[], newer: readonly MadeElement[]) =>
  compareModels(buildVersion(older), buildVersion(newer))

/** Formats changes briefly: `changed 1→1 8`. */
const summarize = (older: readonly MadeElement[], newer: readonly MadeElement[]): string[] =>
  compare(older, newer).changes.map(({ kind, before, after, parts }) => `${kind} ${before}→${after} ${parts}`)

describe('compareModels with stable ids', () => {
  it('finds no changes between reordered versions', () => {
    const walls = [wall(1), wall(2), wall(3)]
    const { changes, counts, areIdsStable } = compare(walls, walls.toReversed())
    expect(changes).toEqual([])
    expect(counts).toEqual({ added: 0, removed: 0, changed: 0, same: 3 })
    expect(areIdsStable).toBe(true)
  })

  it('finds added and removed elements', () => {
    expect(summarize([wall(1), wall(2), wall(3)], [wall(1), wall(3), wall(4)])).toEqual([
      'added -1→2 0',
      'removed 1→-1 0',
    ])
  })

  it.each<[string, MadeElement, number]>([
    ['a different shape', { shape: 8 }, changedPart.shape],
    ['a different position', { origin: [2010, 0, 0] }, changedPart.placement],
    ['a different orientation', { orientation: 2 }, changedPart.placement],
    ['different properties', { properties: 6 }, changedPart.properties],
    ['a different name', { name: 'Wand' }, changedPart.identity],
    ['a different class', { className: 'IfcWallStandardCase' }, changedPart.identity],
    ['a different shape and position', { shape: 8, origin: [5000, 0, 0] }, changedPart.shape | changedPart.placement],
    ['its shape removed', { shape: 0 }, changedPart.shape],
  ])('reports an element with %s as changed', (_, change, parts) => {
    const { changes } = compare([wall(1), wall(2)], [wall(1, change), wall(2)])
    expect(changes).toEqual([{ kind: 'changed', before: 0, after: 0, parts }])
  })

  it('reports growth as a changed shape, not as a movement', () => {
    const longer = wall(1, { shape: 8, origin: [1000, 0, 0], size: [2000, 200, 3000] })
    expect(summarize([wall(1)], [longer])).toEqual([`changed 0→0 ${changedPart.shape}`])
  })

  it('reports a changed parent, except for children of a new parent', () => {
    const storeys = (name: string): MadeElement[] => [
      { id: globalId(90), name: 'Ground floor', className: 'IfcBuildingStorey', shape: 0 },
      { id: globalId(91), name, className: 'IfcBuildingStorey', shape: 0 },
    ]
    const older = [...storeys('First floor'), wall(1, { parent: 0 }), wall(2, { parent: 1 }), wall(3)]
    const newer = [...storeys('First floor'), wall(1, { parent: 1 }), wall(2, { parent: 1 }), wall(3, { parent: 0 })]
    expect(summarize(older, newer)).toEqual([`changed 2→2 ${changedPart.parent}`, `changed 4→4 ${changedPart.parent}`])
    const [ground, first] = storeys('First floor')
    const renewed = { ...first, id: globalId(99), name: 'Upper floor' }
    expect(summarize(older, [ground, renewed, wall(1, { parent: 0 }), wall(2, { parent: 1 }), wall(3)])).toEqual([
      'added -1→1 0',
      'removed 1→-1 0',
    ])
    expect(summarize(older, [...storeys('Attic'), wall(1, { parent: 0 }), wall(2, { parent: 1 }), wall(3)])).toEqual([
      `changed 1→1 ${changedPart.identity}`,
    ])
  })

  it('ignores one millimetre and reports two as a movement', () => {
    expect(summarize([wall(1)], [wall(1, { origin: [2001, -1, 1] })])).toEqual([])
    expect(summarize([wall(1)], [wall(1, { origin: [2002, 0, 0] })])).toEqual([`changed 0→0 ${changedPart.placement}`])
  })

  it('does not match a new wall to a removed one of the same name', () => {
    const renewed = wall(9, { name: 'Wall 3', origin: [90_000, 0, 0], shape: 9 })
    expect(summarize([wall(1), wall(2), wall(3)], [wall(1), wall(2), renewed])).toEqual([
      'added -1→2 0',
      'removed 2→-1 0',
    ])
  })

  it('matches an element recreated in the same position', () => {
    const rewritten = wall(9, { name: 'Wall 3', origin: [6000, 0, 0], properties: 6 })
    expect(summarize([wall(1), wall(2), wall(3)], [wall(1), wall(2), rewritten])).toEqual([
      `changed 2→2 ${changedPart.properties}`,
    ])
  })
})

describe('compareModels with new ids', () => {
  const withNewIds = (elements: readonly MadeElement[]): MadeElement[] =>
    elements.map((element, index) => ({ ...element, id: globalId(1000 + index) }))

  it('matches elements by shape and position', () => {
    const walls = [wall(1), wall(2), wall(3)]
    const { changes, counts, areIdsStable } = compare(walls, withNewIds(walls).toReversed())
    expect(changes).toEqual([])
    expect(counts.same).toBe(3)
    expect(areIdsStable).toBe(false)
  })

  it('matches moved elements by name', () => {
    const newer = [wall(1), wall(2, { origin: [0, 9000, 0] }), wall(3)]
    expect(summarize([wall(1), wall(2), wall(3)], withNewIds(newer))).toEqual([`changed 1→1 ${changedPart.placement}`])
  })

  it('matches storeys by their own and their parents’ names', () => {
    const storeys: MadeElement[] = [
      { id: globalId(1), name: 'House A', className: 'IfcBuilding', shape: 0 },
      { id: globalId(2), name: 'House B', className: 'IfcBuilding', shape: 0 },
      { id: globalId(3), name: 'Level 1', className: 'IfcBuildingStorey', shape: 0, parent: 0 },
      { id: globalId(4), name: 'Level 1', className: 'IfcBuildingStorey', shape: 0, parent: 1, properties: 3 },
    ]
    const { before, changes } = compare(storeys, withNewIds(storeys))
    expect([...before]).toEqual([0, 1, 2, 3])
    expect(changes).toEqual([])
  })

  it('matches children of equal names by parent and order', () => {
    const parts = (shape: number): MadeElement[] => [
      { name: 'Left', className: 'assembly', shape: 0 },
      { name: 'Right', className: 'assembly', shape: 0 },
      ...[0, 1, 0].map((parent, index) => ({ name: 'Bolt', parent, shape: shape + index })),
    ]
    expect(summarize(parts(10), parts(20))).toEqual(
      [2, 3, 4].map((bolt) => `changed ${bolt}→${bolt} ${changedPart.shape}`),
    )
  })
})

describe('compareModels with duplicate ids', () => {
  it('distinguishes elements by position', () => {
    const twins = [wall(1), wall(1, { origin: [0, 7000, 0] }), wall(1, { origin: [0, 9000, 0] })]
    expect(compare(twins, twins.toReversed()).changes).toEqual([])
    expect(summarize(twins, [twins[2], twins[0]])).toEqual(['removed 1→-1 0'])
  })

  it('matches elements in order when their shapes differ', () => {
    const older = [wall(1, { shape: 2 }), wall(1, { shape: 3 })]
    const newer = [wall(1, { shape: 4 }), wall(1, { shape: 5 })]
    expect(compare(older, newer).before).toEqual(Int32Array.of(0, 1))
  })
})

describe('compareModels with ids renumbered at every export', () => {
  const part = (id: string, x: number, change: MadeElement = {}): MadeElement => ({
    id,
    className: 'part',
    name: 'Bolt',
    origin: [x, 0, 0],
    ...change,
  })

  it('prefers position to id', () => {
    const older = [part('12', 0), part('13', 5000), part('14', 9000)]
    const newer = [part('12', 5000), part('13', 9000)]
    expect(summarize(older, newer)).toEqual(['removed 0→-1 0'])
  })

  it('uses the id when no element has the same position', () => {
    expect(summarize([part('12', 0)], [part('12', 400)])).toEqual([`changed 0→0 ${changedPart.placement}`])
  })
})

it('compareModels rejects fingerprints of another tree', () => {
  const version = buildVersion([wall(1)])
  const mixed: ModelVersion = { ...version, fingerprints: buildVersion([wall(1), wall(2)]).fingerprints }
  expect(() => compareModels(version, mixed)).toThrow(RangeError)
})

const count = process.env['KAMAR_CAMPAIGN'] === undefined ? 10_000 : 100_000

describe(`compareModels with ${count} elements`, () => {
  const createElements = (toId: (number: number) => string): MadeElement[] =>
    Array.from({ length: count }, (_, number) => wall(number, { id: toId(number), name: 'Wall', parent: undefined }))

  /** Counts the comparison's lookups in the trees: decoding texts is most of its work. */
  function counted({ fingerprints, tree }: ModelVersion): { version: ModelVersion; lookups: () => number } {
    let lookups = 0
    const count = <Args extends readonly number[], Result>(lookup: (...args: Args) => Result) => {
      return (...args: Args): Result => {
        lookups++
        return lookup(...args)
      }
    }
    const counting = { ...tree, name: count(tree.name), sourceId: count(tree.sourceId) }
    return { version: { fingerprints, tree: counting }, lookups: () => lookups }
  }

  it.each<[string, (number: number) => string]>([
    ['their own ids', globalId],
    ['new ids', (number) => globalId(number + count)],
    ['one common id', () => globalId(1)],
    ['no ids', () => ''],
  ])('reads each id and name once with %s', (_, toId) => {
    const older = counted(buildVersion(createElements(globalId)))
    const newer = counted(buildVersion(createElements(toId)))
    const { counts } = compareModels(older.version, newer.version)
    expect(counts).toEqual({ added: 0, removed: 0, changed: 0, same: count })
    expect(older.lookups()).toBe(count * 2)
    expect(newer.lookups()).toBe(count * 2)
  })
})
