import type { FieldSummary, ModelQueries, QueryField } from '@kamar/viewer'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { PropertiesTab } from './properties-tab.js'
import { defaultSettings, raiseSet, readPropertySettings, sortSets, togglePin } from './property-settings.js'
import { findTotals } from './quantities.js'

const field = (set: string, property: string, more: Partial<FieldSummary>): FieldSummary => ({
  set,
  property,
  elements: 3,
  distinct: 1,
  value: null,
  sum: null,
  ...more,
})
const allFields: readonly FieldSummary[] = [
  field('Pset_DoorCommon', 'IsExternal', { value: false }),
  field('Pset_DoorCommon', 'FireRating', { value: 'Fire Rating' }),
  field('Size', 'Area', { distinct: 2, sum: 6.5, unit: 'm²' }),
  field('Size', 'Mark', { distinct: 3 }),
  field('Size', 'Sill', { elements: 2, value: null }),
]

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

async function show(fields = allFields, cells: ModelQueries['cells'] = () => Promise.resolve([])) {
  const requests: QueryField[] = []
  const queries: Partial<ModelQueries> = {
    summary: () => Promise.resolve({ fields, omitted: 0 }),
    cells,
    values: (one) => {
      requests.push(one)
      const groups =
        one.property === 'class'
          ? [{ text: 'IfcDoor', elements: Uint32Array.of(4, 5, 6) }]
          : [
              { text: 'D1', elements: Uint32Array.of(4, 5) },
              { text: 'D2', elements: Uint32Array.of(6) },
            ]
      return Promise.resolve({ groups, others: 0, range: null })
    },
  }
  const engine = testViewer({ tree: houseTree(), queries })
  const loading = engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
  await loading
  const selected = [4, 5, 6]
  function Part() {
    const [value, set] = useState(defaultSettings)
    return <PropertiesTab viewer={engine.viewer} tree={houseTree()} selected={selected} preference={{ value, set }} />
  }
  const part = await renderPart(<Part />)
  await screen.findByText('IsExternal')
  const getValue = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  return { ...part, engine, requests, getValue }
}

describe('properties of several elements', () => {
  test('show common values, varying ones with their number, and sums', async () => {
    const { getValue } = await show()
    expect(screen.getByRole('heading', { name: '3 elements selected' })).toBeTruthy()
    expect(getValue('IsExternal')).toBe('No')
    expect(getValue('Mark')).toBe('Varies (3)')
    expect(getValue('Sill')).toBe('Some2 of 3')
    expect(screen.getAllByText('Area', { selector: 'dt' }).map((row) => row.nextElementSibling?.textContent)).toEqual([
      'Σ 6.5 m²',
      'Varies (2)Σ 6.5 m²',
    ])
    const classes = screen.getByRole('list', { name: 'By class' })
    await waitFor(() => expect(classes.textContent).toBe('Door3'))
  })

  test('compute the area of doors from width and height where the file states none, and say so', async () => {
    const extents = ['OverallWidth', 'OverallHeight'].map((name) => field('Attributes', name, { sum: 4, unit: 'mm' }))
    await show([...allFields.filter(({ property }) => property !== 'Area'), ...extents], () =>
      Promise.resolve([
        [1000, 900, 800],
        [2000, 2000, 2000],
      ]),
    )
    const area = screen.getByText('Area', { selector: 'dt' }).nextElementSibling
    expect(area?.textContent).toBe('Σ 5.4 m²Computed: width × height')
  })

  test('select the elements of a value that is clicked', async () => {
    const { user, engine } = await show()
    await user.click(screen.getByRole('button', { name: 'Varies (3)' }))
    const values = await screen.findByRole('list', { name: 'Mark' })
    await user.click(within(values).getByRole('button', { name: /^D2/ }))
    expect(engine.viewer.selection.elements).toEqual([6])
  })

  test('hide values equal to their name until requests for, and find properties by name and value', async () => {
    const { user } = await show()
    expect(screen.queryByText('FireRating')).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Hide 1 value equal to its name' }))
    expect(screen.getByText('FireRating')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Search properties' }), 'fire rat')
    expect(screen.queryByText('IsExternal')).toBeNull()
    await user.type(screen.getByRole('searchbox', { name: 'Search properties' }), 'x')
    expect(screen.getByText('No matching properties')).toBeTruthy()
  })

  test('pin a property above all sets and move a set up', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'Pin Mark' }))
    const pinned = screen.getByRole('region', { name: 'Pinned' })
    expect(within(pinned).getByText('Mark')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Move Size up' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Move Pset_DoorCommon up' })).toBeTruthy())
    await user.click(within(pinned).getByRole('button', { name: 'Unpin Mark' }))
    expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull()
  })
})

describe('property settings', () => {
  test('are the defaults where nothing valid is stored', () => {
    for (const stored of [null, 'x', 5, [], { pinned: 5, firstSets: [1] }])
      expect(readPropertySettings(stored)).toEqual(defaultSettings)
    expect(readPropertySettings({ pinned: ['a', 1], firstSets: ['B'], hidesEchoes: false })).toEqual({
      pinned: ['a'],
      firstSets: ['B'],
      hidesEchoes: false,
    })
  })

  test('toggle pins and raise sets one place at a time', () => {
    const pinned = togglePin(defaultSettings, 'a')
    expect(pinned.pinned).toEqual(['a'])
    expect(togglePin(pinned, 'a').pinned).toEqual([])
    const names = ['A', 'B', 'C']
    const first = raiseSet(defaultSettings, names, 'C')
    const getNames = (settings: typeof first) =>
      sortSets(
        names.map((name) => ({ name })),
        settings,
      ).map(({ name }) => name)
    expect(getNames(first)).toEqual(['A', 'C', 'B'])
    expect(getNames(raiseSet(first, ['A', 'C', 'B'], 'C'))).toEqual(['C', 'A', 'B'])
    expect(raiseSet(first, names, 'A')).toBe(first)
  })
})

describe('findTotals', () => {
  test('takes the field that fits most elements, then the net quantity, and no texts', () => {
    const totals = findTotals([
      field('Q', 'GrossArea', { sum: 12, unit: 'm²' }),
      field('Q', 'NetArea', { sum: 10, unit: 'm²' }),
      field('P', 'Area', { sum: null }),
      field('P', 'Volume', { sum: 3, elements: 2, unit: 'm³' }),
      field('R', 'Volumen', { sum: 4, elements: 3, unit: 'm³' }),
    ])
    expect(totals).toEqual([
      { kind: 'area', sum: 10, unit: 'm²', elements: 3 },
      { kind: 'volume', sum: 4, unit: 'm³', elements: 3 },
    ])
  })
})
