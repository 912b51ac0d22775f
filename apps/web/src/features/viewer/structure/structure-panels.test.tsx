// @vitest-environment happy-dom
import type { FilterGroup, FilterRule, ModelQueries } from '@kamar/viewer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { TreePanel } from '../tree-panel.js'
import { useViewerFacts } from '../use-viewer-state.js'
import { FilterPanel } from './filter-panel.js'
import { groupedTree } from './grouped-tree.js'

const tree = houseTree()

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

async function loaded(queries: Partial<ModelQueries>) {
  const engine = testViewer({ tree, queries })
  const loading = engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest())
  await loading
  return engine
}

describe('a filter', () => {
  async function show() {
    const asked: FilterRule[] = []
    const engine = await loaded({
      fields: () => Promise.resolve([{ set: 'Pset', property: 'Load', kind: 'number', elements: 2 }]),
      suggest: () => Promise.resolve([{ text: '12', elements: 2 }]),
      filter: (rule) => {
        asked.push(rule)
        return Promise.resolve(Uint32Array.of(3, 4))
      },
    })
    function Part() {
      const [rule, setRule] = useState<FilterGroup>({ kind: 'all', rules: [] })
      return <FilterPanel viewer={engine.viewer} tree={tree} filter={{ rule, setRule }} />
    }
    return { ...(await renderPart(<Part />)), engine, asked }
  }

  test('is built of property, operator and value; counts at once; acts on what it finds', async () => {
    const { user, engine, asked } = await show()
    await user.click(await screen.findByRole('button', { name: 'Add a condition' }))
    expect(screen.getByRole('status').textContent).toBe('Choose a property and a value')
    // The property alone is enough to find its set.
    fireEvent.change(screen.getByLabelText('Property'), { target: { value: 'load' } })
    expect((screen.getByLabelText('Property') as HTMLInputElement).value).toBe('Pset › Load')
    const operators = within(screen.getByLabelText('Operator')).getAllByRole('option')
    expect(operators.map((option) => option.textContent)).not.toContain('contains')
    await user.selectOptions(screen.getByLabelText('Operator'), 'at least')
    await user.type(screen.getByLabelText('Value'), '12')
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 elements'))
    const field = { set: 'Pset', property: 'Load' }
    expect(asked.at(-1)).toEqual({ kind: 'all', rules: [{ kind: 'test', field, operator: 'at-least', value: '12' }] })
    await user.click(screen.getByRole('button', { name: 'Isolate' }))
    await user.click(screen.getByRole('button', { name: 'Select' }))
    expect(engine.calls).toContain('isolate 3,4')
    expect(engine.viewer.selection.elements).toEqual([3, 4])
  })

  test('has groups within groups, and leaves out what is not finished', async () => {
    const { user, asked } = await show()
    await user.click(await screen.findByRole('button', { name: 'Add a condition' }))
    await user.click(screen.getByRole('button', { name: 'Add a group' }))
    fireEvent.change(screen.getAllByLabelText('Property')[1] as HTMLElement, { target: { value: 'Name' } })
    await user.selectOptions(screen.getAllByLabelText('Operator')[1] as HTMLElement, 'is missing')
    const field = { set: '', property: 'name' }
    const inner = { kind: 'any', rules: [{ kind: 'test', field, operator: 'missing', value: '' }] }
    await waitFor(() => expect(asked.at(-1)).toEqual({ kind: 'all', rules: [inner] }))
    await user.click(screen.getByRole('button', { name: 'Remove the group' }))
    expect(screen.getAllByLabelText('Property')).toHaveLength(1)
  })
})

describe('the tree in another order', () => {
  test('shows groups with their elements; a group means all of them', async () => {
    const groups = [
      { text: 'S-COLS', elements: Uint32Array.of(3, 4) },
      { text: '', elements: Uint32Array.of(6) },
    ]
    const engine = await loaded({ groups: () => Promise.resolve(groups) })
    function Part() {
      const facts = useViewerFacts(engine.viewer)
      return <TreePanel loading={false} viewer={engine.viewer} tree={tree} facts={facts} />
    }
    const { user } = await renderPart(<Part />)
    await user.selectOptions(screen.getByLabelText('Order of the tree'), 'By layer')
    const group = (await screen.findByTitle('S-COLS')).closest<HTMLElement>('[role=treeitem]') as HTMLElement
    expect(screen.getByTitle('Without a layer')).toBeTruthy()
    await user.click(screen.getByTitle('S-COLS'))
    expect(engine.viewer.selection.elements).toEqual([3, 4])
    await waitFor(() => expect(group.getAttribute('aria-selected')).toBe('true'))
    await user.click(within(group).getByRole('button', { name: 'Hide S-COLS', hidden: true }))
    expect(engine.calls).toContain('hide 3,4')
  })

  test('numbers groups behind the elements', () => {
    const grouped = groupedTree(tree, [{ text: 'A', elements: Uint32Array.of(2, 5) }], 'none')
    expect([...grouped.roots]).toEqual([tree.count])
    expect([...grouped.children(tree.count)]).toEqual([2, 5])
    expect(grouped.parent[5]).toBe(tree.count)
    expect([...grouped.meaning(2)]).toEqual([2])
    expect(grouped.name(tree.count)).toBe('A')
  })
})
