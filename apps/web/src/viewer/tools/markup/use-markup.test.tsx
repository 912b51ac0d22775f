import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { testSheetSession } from '../../../testing/test-sheet-session.js'
import { testViewer } from '../../../testing/test-viewer.js'
import type { Tool } from '../../kit/tool.js'
import { useViewerSession } from '../../session/session.js'
import { ViewChips } from '../../shell/view-chips.js'
import { tool } from './tool.js'
import { useMarkup } from './use-markup.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

/** Stub of the markup of a model or a sheet. */
function testMarkup() {
  const listeners = new Set<{ readonly name: string; readonly listener: () => void }>()
  const emit = (name: string): void => {
    for (const each of listeners) if (each.name === name) each.listener()
  }
  let isActive = false
  const engine = {
    tool: 'cloud',
    style: {},
    shapes: [] as unknown[],
    selected: [],
    isShown: true,
    returnToView: vi.fn(),
    discard: vi.fn(),
    canUndo: false,
    canRedo: false,
    isActive: () => isActive,
    setLabels: vi.fn(),
    clear: vi.fn(),
    on(name: string, listener: () => void) {
      const entry = { name, listener }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
  const setActive = (next: boolean): void => {
    isActive = next
    emit('changed')
  }
  return { engine, setActive, leave: () => act(() => emit('left')) }
}

function Markup() {
  const control = useMarkup(useViewerSession())
  return (
    <>
      <p>{control.isDrawing ? 'drawing' : 'idle'}</p>
      <button onClick={control.start}>Start</button>
      <button onClick={control.end}>End</button>
      <button onClick={control.discard}>Discard</button>
      <input aria-label="Note" />
    </>
  )
}

const click = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())
const isDrawing = (): boolean => screen.queryByText('drawing') !== null

describe('markup of a model', () => {
  async function show(tools: readonly Tool[] = []) {
    const stage = testViewer()
    const markup = testMarkup()
    const { viewer } = stage
    const loadExtension = vi.spyOn(viewer, 'loadExtension').mockImplementation(async () => {
      stage.emit('extensionLoaded', { id: 'kamar.markup' })
      return markup.engine as never
    })
    vi.spyOn(viewer, 'getExtension').mockReturnValue(markup.engine as never)
    const [activate, deactivate] = [vi.fn(() => markup.setActive(true)), vi.fn(() => markup.setActive(false))]
    Object.assign(viewer.extensions, { activate, deactivate })
    const part = await renderPart(
      <TestSession engine={stage} tools={tools}>
        <Markup />
        <ViewChips isCompact={false} />
      </TestSession>,
    )
    return { ...part, ...markup, loadExtension, deactivate, start: () => click('Start') }
  }

  test('loads its code when drawing begins, and begins with the pen', async () => {
    const { loadExtension, engine, start } = await show()
    expect([loadExtension.mock.calls.length, isDrawing()]).toEqual([0, false])
    await start()
    expect([loadExtension.mock.calls, engine.tool, isDrawing()]).toEqual([[['kamar.markup']], 'pen', true])
  })

  test('says that it could not be loaded', async () => {
    const { loadExtension, start } = await show()
    loadExtension.mockRejectedValue(new TypeError('offline'))
    await start()
    expect((await screen.findByRole('alert')).textContent).toContain('markup')
    expect(isDrawing()).toBe(false)
  })

  test('ends by Escape, and listens no longer then', async () => {
    const { user, deactivate, start } = await show()
    await user.keyboard('{Escape}')
    expect(deactivate).not.toHaveBeenCalled()
    await start()
    await user.keyboard('{Escape}')
    await user.keyboard('{Escape}')
    expect([deactivate.mock.calls, isDrawing()]).toEqual([[['kamar.markup']], false])
  })

  test('continues when Escape belongs to a text field or was handled by the drawing', async () => {
    const { user, deactivate, start } = await show()
    await start()
    await user.type(screen.getByRole('textbox', { name: 'Note' }), '{Escape}')
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    event.preventDefault()
    fireEvent(document.body, event)
    expect([deactivate.mock.calls.length, isDrawing()]).toEqual([0, true])
  })

  test('has a chip after the camera has left it, which leads back to it or discards it', async () => {
    const { engine, setActive, start, user } = await show([tool])
    await start()
    engine.shapes = [{}, {}]
    await act(async () => setActive(false))
    expect(screen.queryByRole('button', { name: 'Show: Markup: 2' })).toBeNull()
    engine.isShown = false
    await act(async () => setActive(false))
    await user.click(screen.getByRole('button', { name: 'Show: Markup: 2' }))
    await user.click(screen.getByRole('button', { name: 'Remove: Markup: 2' }))
    expect([engine.returnToView.mock.calls.length, engine.discard.mock.calls.length]).toEqual([1, 1])
    await start()
    expect(screen.queryByText('Markup: 2')).toBeNull()
  })

  test('ends when the view that it belongs to is left, and is discarded on request', async () => {
    const { engine, deactivate, leave, start } = await show()
    await start()
    leave()
    expect([deactivate.mock.calls.length, engine.clear.mock.calls.length]).toEqual([1, 0])
    await click('Discard')
    expect(engine.clear).toHaveBeenCalledOnce()
  })
})

describe('markup of a sheet', () => {
  test('begins on the sheet and loads nothing of the model', async () => {
    const stage = testViewer()
    const loadExtension = vi.spyOn(stage.viewer, 'loadExtension')
    const { engine } = testMarkup()
    const markup = Object.assign(engine, { activate: vi.fn(), deactivate: vi.fn() })
    const sheets = testSheetSession({
      drawing: { isShown: true },
      shownSheet: { markup: markup as never, loadMarkup: async () => markup as unknown as never },
    })
    await renderPart(
      <TestSession engine={stage} over={sheets}>
        <Markup />
      </TestSession>,
    )
    await click('Start')
    expect([markup.activate.mock.calls.length, loadExtension.mock.calls.length]).toEqual([1, 0])
    await click('End')
    expect(markup.deactivate).toHaveBeenCalledOnce()
  })

  test('begins nothing while there is no sheet to draw on', async () => {
    await renderPart(
      <TestSession engine={testViewer()} over={testSheetSession({ drawing: { isShown: true } })}>
        <Markup />
      </TestSession>,
    )
    await click('Start')
    expect(isDrawing()).toBe(false)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
