import type { ModelQueries, QueryField, TableOrder } from '@kamar/viewer'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { toasts } from '../../../platform/design/toasts-state.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import type { FieldChoice } from '../../kit/fields/use-fields.js'
import { TableDialog } from './table-dialog.js'

const attribute = (property: string, name: string): FieldChoice => ({
  field: { set: '', property },
  label: name,
  name,
  group: 'Attributes',
  kind: 'text',
})
const mark: FieldChoice = {
  field: { set: 'Pset', property: 'Mark' },
  label: 'Pset: Mark',
  name: 'Mark',
  group: 'Pset',
  kind: 'text',
  elements: 2,
}
const fields: readonly FieldChoice[] = [
  ...[attribute('name', 'Name'), attribute('class', 'Class'), attribute('storey', 'Storey')],
  mark,
]
const onClose = vi.fn()

beforeEach(() => {
  layOut(desktop)
  onClose.mockReset()
})
afterEach(cleanUpPage)

async function show(queries: Partial<ModelQueries> = {}, columns: readonly QueryField[] = []) {
  const orders: TableOrder[] = []
  const engine = testViewer({
    tree: houseTree(),
    queries: {
      cells: (rows, requested) =>
        Promise.resolve(requested.map(({ property }) => Array.from(rows, (row) => `${property} of ${row}`))),
      order(rows, order) {
        orders.push(order)
        return Promise.resolve(order.descending ? rows.toReversed() : rows)
      },
      csv: (rows, requested, headings) =>
        Promise.resolve(`${headings.join()}\n${[...rows].join()}\n${requested.length}`),
      ...queries,
    },
  })
  const loading = engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
  await loading
  const { viewer } = engine
  const elements = Uint32Array.of(4, 5, 6)
  const part = await renderPart(<TableDialog {...{ viewer, fields, elements, columns, onClose }} />)
  await screen.findByText('class of 4')
  return { ...part, engine, orders }
}

const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const names = () => screen.getAllByRole('button', { name: /^name of/ }).map(({ textContent }) => textContent)
const heading = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })
const sort = (name: string) => within(heading(name)).getByRole('button', { name })

describe('TableDialog', () => {
  test('begins with name, class and storey, and adds the properties of the filter once each', async () => {
    await show({}, [mark.field, { set: '', property: 'class' }])
    expect(headings()).toEqual(['Name', 'Class', 'Storey', 'Pset: Mark'])
    expect(await screen.findByText('Mark of 5')).toBeTruthy()
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('4')
    expect(screen.getByRole('dialog', { name: '3 elements' })).toBeTruthy()
  })

  test('sorts by a column upwards, then downwards, and by another column upwards again', async () => {
    const { user, orders } = await show()
    expect(heading('Class').getAttribute('aria-sort')).toBe('none')
    await user.click(sort('Class'))
    expect(heading('Class').getAttribute('aria-sort')).toBe('ascending')
    await user.click(sort('Class'))
    expect(heading('Class').getAttribute('aria-sort')).toBe('descending')
    await waitFor(() => expect(names()).toEqual(['name of 6', 'name of 5', 'name of 4']))
    await user.click(sort('Storey'))
    expect(heading('Class').getAttribute('aria-sort')).toBe('none')
    await waitFor(() => expect(names()).toEqual(['name of 4', 'name of 5', 'name of 6']))
    expect(orders.map(({ field, descending }) => [field.property, descending])).toEqual([
      ['class', false],
      ['class', true],
      ['storey', false],
    ])
  })

  test('adds a column that is searched by name, and removes columns', async () => {
    const { user } = await show()
    await user.type(screen.getByRole('combobox', { name: 'Add column…' }), 'mark{Enter}')
    expect(await screen.findByText('Mark of 6')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove column Class' }))
    expect(headings()).toEqual(['Name', 'Storey', 'Pset: Mark'])
    await waitFor(() => expect(screen.queryByText('class of 6')).toBeNull())
  })

  test('leads from the first cell of a row to its element and closes', async () => {
    const { user, engine } = await show()
    await user.click(await screen.findByRole('button', { name: 'name of 5' }))
    expect(engine.viewer.selection.elements).toEqual([5])
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('names an element without a name, so that its row can be clicked', async () => {
    const { user, engine } = await show({ cells: () => Promise.resolve([[null], ['class of 4'], [null]]) })
    await user.click(screen.getAllByRole('button', { name: 'Unnamed' })[0] as HTMLElement)
    expect(engine.viewer.selection.elements).toEqual([4])
  })

  test('exports the columns and the order on the screen', async () => {
    const saved = stubSavedFiles()
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'Remove column Storey' }))
    await user.click(sort('Name'))
    await user.click(sort('Name'))
    await waitFor(() => expect(names()[0]).toBe('name of 6'))
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['elements.csv']))
    expect(await saved[0]?.bytes.text()).toBe('Name,Class\n6,5,4\n2')
  })

  test('says why an export failed', async () => {
    const saved = stubSavedFiles()
    const { user } = await show({ csv: () => Promise.reject(new Error('out of memory')) })
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(toasts.get().map(({ tone }) => tone)).toEqual(['problem']))
    expect(saved).toEqual([])
  })
})
