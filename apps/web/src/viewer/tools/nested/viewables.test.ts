import { describe, expect, test } from 'vitest'
import { houseTree, type TestElement, testTree } from '../../../testing/test-tree.js'
import { testManifest } from '../../../testing/test-viewer.js'
import { filterViewables, viewableKinds, listViewables } from './viewables.js'

const manifest = testManifest()
const names = (elements: readonly TestElement[]): (string | null)[] =>
  listViewables(manifest, testTree(elements)).map(({ name }) => name)

const groups = (count: number): TestElement[] =>
  Array.from({ length: count }, (_, index) => [{ name: `Group ${index}` }, { name: 'Part', parent: index * 2 }]).flat()

describe('viewables', () => {
  test('include sheets, also without a model', () => {
    const sheet = {
      name: 'A1',
      kind: 'layout',
      path: 'sheets/000/sheet.json',
      thumbnail: null,
      active: true,
      entities: 1,
    } as const
    const sheetViewable = { id: 'sheet:0', kind: '2d', name: 'A1', elements: null, sheet: 0, thumbnail: null }
    expect(listViewables({ ...manifest, sheets: [sheet] }, null).slice(1)).toEqual([sheetViewable])
    const counts = { ...manifest.counts, instances: 0 }
    const viewables = listViewables({ ...manifest, counts, sheets: [sheet] }, null)
    expect(viewables).toEqual([sheetViewable])
    expect(filterViewables(viewables, new Set(['3d']))).toEqual([])
  })

  test('contain only the whole model without a tree', () => {
    expect(listViewables(manifest, null)).toEqual([{ id: 'model', kind: '3d', name: null, elements: null }])
  })

  test('are empty without drawable geometry', () => {
    const counts = { ...manifest.counts, instances: 0 }
    expect(listViewables(testManifest({ counts }), houseTree())).toEqual([])
  })

  test('contain the model and each storey with its elements', () => {
    const [fullModel, first, second, ...more] = listViewables(manifest, houseTree())
    expect(fullModel?.id).toBe('model')
    expect(first).toMatchObject({ id: 'element:2', kind: '3d', name: 'Storey 1' })
    expect(first?.elements?.().sort()).toEqual([2, 4, 5])
    expect(second?.elements?.().sort()).toEqual([3, 6])
    expect(more).toEqual([])
  })

  test('contain storeys from the bottom up where all of them state their elevation', () => {
    const listNames = (elevations: ReadonlyMap<string, number>) =>
      listViewables(manifest, houseTree(), elevations).map(({ name }) => name)
    const storeys = [
      ['Storey 1', 3],
      ['Storey 2', -1.5],
    ] as const
    expect(listNames(new Map(storeys))).toEqual([null, 'Storey 2', 'Storey 1'])
    expect(listNames(new Map(storeys.slice(0, 1)))).toEqual([null, 'Storey 1', 'Storey 2'])
  })

  test('omit spaces, and storeys without other elements', () => {
    const tree = testTree([
      { name: 'House', className: 'IfcBuilding' },
      { name: 'Ground', className: 'IfcBuildingStorey', parent: 0 },
      { name: 'Hall', className: 'IfcSpace', parent: 1 },
      { name: 'Chair', className: 'IfcFurniture', parent: 2 },
      { name: 'Wall', className: 'IfcWall', parent: 1 },
      { name: 'Attic', className: 'IfcBuildingStorey', parent: 0 },
      { name: 'Air', className: 'IfcSpace', parent: 5 },
    ])
    tree.hidden[2] = 1
    tree.hidden[6] = 1
    const [, ground, ...more] = listViewables(manifest, tree)
    expect(ground?.elements?.().sort()).toEqual([1, 3, 4])
    expect(more).toEqual([])
  })

  test('name each building where a site has several', () => {
    expect(
      names([
        { name: 'Site', className: 'IfcSite' },
        { name: 'Tower', className: 'IfcBuilding', parent: 0 },
        { name: 'Level 1', className: 'IfcBuildingStorey', parent: 1 },
        { name: 'Slab', className: 'IfcSlab', parent: 2 },
        { name: 'Garage', className: 'IfcBuilding', parent: 0 },
        { name: 'Ramp', className: 'IfcRamp', parent: 4 },
      ]),
    ).toEqual([null, 'Tower', 'Level 1', 'Garage'])
  })

  test('contain the top-level groups of a file without storeys, but no single parts', () => {
    expect(
      names([
        { name: 'Assembly' },
        { name: 'Frame', parent: 0 },
        { name: 'Bolt', parent: 1 },
        { name: '', className: 'layer', parent: 0 },
        { name: 'Plate', parent: 3 },
        { name: 'Cover', parent: 0 },
      ]),
    ).toEqual([null, 'Frame', 'layer'])
  })

  test('contain only the model for a single group or more than 100', () => {
    expect(names([{ name: 'Root' }, { name: 'Only', parent: 0 }, { name: 'Part', parent: 1 }])).toEqual([null])
    expect(names(groups(100))).toHaveLength(101)
    expect(names(groups(101))).toEqual([null])
  })

  test('contain only the model for a chain of single elements', () => {
    expect(names([{ name: 'A' }, { name: 'B', parent: 0 }])).toEqual([null])
    expect(names([])).toEqual([null])
  })
})

describe('viewable filter', () => {
  test('has the kinds 2d and 3d', () => {
    expect(viewableKinds).toEqual(['2d', '3d'])
  })

  test.each([
    [['2d', '3d'], 3],
    [['3d'], 3],
    [['2d'], 0],
    [[], 0],
  ] as const)('matches kinds %j in %i viewables of a house', (kinds, count) => {
    expect(filterViewables(listViewables(manifest, houseTree()), new Set(kinds))).toHaveLength(count)
  })
})
