import type { PropertySet } from '@kamar/core'
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, mobile, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { testTree } from '../../../testing/test-tree.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { tool as elementsTool } from '../../tools/elements/tool.js'
import { tool as issuesTool } from '../../tools/issues/tool.js'
import { tool as navigationTool } from '../../tools/navigation/tool.js'
import { tool as searchTool } from '../../tools/search/tool.js'
import { LeftPanel } from '../../kit/left-panel.js'
import { ViewerMobileToolbar } from '../viewer-tool-bar.js'
import { SpaceBar } from './selection-bar.js'

afterEach(cleanUpPage)

const element = { storey: 0, space: 1, wall: 2 } as const
const tree = {
  ...testTree([
    { name: 'Level 1', className: 'IfcBuildingStorey' },
    { name: 'A103 Kitchen', className: 'IfcSpace', parent: 0 },
    { name: 'Wall', className: 'IfcWall', parent: 0 },
  ]),
  hidden: Uint8Array.of(0, 1, 0),
}
const quantities: readonly PropertySet[] = [
  { name: 'Quantities', properties: [{ name: 'NetFloorArea', value: 12.4321, unit: 'm²' }] },
]
const writer = { fileId: 'file-1', role: 'owner', hasAccount: true } as const

async function show(device: typeof mobile, access: Partial<typeof writer> = writer) {
  layOut(device)
  const engine = testViewer({
    tree,
    properties: async (number) => (number === element.space ? quantities : []),
    search: async () => ({
      total: 1,
      milliseconds: 1,
      hits: [{ element: element.space, matched: 'name', text: 'A103 Kitchen' }],
    }),
  })
  const tools = [elementsTool, issuesTool, navigationTool, searchTool]
  const part = await renderPart(
    <TestSession engine={engine} tools={tools} over={{ tree }} access={access}>
      <LeftPanel />
      {device === mobile ? <ViewerMobileToolbar hasToolBar={false} /> : <SpaceBar />}
    </TestSession>,
  )
  const select = (elements: readonly number[]): void => act(() => engine.viewer.selection.set(elements))
  const listActions = (): (string | null)[] =>
    within(screen.getByRole('region', { name: 'Selection' }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  return { ...part, engine, select, listActions }
}

describe('selection bar of a phone', () => {
  test('shows name, area and actions of a room in one line', async () => {
    const { select, listActions } = await show(mobile)
    select([element.space])
    expect(await screen.findByText('12.43 m²')).toBeTruthy()
    expect(listActions()).toEqual(['A103 Kitchen12.43 m²', 'Plan of this storey', 'Isolate', 'New issue'])
  })

  test('offers the plan for rooms and storeys only', async () => {
    const { select, listActions } = await show(mobile)
    select([element.wall])
    expect(listActions()).toEqual(['Wall', 'Isolate', 'New issue'])
    select([element.storey])
    expect(listActions()).toContain('Plan of this storey')
  })

  test('offers no issue to those who cannot write one', async () => {
    const { select, listActions } = await show(mobile, {})
    select([element.wall])
    expect(listActions()).toEqual(['Wall', 'Isolate'])
  })

  test('states the number of several elements', async () => {
    const { select, listActions } = await show(mobile)
    select([element.space, element.wall])
    expect(listActions()[0]).toContain('2 elements selected')
  })

  test('replaces the search when a result is chosen, and leads back to the results', async () => {
    const { user } = await show(mobile)
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'kitchen')
    await user.click(await screen.findByRole('button', { name: /IfcSpace/ }))
    const results = (): HTMLElement => screen.getByText('1 element', { ignore: false })
    expect(results().closest('.hidden')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to list' }))
    expect(results().closest('.hidden')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  })

  test('is replaced by the panel whose button is tapped while its sheet is lowered', async () => {
    const { user } = await show(mobile)
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'kitchen')
    await user.click(await screen.findByRole('button', { name: /IfcSpace/ }))
    await user.click(screen.getByRole('button', { name: 'Search' }))
    expect(screen.getByRole('searchbox', { name: 'Search' }).closest('.hidden')).toBeNull()
  })
})

describe('room bar of a wide screen', () => {
  test('appears for a single room only', async () => {
    const { select } = await show(desktop)
    const findBar = (): HTMLElement | null => screen.queryByRole('region', { name: 'Selection' })
    select([element.wall])
    expect(findBar()).toBeNull()
    select([element.space])
    expect(findBar()?.textContent).toContain('A103 Kitchen')
    select([element.space, element.wall])
    expect(findBar()).toBeNull()
  })
})
