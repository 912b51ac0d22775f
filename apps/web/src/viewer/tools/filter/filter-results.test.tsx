import type { SavedFilter } from '@kamar/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toasts } from '../../../platform/design/toasts-state.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../../testing/stub-server.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { FilterPanel } from './filter-panel.js'
import { useFilterControl } from './use-filter.js'

const tree = houseTree()
const filtersUrl = '/api/auth/my-urns/file-1/filters'
const saved: SavedFilter = {
  id: 'filter-1',
  name: 'External',
  rule: {
    kind: 'all',
    rules: [{ kind: 'test', field: { set: 'Pset', property: 'IsExternal' }, operator: 'equals', value: 'true' }],
  },
  rgb: [10, 20, 30],
  isShared: false,
  canChange: true,
  author: null,
}
let server: StubServer

beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on(`GET ${filtersUrl}`, () => json([saved]))
})
afterEach(cleanUpPage)

interface ShowOptions {
  readonly matches?: readonly number[]
  readonly role?: 'editor' | 'viewer'
}

async function show({ matches = [4, 5], role = 'editor' }: ShowOptions = {}) {
  const engine = testViewer({
    tree,
    queries: {
      fields: () => Promise.resolve([{ set: 'Pset', property: 'IsExternal', kind: 'boolean', elements: 2 }]),
      suggest: () =>
        Promise.resolve([
          { text: 'true', elements: 2 },
          { text: 'false', elements: 1 },
        ]),
      cells: () => Promise.resolve([]),
      filter: () => Promise.resolve(Uint32Array.from(matches)),
    },
  })
  const loading = engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
  await loading
  const access = { hasAccount: true, fileId: 'file-1', role }
  function Part() {
    return <FilterPanel viewer={engine.viewer} tree={tree} access={access} control={useFilterControl()} />
  }
  const part = await renderPart(<Part />)
  await screen.findByRole('list', { name: 'Saved filters' })
  return { ...part, engine }
}

async function openSaved(options: ShowOptions = {}) {
  const part = await show(options)
  await part.user.click(screen.getByRole('button', { name: /^External/ }))
  const count = options.matches?.length ?? 2
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(`${count} elements`))
  return part
}
const button = (name: string) => screen.getByRole('button', { name })
const getToasts = () => toasts.get().map(({ text, tone }) => [tone, text])

describe('actions on the results of a filter', () => {
  test('hide, ghost the others, zoom and colour, and “Show all” resets them', async () => {
    const { user, engine } = await openSaved()
    for (const name of ['Hide', 'Ghost others', 'Zoom to results', 'Colour']) await user.click(button(name))
    expect(engine.calls.slice(-4)).toEqual(['hide 4,5', 'ghostOthers 4,5', 'fit 4,5', 'color 4,5 10,20,30'])
    await user.click(button('Show all'))
    expect(engine.calls.slice(-2)).toEqual(['showAll', 'reset colours'])
  })

  test('are disabled without results, except for “Show all”', async () => {
    await openSaved({ matches: [] })
    for (const name of ['Select', 'Zoom to results', 'Isolate', 'Hide', 'Ghost others', 'Colour', 'List'])
      expect(button(name)).toHaveProperty('disabled', true)
    expect(button('Show all')).toHaveProperty('disabled', false)
  })

  test('list the results with the property of the filter as a column', async () => {
    const { user } = await openSaved()
    await user.click(button('List'))
    const dialog = within(await screen.findByRole('dialog', { name: '2 elements' }))
    const headings = dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headings).toHaveLength(4)
    expect(headings[3]).toContain('IsExternal')
  })
})

describe('condition of a yes-no property', () => {
  test('has its values in the language of the interface and no operators for texts and numbers', async () => {
    const { user } = await openSaved()
    const operators = within(screen.getByLabelText('Operator')).getAllByRole('option')
    expect(operators.map(({ textContent }) => textContent)).toEqual([
      ...['is', 'is not', 'is empty or placeholder', 'has a value', 'is missing', 'is set'],
    ])
    const value = screen.getByRole('combobox', { name: 'Value' })
    expect(value).toHaveProperty('value', 'Yes')
    await user.clear(value)
    await user.type(value, 'no')
    await user.tab()
    expect(value).toHaveProperty('value', 'No')
    server.on('PATCH /api/filters/filter-1', () => json(saved))
    await user.click(button('Save changes'))
    await waitFor(() => expect(server.calls('PATCH /api/filters/filter-1')).toHaveLength(1))
    expect(server.calls('PATCH /api/filters/filter-1')[0]?.body).toMatchObject({
      rule: { rules: [{ value: 'false' }] },
    })
  })
})

describe('changes of a saved filter', () => {
  test('are saved with its new colour under the same name, and then have nothing left to save', async () => {
    const { user } = await openSaved()
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    fireEvent.change(screen.getByLabelText('Colour', { selector: 'input' }), { target: { value: '#ff0000' } })
    server.on('PATCH /api/filters/filter-1', () => json({ ...saved, rgb: [255, 0, 0] }))
    await user.click(button('Save changes'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
    expect(server.calls('PATCH /api/filters/filter-1')[0]?.body).toEqual({ rule: saved.rule, rgb: [255, 0, 0] })
    expect(getToasts()).toEqual([['information', 'Filter “External” saved']])
  })

  test('can only be saved as a new filter by people who may not change it', async () => {
    server.on(`GET ${filtersUrl}`, () => json([{ ...saved, isShared: true, canChange: false }]))
    const { user } = await show({ role: 'viewer' })
    expect(screen.queryByRole('button', { name: 'Delete “External”' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^External/ }))
    await user.selectOptions(await screen.findByLabelText('Operator'), 'is not')
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    await user.click(button('Save as new'))
    expect(screen.getByRole('textbox', { name: 'Filter name' })).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Share with the project' })).toBeNull()
  })

  test('stay on the screen when the server rejects them, with the reason', async () => {
    const { user } = await openSaved()
    await user.selectOptions(screen.getByLabelText('Operator'), 'is not')
    server.on('PATCH /api/filters/filter-1', () => errorResponse(403, 'not-allowed', 'You may not change it'))
    await user.click(button('Save changes'))
    await waitFor(() => expect(getToasts()).toEqual([['problem', 'You may not change it']]))
    expect(screen.getByLabelText('Operator')).toHaveProperty('value', 'not-equals')
    expect(button('Save changes')).toBeTruthy()
  })
})

describe('deletion of a saved filter', () => {
  test('can be undone, which saves the same filter again', async () => {
    server.on('DELETE /api/filters/filter-1', () => json({ done: true }))
    server.on(`POST ${filtersUrl}`, () => json(saved))
    const { user } = await show()
    server.on(`GET ${filtersUrl}`, () => json([]))
    await user.click(button('Delete “External”'))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Saved filters' })).toBeNull())
    server.on(`GET ${filtersUrl}`, () => json([saved]))
    toasts.get()[0]?.action?.run()
    expect(await screen.findByRole('list', { name: 'Saved filters' })).toBeTruthy()
    const { name, rule, rgb, isShared } = saved
    expect(server.calls(`POST ${filtersUrl}`)[0]?.body).toEqual({ name, rule, rgb, isShared })
  })

  test('leaves the filter in the list when it fails', async () => {
    server.on('DELETE /api/filters/filter-1', () => errorResponse(500, 'internal', 'Server error'))
    const { user } = await show()
    await user.click(button('Delete “External”'))
    await waitFor(() => expect(getToasts()).toEqual([['problem', 'Server error']]))
    expect(button('Delete “External”')).toBeTruthy()
  })
})
