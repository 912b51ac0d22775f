import type { ColorLegend, ModelQueries } from '@kamar/viewer'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { TreePanel } from '../tree/tree-panel.js'
import { useViewerState } from '../../session/use-viewer-state.js'
import { ColorsPanel } from '../colors/colors-panel.js'
import { ExplodeFields } from '../explode/explode-fields.js'
import { groupedTree } from '../tree/grouped-tree.js'
import { TableDialog } from './table-dialog.js'
import type { FieldChoice } from '../../kit/fields/use-fields.js'

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

describe('ExplodeFields', () => {
  test('shows the amount, fits the model to the window and resets it', async () => {
    const [set, onFit] = [vi.fn(), vi.fn()]
    const explode = { state: { mode: 'storeys', amount: 0.4 }, set } as const
    const { user, rerender } = await renderPart(<ExplodeFields {...{ explode, onFit }} />)
    expect(screen.getByRole('status').textContent).toBe('40%')
    await user.click(screen.getByRole('button', { name: 'Fit to Window' }))
    expect(onFit).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(set).toHaveBeenCalledWith({ mode: 'storeys', amount: 0 }, true)
    rerender(<ExplodeFields explode={{ state: { mode: 'radial', amount: 0 }, set }} onFit={onFit} />)
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
  })
})

describe('ColorsPanel', () => {
  test('names its legend after the property and announces the number of colours', async () => {
    const engine = await loaded({})
    const legend: ColorLegend = {
      field: { set: '', property: 'storey' },
      kind: 'categories',
      entries: ['Level 1', 'Level 2'].map((text) => ({
        text,
        range: null,
        rgb: [200, 60, 40],
        enabled: true,
        elements: 3,
      })),
      others: 0,
      othersGrey: false,
    }
    const colors = { engine: null, legend, loadEngine: () => Promise.resolve(null) }
    await renderPart(<ColorsPanel viewer={engine.viewer} colors={colors} />)
    const list = await screen.findByRole('list', { name: 'Colours by Storey' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByRole('status').textContent).toBe('2 colours by Storey')
  })
})

describe('TableDialog', () => {
  const fields: readonly FieldChoice[] = [
    { field: { set: '', property: 'name' }, label: 'Name', name: 'Name', group: 'General', kind: 'text' },
  ]

  test('rounds numbers and shows the full text in the tooltip', async () => {
    const engine = await loaded({
      cells: (rows) => Promise.resolve([Array.from(rows, (row) => (row === 3 ? 40.24125370199942 : 'North wall'))]),
    })
    await renderPart(
      <TableDialog
        viewer={engine.viewer}
        fields={fields}
        elements={Uint32Array.of(3, 4)}
        columns={[]}
        onClose={() => undefined}
      />,
    )
    expect((await screen.findByText('40.2413')).closest('[role=cell]')?.className).toContain('text-end')
    expect(screen.getByText('North wall').closest('[role=cell]')?.getAttribute('title')).toBe('North wall')
  })
})

describe('TreePanel grouped by property', () => {
  test('shows groups with their elements; selecting or hiding a group affects all of them', async () => {
    const groups = [
      { text: 'S-COLS', elements: Uint32Array.of(3, 4) },
      { text: '', elements: Uint32Array.of(6) },
    ]
    const engine = await loaded({ groups: () => Promise.resolve(groups) })
    function Part() {
      const viewerState = useViewerState(engine.viewer)
      return <TreePanel loading={false} viewer={engine.viewer} tree={tree} viewerState={viewerState} />
    }
    const { user } = await renderPart(<Part />)
    await user.selectOptions(screen.getByLabelText('Group tree by'), 'By layer')
    const group = (await screen.findByTitle('S-COLS')).closest<HTMLElement>('[role=treeitem]') as HTMLElement
    expect(screen.getByTitle('No layer')).toBeTruthy()
    await user.click(screen.getByTitle('S-COLS'))
    expect(engine.viewer.selection.elements).toEqual([3, 4])
    await waitFor(() => expect(group.getAttribute('aria-selected')).toBe('true'))
    await user.click(within(group).getByRole('button', { name: 'Hide S-COLS', hidden: true }))
    expect(engine.calls).toContain('hide 3,4')
  })

  test('numbers groups after the elements', () => {
    const grouped = groupedTree(tree, [{ text: 'A', elements: Uint32Array.of(2, 5) }], { unnamed: 'none' })
    expect([...grouped.roots]).toEqual([tree.count])
    expect([...grouped.children(tree.count)]).toEqual([2, 5])
    expect(grouped.parent[5]).toBe(tree.count)
    expect([...grouped.meaning(2)]).toEqual([2])
    expect(grouped.name(tree.count)).toBe('A')
    expect(grouped.grouped).toBe(2)
  })
})
