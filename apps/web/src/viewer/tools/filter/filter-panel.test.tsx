import type { SavedFilter } from '@kamar/contracts'
import type { FilterRule, ModelQueries } from '@kamar/viewer'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { json } from '../../../testing/stub-server.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { FilterPanel } from './filter-panel.js'
import { useFilterControl } from './use-filter.js'

const tree = houseTree()
const guest = { hasAccount: false, fileId: null, role: null } as const
const editor = { hasAccount: true, fileId: 'file-1', role: 'editor' } as const
const load = { set: 'Pset', property: 'Load' }

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

async function show({ access = guest }: { readonly access?: typeof guest | typeof editor } = {}) {
  const appliedRules: FilterRule[] = []
  const queries: Partial<ModelQueries> = {
    fields: () =>
      Promise.resolve([
        { ...load, kind: 'number', elements: 2 },
        { set: 'Pset_DoorCommon', property: 'FireRating', kind: 'text', elements: 1 },
        { set: 'Pset_WallCommon', property: 'FireRating', kind: 'text', elements: 3 },
        { set: 'Qto_Door', property: 'Area', kind: 'number', elements: 1, unit: 'm²' },
        { set: '*', property: 'FireRating', kind: 'text', elements: 4 },
      ]),
    suggest: (_, text) =>
      Promise.resolve(
        [
          { text: 'EI 30', elements: 2 },
          { text: '12', elements: 1 },
        ].filter((value) => value.text.toLowerCase().includes(text.toLowerCase())),
      ),
    filter: (rule) => {
      appliedRules.push(rule)
      return Promise.resolve(Uint32Array.of(3, 4))
    },
  }
  const engine = testViewer({ tree, queries })
  const loading = engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
  await loading
  function Part() {
    return <FilterPanel viewer={engine.viewer} tree={tree} access={access} control={useFilterControl()} />
  }
  const part = await renderPart(<Part />)
  const findLastRule = (): FilterRule | undefined => appliedRules.at(-1)
  return { ...part, engine, findLastRule }
}

async function begin() {
  const part = await show()
  await part.user.click(await screen.findByRole('button', { name: 'Add condition' }))
  return { ...part, property: screen.getByRole('combobox', { name: 'Property' }) }
}

const listOptions = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.getAttribute('aria-label'))

