import type { ModelTree } from '@kamar/package-format/read'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { TreePanel } from './tree-panel.js'
import { useViewerState } from '../../session/use-viewer-state.js'

const storeys = 100
const partsPerStorey = 1000
const rowPixels = 28
/** Rows on a page 900 pixels high, including those rendered beyond its edges. */
const maxRows = Math.ceil(desktop.height / rowPixels) + 2 * 12 + 2

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

/**
 * Returns a building of 100 storeys with 1000 parts each; `nameRequests` collects the elements whose names were
 * requested, i.e. rendered rows.
 */
function towerTree(nameRequests: number[]): ModelTree {
  const count = 1 + storeys + storeys * partsPerStorey
  const firstPart = 1 + storeys
  const parent = Uint32Array.from({ length: count }, (_, element) => {
    if (element === 0) return 0xffffffff
    return element < firstPart ? 0 : 1 + Math.floor((element - firstPart) / partsPerStorey)
  })
  const range = (from: number, length: number) => Uint32Array.from({ length }, (_, index) => from + index)
  return {
    count,
    parent,
    classNames: ['IfcBuilding'],
    classIndex: new Uint16Array(count),
    hidden: new Uint8Array(count),
    roots: Uint32Array.of(0),
    sourceId: (element) => `id-${element}`,
    findByIds: () => [],
    name(element) {
      nameRequests.push(element)
      return `element ${element}`
    },
    children(element) {
      if (element === 0) return range(1, storeys)
      return element < firstPart
        ? range(firstPart + (element - 1) * partsPerStorey, partsPerStorey)
        : new Uint32Array(0)
    },
  }
}

async function showTower() {
  const nameRequests: number[] = []
  const tree = towerTree(nameRequests)
  const engine = testViewer()
  function Part() {
    const viewerState = useViewerState(engine.viewer)
    return <TreePanel loading={false} viewer={engine.viewer} tree={tree} viewerState={viewerState} />
  }
  const part = await renderPart(<Part />)
  const list = screen.getByRole('tree')
  // The test DOM has no layout: scrolling sets the position and dispatches the event.
  Object.defineProperty(list, 'scrollHeight', { get: () => tree.count * rowPixels })
  list.scrollTo = ((options: ScrollToOptions) => scrollTo(options.top ?? 0)) as typeof list.scrollTo
  const scrollTo = (top: number): void => {
    list.scrollTop = top
    fireEvent.scroll(list)
  }
  await part.user.click(screen.getByRole('button', { name: 'Expand all' }))
  nameRequests.length = 0
  return { ...part, engine, list, scrollTo, nameRequests, last: tree.count - 1 }
}
const rows = () => screen.getAllByRole('treeitem')
const findRow = (element: number) => document.querySelector(`[data-element="${element}"]`)

test('model tree renders no more rows than fit the page when it is fully expanded', async () => {
  const { list, last } = await showTower()
  expect(rows().length).toBeLessThanOrEqual(maxRows)
  expect(rows().length).toBeGreaterThan(desktop.height / rowPixels)
  expect((list.firstElementChild as HTMLElement).style.height).toBe(`${(last + 1) * rowPixels}px`)
})

test('model tree renders only the rows that scroll into view', async () => {
  const { scrollTo, nameRequests } = await showTower()
  const row = findRow(20)
  scrollTo(rowPixels)
  expect(findRow(20)).toBe(row)
  for (let step = 1; step <= 20; step += 1) {
    nameRequests.length = 0
    scrollTo(step * 3 * rowPixels)
    expect(new Set(nameRequests).size, `step ${step}`).toBeLessThanOrEqual(4)
    expect(rows().length).toBeLessThanOrEqual(maxRows)
  }
  nameRequests.length = 0
  scrollTo(50_000 * rowPixels)
  // Row 50,000 is a part of the fiftieth storey: each storey and its parts are consecutive rows.
  expect(findRow(1 + storeys + 49 * partsPerStorey + 949)).not.toBeNull()
  expect(new Set(nameRequests).size).toBeLessThanOrEqual(maxRows)
})

test('model tree moves the selection with the End, Left and Home keys', async () => {
  const { user, list, engine, last } = await showTower()
  list.focus()
  await user.keyboard('{End}')
  expect(engine.viewer.selection.elements).toEqual([last])
  expect(findRow(last)?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowLeft}')
  expect(engine.viewer.selection.elements).toEqual([storeys])
  await user.keyboard('{Home}')
  expect(engine.viewer.selection.elements).toEqual([0])
  expect(findRow(0)).not.toBeNull()
})

test('model tree shows the row of an element selected in the viewer', async () => {
  const { user, engine, last } = await showTower()
  await user.click(screen.getByRole('button', { name: 'Collapse all' }))
  expect(rows()).toHaveLength(1)
  act(() => engine.viewer.selection.set([last - 500]))
  expect(findRow(last - 500)?.getAttribute('aria-selected')).toBe('true')
  expect(rows().length).toBeLessThanOrEqual(maxRows)
})

test('model tree that opens after an element was selected scrolls to its row', async () => {
  const engine = testViewer()
  const tree = towerTree([])
  const scrollTo = vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(() => undefined)
  engine.viewer.selection.set([tree.count - 500])
  function Part() {
    const viewerState = useViewerState(engine.viewer)
    return <TreePanel loading={false} viewer={engine.viewer} tree={tree} viewerState={viewerState} />
  }
  await renderPart(<Part />)
  expect(findRow(tree.count - 500)?.getAttribute('aria-selected')).toBe('true')
  const row = storeys + partsPerStorey - 499
  expect(scrollTo.mock.calls).toEqual([[{ top: (row + 0.5) * rowPixels - desktop.height / 2 }]])
  scrollTo.mockRestore()
})

test('model tree keeps the active row rendered while it is scrolled away', async () => {
  const { list, scrollTo, last } = await showTower()
  fireEvent.keyDown(list, { key: 'End' })
  scrollTo(0)
  expect(findRow(0)).not.toBeNull()
  expect(list.getAttribute('aria-activedescendant')).toBe(`tree-element-${last}`)
  expect(findRow(last)).not.toBeNull()
  expect(rows().length).toBeLessThanOrEqual(maxRows)
})
