import type { PropertySet } from '@kamar/core'
import type { ModelTree } from '@kamar/package-format/read'
import type { SearchResult } from '@kamar/viewer'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { houseTree, testTree } from '../../testing/test-tree.js'
import { TestSession } from '../../testing/test-session.js'
import { testManifest, testReport, testViewer } from '../../testing/test-viewer.js'
import { InspectorPanel } from './inspector-panel.js'
import type { Session } from '../session/session.js'
import { tool as properties } from '../tools/properties/tool.js'
import { tool as reportTool } from '../tools/report/tool.js'
import { PropertiesTab } from '../tools/properties/properties-tab.js'
import { defaultSettings } from '../tools/properties/property-settings.js'
import { SearchPanel } from '../tools/search/search-panel.js'
import { TreePanel } from '../tools/tree/tree-panel.js'
import { useViewerState } from '../session/use-viewer-state.js'

const tree = houseTree()

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

describe('tree panel', () => {
  async function show(modelTree: ModelTree | null = tree, loading = false) {
    const engine = testViewer()
    const fit = vi.spyOn(engine.viewer, 'fitToView')
    function Part() {
      const viewerState = useViewerState(engine.viewer)
      return <TreePanel loading={loading} viewer={engine.viewer} tree={modelTree} viewerState={viewerState} />
    }
    return { ...(await renderPart(<Part />)), engine, fit, selected: () => engine.viewer.selection.elements }
  }
  const rows = () => screen.getAllByRole('treeitem').map((row) => row.querySelector('[title]')?.getAttribute('title'))
  const row = (name: string) => screen.getByTitle(name).closest<HTMLElement>('[role=treeitem]') as HTMLElement
  const arrow = (name: string) => row(name).querySelector('[data-part=arrow]') as HTMLElement

  test('shows a message until the model is read', async () => {
    await show(null, true)
    expect(screen.getByRole('status').textContent).toBe('The tree appears once the model has been read.')
    expect(screen.queryByRole('tree')).toBeNull()
  })

  test('shows the model structure and the number of elements', async () => {
    await show()
    expect(rows()).toEqual(['Project', 'House', 'Storey 1', 'Outer wall', 'IfcDoor', 'Storey 2', 'Slab'])
    expect(screen.getByText('7 in the tree')).toBeTruthy()
    expect(row('Outer wall').getAttribute('aria-level')).toBe('4')
    expect(row('Outer wall').textContent).toContain('Wall')
    expect(row('Outer wall').hasAttribute('aria-expanded')).toBe(false)
  })

  test('expands and collapses one element by its arrow and all by buttons', async () => {
    const { user } = await show()
    await user.click(arrow('Storey 1'))
    expect(rows()).toEqual(['Project', 'House', 'Storey 1', 'Storey 2', 'Slab'])
    expect(row('Storey 1').getAttribute('aria-expanded')).toBe('false')
    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
    expect(rows()).toEqual(['Project'])
    await user.click(screen.getByRole('button', { name: 'Expand all' }))
    expect(rows()).toHaveLength(7)
  })

  test('selects by click, and adds by Ctrl or Shift', async () => {
    const { user, selected } = await show()
    await user.click(row('Outer wall'))
    expect(selected()).toEqual([4])
    expect(row('Outer wall').getAttribute('aria-selected')).toBe('true')
    fireEvent.click(row('Slab'), { ctrlKey: true })
    fireEvent.click(row('IfcDoor'), { shiftKey: true })
    expect(selected()).toEqual([4, 6, 5])
  })

  test('zooms by double click and by Enter', async () => {
    const { user, fit } = await show()
    await user.dblClick(row('Slab'))
    expect(fit).toHaveBeenCalledExactlyOnceWith([6])
    await user.keyboard('{Enter}')
    expect(fit).toHaveBeenCalledTimes(2)
  })

  test('hides and shows an element by its eye button and by Space', async () => {
    const { user, engine, selected } = await show()
    await user.click(screen.getByRole('button', { name: 'Hide Slab' }))
    expect(engine.viewer.visibility.isVisible(6)).toBe(false)
    expect(selected()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Show Slab' }))
    expect(engine.viewer.visibility.isVisible(6)).toBe(true)
    await user.click(row('Slab'))
    await user.keyboard(' ')
    expect(engine.calls).toEqual(['hide 6', 'show 6', 'hide 6'])
  })

  test('moves through the rows by arrow keys', async () => {
    const { user, selected } = await show()
    await user.click(row('House'))
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(selected()).toEqual([4])
    expect(screen.getByRole('tree').getAttribute('aria-activedescendant')).toBe('tree-element-4')
    await user.keyboard('{ArrowLeft}')
    expect(selected()).toEqual([2])
  })

  test('expands to an element selected in the model', async () => {
    const { user, engine } = await show()
    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
    await waitFor(() => {
      engine.viewer.selection.set([4])
      expect(row('Outer wall').getAttribute('aria-selected')).toBe('true')
    })
    await user.click(arrow('Storey 1'))
    expect(screen.queryByTitle('Outer wall')).toBeNull()
  })

  test('labels an element without name and class as unnamed', async () => {
    await show(testTree([{ name: '' }]))
    expect(rows()).toEqual(['Unnamed'])
  })
})

describe('properties tab', () => {
  const preference = { value: defaultSettings, set: () => undefined }
  const sets: PropertySet[] = [
    {
      name: 'Pset_WallCommon',
      properties: [
        { name: 'IsExternal', value: true },
        { name: 'Width', value: 0.25, unit: 'm' },
      ],
    },
    { name: 'Material', properties: [{ name: 'Name', value: 'Tuff' }] },
  ]
  const show = (
    selected: number[],
    of = () => Promise.resolve<readonly PropertySet[]>(sets),
    modelTree: ModelTree | null = tree,
  ) =>
    renderPart(
      <PropertiesTab
        viewer={testViewer({ properties: of }).viewer}
        tree={modelTree}
        selected={selected}
        preference={preference}
      />,
    )

  test('asks for a selection', async () => {
    await show([])
    expect(screen.getByText('Select an element to see its properties.')).toBeTruthy()
  })

  test('shows name, class, id and all property sets of the selected element', async () => {
    await show([4])
    expect(await screen.findByText('Pset_WallCommon')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Outer wall' })).toBeTruthy()
    expect((await screen.findByText('Wall')).title).toBe('IfcWall')
    expect(screen.getByText('id-wall')).toBeTruthy()
    const value = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
    expect(value('IsExternal')).toBe('Yes')
    expect(value('Width')).toBe('0.25 m')
    expect(value('Name')).toBe('Tuff')
  })

  test('copies a value without its unit', async () => {
    const { user } = await show([4])
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(await screen.findByRole('button', { name: 'Copy Width' }))
    expect(writeText).toHaveBeenCalledWith('0.25')
  })

  test('has no copy button for a missing id', async () => {
    await show([6])
    await screen.findByText('Pset_WallCommon')
    expect(screen.queryByRole('button', { name: 'Copy ID' })).toBeNull()
  })

  test('shows that an element has no properties', async () => {
    await show([4], () => Promise.resolve([]))
    expect(await screen.findByText('This element has no properties.')).toBeTruthy()
  })

  test('shows an error when loading fails', async () => {
    await show([4], () => Promise.reject(new RangeError('gone')))
    expect((await screen.findByRole('alert')).textContent).toBe('The properties couldn’t be loaded')
  })

  test('shows a message until the tree is read', async () => {
    await show([4], undefined, null)
    expect(screen.getByText('Properties appear once the model has been read.')).toBeTruthy()
  })

  test('ignores properties of an element that is no longer selected', async () => {
    const slow = deferred<readonly PropertySet[]>()
    const engine = testViewer({ properties: (element) => (element === 4 ? slow.promise : Promise.resolve([])) })
    function Part() {
      const [selected, setSelected] = useState([4])
      return (
        <>
          <button onClick={() => setSelected([5])}>next</button>
          <PropertiesTab viewer={engine.viewer} tree={tree} selected={selected} preference={preference} />
        </>
      )
    }
    const { user } = await renderPart(<Part />)
    await user.click(screen.getByRole('button', { name: 'next' }))
    slow.resolve(sets)
    expect(await screen.findByText('This element has no properties.')).toBeTruthy()
    expect(screen.queryByText('Pset_WallCommon')).toBeNull()
  })
})

describe('inspector panel', () => {
  const report = testReport({
    status: 'partial',
    skipped: [{ kind: 'solids', reason: 'not-tessellated', count: 1, elements: ['id-wall'] }],
  })
  async function show(manifest = testManifest({ report })) {
    const engine = testViewer({ tree })
    const loading = engine.viewer.load({ manifestUrl: '/m' })
    engine.finishLoad(manifest)
    await loading
    const sessions: Session[] = []
    const part = await renderPart(
      <TestSession
        engine={engine}
        tools={[properties, reportTool]}
        model={{ manifest, renderedManifest: manifest }}
        onSession={(session) => void sessions.push(session)}
      >
        <InspectorPanel />
      </TestSession>,
    )
    return { ...part, engine, open: () => act(() => sessions.at(-1)?.layout.open('properties')) }
  }

  test('has a report tab that leads to elements', async () => {
    const { user, engine, open } = await show()
    open()
    await user.click(screen.getByRole('tab', { name: 'Report' }))
    expect(screen.getByText('Incomplete: 1 part missing')).toBeTruthy()
    expect(screen.getByText('The shape couldn’t be triangulated')).toBeTruthy()
    await user.click(screen.getByText('1 element'))
    await user.click(screen.getByRole('button', { name: 'id-wall' }))
    expect(engine.viewer.selection.elements).toEqual([4])
  })

  test('has no tabs without a report', async () => {
    const { open } = await show(testManifest())
    open()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.getByText('Select an element to see its properties.')).toBeTruthy()
  })

  test('is not rendered when it is closed', async () => {
    await show()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})

describe('search panel', () => {
  const result: SearchResult = {
    total: 3,
    milliseconds: 1,
    hits: [
      { element: 4, matched: 'name', text: 'Outer wall' },
      { element: 6, matched: 'property', text: 'wallpaper', set: 'Material', property: 'Finish' },
      { element: 5, matched: 'id', text: 'id-wall-door' },
    ],
  }
  async function show(search = vi.fn(async (_text: string, _limit?: number) => result)) {
    const engine = testViewer({ search, tree })
    const fit = vi.spyOn(engine.viewer, 'fitToView')
    const part = await renderPart(<SearchPanel viewer={engine.viewer} tree={tree} selected={[6]} />)
    return { ...part, engine, search, fit, field: screen.getByRole('searchbox', { name: 'Search' }) }
  }

  test('has the focus and explains what can be found', async () => {
    const { field, search } = await show()
    expect(document.activeElement).toBe(field)
    expect(screen.getByText('Search the whole model by name, ID or property value.')).toBeTruthy()
    expect(search).not.toHaveBeenCalled()
  })

  test('searches once typing pauses and shows where each hit matches', async () => {
    const { user, field, search } = await show()
    await user.type(field, ' wall ')
    expect(await screen.findByText('3 elements')).toBeTruthy()
    expect(search).toHaveBeenLastCalledWith('wall', 500, {
      signal: expect.any(AbortSignal),
      onPartial: expect.any(Function),
    })
    expect(search.mock.calls.length).toBeLessThan(6)
    const listHits = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    // The names of classes are loaded after the list.
    await expect
      .poll(listHits)
      .toEqual(['Outer wallWall·Storey 1', 'SlabFinish: wallpaper·Storey 2', 'Doorid-wall-door·Storey 1'])
    expect(screen.getByRole('button', { name: /Outer wall/ }).title).toBe('IfcWall')
    expect(screen.getByRole('button', { name: /Slab/ }).getAttribute('aria-current')).toBe('true')
  })

  test('distinguishes hits of the same name by storey and id', async () => {
    const twins = testTree([
      { name: 'Level 1', className: 'IfcBuildingStorey' },
      ...['id-a', 'id-b'].map((id) => ({ name: 'Window', className: 'IfcWindow', id, parent: 0 })),
    ])
    const hits = [1, 2].map((element) => ({ element, matched: 'name', text: 'Window' }) as const)
    const search = vi.fn(async () => ({ total: 2, hits, milliseconds: 1 }))
    const engine = testViewer({ search, tree: twins })
    const { user } = await renderPart(<SearchPanel viewer={engine.viewer} tree={twins} selected={[]} />)
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'window')
    await expect
      .poll(() => screen.queryAllByRole('listitem').map(({ textContent }) => textContent))
      .toEqual(['WindowWindow·Level 1 · id-a', 'WindowWindow·Level 1 · id-b'])
  })

  test('selects a hit by click and zooms to it by double click', async () => {
    const { user, field, engine, fit } = await show()
    await user.type(field, 'wall')
    await user.dblClick(await screen.findByRole('button', { name: /Outer wall/ }))
    expect(engine.viewer.selection.elements).toEqual([4])
    expect(fit).toHaveBeenCalledExactlyOnceWith([4])
  })

  test('selects or isolates all hits, including those beyond the list', async () => {
    const { user, field, engine, search } = await show()
    await user.type(field, 'wall')
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await waitFor(() => expect(engine.viewer.selection.elements).toEqual([4, 6, 5]))
    expect(search).toHaveBeenLastCalledWith('wall', Infinity)
    await user.click(screen.getByRole('button', { name: 'Isolate' }))
    await waitFor(() => expect(engine.calls).toEqual(['isolate 4,6,5']))
  })

  test('selects what contains the text that was just typed, while the list still shows the text before', async () => {
    const slabs = { total: 900, hits: [{ element: 7, matched: 'name', text: 'Slab' }], milliseconds: 1 } as const
    const { user, field, engine } = await show(
      vi.fn((text: string, limit?: number) => {
        if (text === 'wall') return Promise.resolve(result)
        return limit === 500 ? new Promise<SearchResult>(() => undefined) : Promise.resolve(slabs)
      }),
    )
    await user.type(field, 'wall')
    await screen.findByText('3 elements')
    await user.clear(field)
    await user.type(field, 'slab')
    await user.click(screen.getByRole('button', { name: 'Select' }))
    await waitFor(() => expect(engine.viewer.selection.elements).toEqual([7]))
  })

  test('shows a message and no actions without hits', async () => {
    const { user, field } = await show(vi.fn(async () => ({ total: 0, hits: [], milliseconds: 1 })))
    await user.type(field, 'castle')
    expect(await screen.findByText('No results')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Isolate' })).toBeNull()
  })

  test('keeps its hint while the model is being read', async () => {
    const { user, field, search } = await show(vi.fn(() => Promise.reject(new RangeError('no tree'))))
    await user.type(field, 'wall')
    await waitFor(() => expect(search).toHaveBeenCalled())
    expect(screen.getByText(/Search the whole model/)).toBeTruthy()
  })
})