describe('FilterPanel', () => {
  test('answers a common question in one click, with its number of matches beside it', async () => {
    const { user, findLastRule } = await show()
    const entry = await screen.findByRole('button', { name: /^Doors without fire rating/ })
    await waitFor(() => expect(entry.textContent).toContain('2 matches'))
    await user.click(entry)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 elements'))
    expect(findLastRule()).toEqual({
      kind: 'all',
      rules: [
        { kind: 'test', field: { set: '', property: 'class' }, operator: 'equals', value: 'IfcDoor' },
        { kind: 'test', field: { set: '*', property: 'FireRating' }, operator: 'empty', value: '' },
      ],
    })
    await user.click(screen.getByRole('button', { name: 'Back to all filters' }))
    expect(screen.getByRole('list', { name: 'Common questions' })).toBeTruthy()
  })

  test('finds properties by a part of their name, with sets and counts, and builds a condition by the keyboard', async () => {
    const { user, engine, findLastRule, property } = await begin()
    expect(screen.getByRole('status').textContent).toBe('Choose a property and a value')
    await user.click(property)
    expect(listOptions()).toEqual([
      ...['Name', 'Class', 'Storey', 'ID'].map((name) => `${name}, General`),
      'FireRating (any set), Any property set, 4 elements',
      'Load, Pset, 2 elements',
      'FireRating, Pset_DoorCommon, 1 element',
      'FireRating, Pset_WallCommon, 3 elements',
      'Area, m², Quantities: Qto_Door, 1 element',
    ])
    await user.type(property, 'oad')
    expect(listOptions()[0]).toBe('Load, Pset, 2 elements')
    await user.keyboard('{Enter}')
    expect((property as HTMLInputElement).value).toBe('Load')
    expect(screen.getByText('Pset')).toBeTruthy()
    const operators = within(screen.getByLabelText('Operator')).getAllByRole('option')
    expect(operators.map((option) => option.textContent)).not.toContain('contains')
    await user.selectOptions(screen.getByLabelText('Operator'), 'at least')
    const value = screen.getByRole('combobox', { name: 'Value' })
    await user.click(value)
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect((value as HTMLInputElement).value).toBe('12')
    await waitFor(() =>
      expect(findLastRule()).toEqual({
        kind: 'all',
        rules: [{ kind: 'test', field: load, operator: 'at-least', value: '12' }],
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Isolate' }))
    await user.click(screen.getByRole('button', { name: 'Select' }))
    expect(engine.calls).toContain('isolate 3,4')
    expect(engine.viewer.selection.elements).toEqual([3, 4])
  })

  test('finds a name written in another way and offers it for any set first', async () => {
    const { user, findLastRule, property } = await begin()
    await user.type(property, 'fire rat')
    expect(listOptions()[0]).toBe('FireRating (any set), Any property set, 4 elements')
    await user.keyboard('{Enter}')
    await user.selectOptions(screen.getByLabelText('Operator'), 'is empty or placeholder')
    expect(screen.queryByRole('combobox', { name: 'Value' })).toBeNull()
    await waitFor(() =>
      expect(findLastRule()).toEqual({
        kind: 'all',
        rules: [{ kind: 'test', field: { set: '*', property: 'FireRating' }, operator: 'empty', value: '' }],
      }),
    )
  })

  test('keeps a typed property and a typed value that no element has, and says so', async () => {
    const { user, property } = await begin()
    await user.type(property, 'Acoustic class')
    expect(listOptions()).toEqual(['“Acoustic class”, No element has this property'])
    await user.tab()
    expect((property as HTMLInputElement).value).toBe('Acoustic class')
    expect(screen.getByText('No element has this property')).toBeTruthy()
    const value = screen.getByRole('combobox', { name: 'Value' })
    await user.type(value, 'EI 90')
    await user.tab()
    expect((value as HTMLInputElement).value).toBe('EI 90')
    expect(await screen.findByText('No element has this value')).toBeTruthy()
    await user.clear(value)
    await user.type(value, 'ei 30')
    await waitFor(() => expect(screen.queryByText('No element has this value')).toBeNull())
  })

  test('Escape closes the list and gives the earlier text back', async () => {
    const { user, property } = await begin()
    await user.type(property, 'Load{Enter}')
    await user.type(property, 'x')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect((property as HTMLInputElement).value).toBe('Load')
  })

  test('supports nested groups and omits incomplete conditions', async () => {
    const { user, findLastRule } = await begin()
    await user.click(screen.getByRole('button', { name: 'Add group' }))
    const inner = screen.getAllByRole('combobox', { name: 'Property' })[1] as HTMLElement
    await user.type(inner, 'Name{Enter}')
    await user.selectOptions(screen.getAllByLabelText('Operator')[1] as HTMLElement, 'is missing')
    const rule = {
      kind: 'any',
      rules: [{ kind: 'test', field: { set: '', property: 'name' }, operator: 'missing', value: '' }],
    }
    await waitFor(() => expect(findLastRule()).toEqual({ kind: 'all', rules: [rule] }))
    await user.click(screen.getByRole('button', { name: 'Remove group' }))
    expect(screen.getAllByRole('combobox', { name: 'Property' })).toHaveLength(1)
  })
})

describe('saved filters', () => {
  const url = '/api/auth/my-urns/file-1/filters'
  const rule: SavedFilter['rule'] = {
    kind: 'all',
    rules: [{ kind: 'test', field: load, operator: 'filled', value: '' }],
  }
  const saved: SavedFilter = {
    id: 'filter-1',
    name: 'Loaded',
    rule,
    rgb: [10, 20, 30],
    isShared: true,
    canChange: true,
    author: null,
  }

  test('are listed with their matches, open, and colour the model', async () => {
    appServer().on(`GET ${url}`, () => json([saved]))
    const { user, engine, findLastRule } = await show({ access: editor })
    const list = await screen.findByRole('list', { name: 'Saved filters' })
    await waitFor(() => expect(list.textContent).toBe('Loaded2'))
    expect(within(list).getByLabelText('Shared with the project')).toBeTruthy()
    await user.click(within(list).getByRole('button', { name: 'Colour by “Loaded”' }))
    await waitFor(() => expect(engine.calls).toContain('color 3,4 10,20,30'))
    await user.click(within(list).getByRole('button', { name: /^Loaded/ }))
    await waitFor(() => expect(findLastRule()).toEqual(rule))
    expect(screen.getByRole('heading', { name: 'Loaded' })).toBeTruthy()
  })

  test('are saved under a name and shared with the project', async () => {
    const server = appServer()
    server.on(`GET ${url}`, () => json([]))
    server.on(`POST ${url}`, () => json({ ...saved, name: 'Doors to check' }))
    const { user } = await show({ access: editor })
    await user.click(await screen.findByRole('button', { name: /^Doors without fire rating/ }))
    await user.click(screen.getByRole('button', { name: 'Save filter' }))
    const name = screen.getByRole('textbox', { name: 'Filter name' })
    expect((name as HTMLInputElement).value).toBe('Doors without fire rating')
    await user.clear(name)
    await user.type(name, 'Doors to check')
    await user.click(screen.getByRole('checkbox', { name: 'Share with the project' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'Doors to check' })).toBeTruthy()
    expect(server.calls(`POST ${url}`)[0]?.body).toMatchObject({
      name: 'Doors to check',
      isShared: true,
      rgb: [230, 145, 56],
    })
  })

  test('are not offered to guests', async () => {
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: /^Doors without fire rating/ }))
    expect(screen.queryByRole('button', { name: 'Save filter' })).toBeNull()
  })
})
