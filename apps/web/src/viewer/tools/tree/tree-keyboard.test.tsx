import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { TreePanel } from './tree-panel.js'
import { useViewerState } from '../../session/use-viewer-state.js'

const tree = houseTree()

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

async function show() {
  const engine = testViewer()
  function Part() {
    return <TreePanel loading={false} viewer={engine.viewer} tree={tree} viewerState={useViewerState(engine.viewer)} />
  }
  const part = await renderPart(<Part />)
  const list = screen.getByRole('tree')
  /** Dispatches keys with a time stamp, in milliseconds after the page opened. */
  const typeKeys = (keys: string, atMilliseconds = 0): void => {
    for (const key of keys) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: atMilliseconds })
      fireEvent(list, event)
    }
  }
  const current = (): string | null => {
    const row = document.getElementById(list.getAttribute('aria-activedescendant') ?? '')
    return row?.querySelector('[title]')?.getAttribute('title') ?? null
  }
  const selected = (): readonly number[] => engine.viewer.selection.elements
  return { ...part, engine, list, typeKeys, current, selected }
}

test('model tree moves to the next row whose name begins with the typed letters', async () => {
  const { list, typeKeys, current } = await show()
  list.focus()
  typeKeys('s')
  expect(current()).toBe('Storey 1')
  typeKeys('s', 2000)
  expect(current()).toBe('Storey 2')
  typeKeys('s', 4000)
  expect(current()).toBe('Slab')
  typeKeys('SToREY 2', 6000)
  expect(current()).toBe('Storey 2')
  typeKeys('q', 8000)
  expect(current()).toBe('Storey 2')
})

test('model tree leaves letter keys to the page after a click, until an arrow key is pressed', async () => {
  const { user, list, typeKeys, current } = await show()
  await user.click(screen.getByTitle('House'))
  expect(fireEvent.keyDown(list, { key: 'h' })).toBe(true)
  typeKeys('s')
  expect(current()).toBe('House')
  fireEvent.keyDown(list, { key: 'ArrowDown' })
  expect(current()).toBe('Storey 1')
  typeKeys('sl', 3000)
  expect(current()).toBe('Slab')
})

test('model tree expands all siblings on the asterisk key and moves to the ends on Home and End', async () => {
  const { user, list, typeKeys, current } = await show()
  await user.click(screen.getByRole('button', { name: 'Collapse all' }))
  list.focus()
  typeKeys('*')
  expect(screen.getAllByRole('treeitem')).toHaveLength(2)
  fireEvent.keyDown(list, { key: 'End' })
  expect(current()).toBe('House')
  typeKeys('*')
  fireEvent.keyDown(list, { key: 'End' })
  typeKeys('*')
  expect(screen.getAllByRole('treeitem')).toHaveLength(7)
  fireEvent.keyDown(list, { key: 'Home' })
  expect(current()).toBe('Project')
})

test('model tree makes the parent active when the parent of the active row collapses', async () => {
  const { user, current } = await show()
  await user.click(screen.getByTitle('Outer wall'))
  expect(current()).toBe('Outer wall')
  await user.click(
    screen.getByTitle('Storey 1').closest('[role=treeitem]')?.querySelector('[data-part=arrow]') as Element,
  )
  expect(current()).toBe('Storey 1')
})
