import type { ViewChip } from '@kamar/extensions'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { TestSession } from '../../testing/test-session.js'
import { type TestViewer, testViewer } from '../../testing/test-viewer.js'
import { defineTool, type Tool } from '../kit/tool.js'
import { tool as colors } from '../tools/colors/tool.js'
import { tool as elements } from '../tools/elements/tool.js'
import { CanvasLayout } from './canvas-layout.js'
import { ViewChips } from './view-chips.js'

let engine: TestViewer

beforeEach(() => {
  layOut(desktop)
  engine = testViewer()
})
afterEach(cleanUpPage)

const render = (tools: readonly Tool[]) =>
  renderPart(
    <TestSession engine={engine} tools={tools}>
      <ViewChips isCompact={false} />
    </TestSession>,
  )

const createTool = (chips: readonly ViewChip[]): Tool =>
  defineTool({
    descriptor: { id: 'test', order: 1, surface: 'model', access: 'everyone', commands: [] },
    actions: {},
    chips: () => chips,
  })

const list = () => screen.queryByRole('list', { name: 'Changes to the view' })
const readChips = (): (string | null)[] =>
  list() === null ? [] : screen.getAllByRole('listitem').map((item) => item.textContent)

describe('chips of what alters the view', () => {
  test('stand below banners instead of behind them', async () => {
    const tool = defineTool({
      descriptor: { id: 'test', order: 1, surface: 'model', access: 'everyone', commands: [] },
      actions: {},
      chips: () => [{ id: 'cut', text: 'Cut: Level 2', remove: () => undefined }],
      views: [{ id: 'test.banner', slot: 'in:below-bar', order: 1, content: { component: () => <p>Version 2</p> } }],
    })
    await renderPart(
      <TestSession engine={engine} tools={[tool]}>
        <CanvasLayout topBar={null} progress={{ text: null, percent: null }} />
      </TestSession>,
    )
    expect((await screen.findByText('Version 2')).parentElement?.nextElementSibling).toBe(list())
  })

  test('are absent while nothing does', async () => {
    await render([createTool([])])
    expect(list()).toBeNull()
  })

  test('end what they name', async () => {
    const remove = vi.fn()
    const { user } = await render([createTool([{ id: 'cut', text: 'Cut: Level 2', remove }])])
    await user.click(screen.getByRole('button', { name: 'Remove: Cut: Level 2' }))
    expect(remove).toHaveBeenCalledOnce()
  })

  test('hide and show what can be hidden without removing it', async () => {
    const [remove, toggle] = [vi.fn(), vi.fn()]
    const visibility = { isVisible: true, label: 'Hide measurements', toggle }
    const { user } = await render([createTool([{ id: 'measure', text: 'Measurements: 4', remove, visibility }])])
    await user.click(screen.getByRole('button', { name: 'Hide measurements' }))
    expect([toggle.mock.calls.length, remove.mock.calls.length]).toEqual([1, 0])
  })

  test('follow the visibility and the colours of elements', async () => {
    await render([elements, colors])
    act(() => engine.emit('visibilityChanged', { hidden: 133, ghosted: 0, isolated: false }))
    expect(readChips()).toEqual(['Hidden: 133'])
    act(() => engine.emit('visibilityChanged', { hidden: 200, ghosted: 7, isolated: true }))
    expect(readChips()).toEqual(['Isolated', 'Ghosted'])
    Object.assign(engine.viewer.colors, { size: 3 })
    act(() => engine.emit('colorsChanged', {}))
    expect(readChips()).toEqual(['Isolated', 'Ghosted', 'Coloured'])
    act(() => engine.emit('modelUnloaded', {}))
    expect(readChips()).toEqual([])
  })

  test('show everything again by the chip of hidden elements, as a step that can be undone', async () => {
    const undoable = vi.spyOn(engine.viewer, 'undoable')
    const { user } = await render([elements])
    act(() => engine.viewer.visibility.hide([4]))
    const chip = within(screen.getByRole('listitem'))
    await user.click(chip.getByRole('button', { name: 'Remove: Hidden: 1' }))
    expect(engine.calls).toEqual(['hide 4', 'showAll'])
    expect(undoable).toHaveBeenCalledOnce()
    expect(readChips()).toEqual([])
  })
})
