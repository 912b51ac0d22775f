import type { CutPlane, Viewer } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { testManifestSheet } from '../../../testing/test-sheet-session.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { listModelItems, listSheetItems, type PrintItem } from './print-items.js'

const storeys = [
  { element: 2, name: 'Foundation', floor: -2, hasDoor: false },
  { element: 3, name: 'Ground floor', floor: 0, hasDoor: true },
  { element: 4, name: 'First floor', floor: 3, hasDoor: true },
]
const planes: readonly CutPlane[] = [
  { normal: [0, 0, -1], offset: 4.2 },
  { normal: [1, 0, 0], offset: 0 },
  { normal: [0, 1, 0], offset: 2 },
]

interface Model {
  readonly storeys?: typeof storeys
  readonly planStorey?: number | null
  /** Planes of the section tool; null before it was used. */
  readonly sections?: readonly { readonly id: string; readonly enabled: boolean }[] | null
  readonly cuts?: readonly CutPlane[]
}

function createModel(model: Model): Viewer {
  const { viewer } = testViewer()
  const navigation = { storeys: async () => model.storeys ?? storeys, planStorey: model.planStorey ?? null }
  return Object.assign(viewer, {
    loadExtension: async () => navigation,
    getExtension: () => (model.sections ? { state: { planes: model.sections } } : null),
    cut: { planes: model.cuts ?? [] },
  })
}

const getTitle = (item: PrintItem) => (item.kind === 'section' ? item.ordinal : item.name)

describe('list of printable pages', () => {
  test('has the sheets of a drawing in their order and begins with the one on screen', () => {
    const sheets = ['Plan', 'Section'].map((name) => testManifestSheet(name))
    const { items, currentKey } = listSheetItems({ sheets, number: 1 })
    expect(items.map(getTitle)).toEqual(['Plan', 'Section'])
    expect(items.find(({ key }) => key === currentKey)).toMatchObject({ name: 'Section', number: 1 })
  })

  test('has storeys from top to bottom, each cut through its windows', async () => {
    const { items } = await listModelItems(createModel({}))
    expect(items.map(getTitle)).toEqual(['First floor', 'Ground floor', 'Foundation'])
    expect(items.map((item) => 'height' in item && item.height)).toEqual([4.2, 1.2, -0.8])
  })

  test('begins with the lowest storey that has a door, not with the foundation', async () => {
    const { currentKey } = await listModelItems(createModel({}))
    expect(currentKey).toBe('storey-3')
    const doorless = storeys.map((storey) => ({ ...storey, hasDoor: false }))
    expect((await listModelItems(createModel({ storeys: doorless }))).currentKey).toBe('storey-2')
  })

  test('begins with the storey plan on screen, whose cut is no section of its own', async () => {
    const { items, currentKey } = await listModelItems(
      createModel({
        planStorey: 4,
        sections: [{ id: 'storey-plan', enabled: true }],
        cuts: planes.slice(0, 1),
      }),
    )
    expect(currentKey).toBe('storey-4')
    expect(items.filter(({ kind }) => kind === 'section')).toEqual([])
  })

  test('has the enabled section planes after the storeys, each with the others as further cuts', async () => {
    const { items, currentKey } = await listModelItems(
      createModel({
        sections: [
          { id: 'a', enabled: true },
          { id: 'off', enabled: false },
          { id: 'b', enabled: true },
        ],
        cuts: planes.slice(1),
      }),
    )
    expect(currentKey).toBe('section-a')
    expect(items.slice(3)).toEqual([
      { kind: 'section', key: 'section-a', ordinal: 1, plane: planes[1], others: [planes[2]] },
      { kind: 'section', key: 'section-b', ordinal: 2, plane: planes[2], others: [planes[1]] },
    ])
  })

  test('is empty for a model without storeys and sections', async () => {
    expect(await listModelItems(createModel({ storeys: [], sections: [] }))).toEqual({ items: [], currentKey: null })
  })
})
