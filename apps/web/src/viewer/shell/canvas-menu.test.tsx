import type { CommandDescriptor } from '@kamar/extensions'
import type { SheetView } from '@kamar/viewer'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { TestSession } from '../../testing/test-session.js'
import { testSheetSession } from '../../testing/test-sheet-session.js'
import { testViewer } from '../../testing/test-viewer.js'
import { type Action, defineTool, type Tool } from '../kit/tool.js'
import type { Session } from '../session/session.js'
import { CanvasMenu } from './canvas-menu.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

const createCommand = (id: string, menuOrder?: number): CommandDescriptor => ({
  id,
  text: `viewer.${id}`,
  group: 'tools',
  ...(menuOrder === undefined ? {} : { menuOrder }),
})

function createTool(commands: readonly CommandDescriptor[], actions: Readonly<Record<string, Action<null>>>): Tool {
  return defineTool({
    descriptor: { id: 'test', order: 1, surface: 'both', access: 'everyone', commands },
    actions,
  })
}

const run = vi.fn()
const tool = createTool(
  [createCommand('section', 20), createCommand('hide', 1), createCommand('isolate', 2), createCommand('home')],
  {
    section: { run, disabled: () => 'model' },
    hide: { run },
    isolate: { run, when: ({ session }) => session.state.selected.length > 0 },
    home: { run },
  },
)

async function show({ tools = [tool], over = {} }: { tools?: readonly Tool[]; over?: Partial<Session> } = {}) {
  const engine = testViewer()
  const runCommand = vi.fn()
  const part = await renderPart(
    <TestSession engine={engine} tools={tools} over={{ run: runCommand, ...over }}>
      <CanvasMenu />
    </TestSession>,
  )
  const open = (element: number | null): void =>
    act(() => engine.emit('contextMenu', { x: 10, y: 20, pick: element === null ? null : { element } } as never))
  return { ...part, engine, open, runCommand }
}

const readItems = (): (string | null)[] => screen.queryAllByRole('menuitem').map((item) => item.textContent)

describe('context menu of the model', () => {
  test('selects the element under it, and runs a command on that element', async () => {
    const { user, engine, open, runCommand } = await show()
    open(4)
    expect(engine.viewer.selection.elements).toEqual([4])
    await user.click(screen.getByRole('menuitem', { name: /^Hide/ }))
    expect(runCommand).toHaveBeenCalledExactlyOnceWith('hide', { element: 4 })
    expect(readItems()).toEqual([])
  })

  test('retains a selection of several elements under it', async () => {
    const { engine, open } = await show()
    act(() => engine.viewer.selection.set([4, 6]))
    open(6)
    expect(engine.viewer.selection.elements).toEqual([4, 6])
  })

  test('changes no selection beside the model', async () => {
    const { user, engine, open, runCommand } = await show()
    act(() => engine.viewer.selection.set([4]))
    open(null)
    expect(engine.viewer.selection.elements).toEqual([4])
    await user.click(screen.getByRole('menuitem', { name: /^Hide/ }))
    expect(runCommand).toHaveBeenCalledExactlyOnceWith('hide', null)
  })

  test('lists commands by their order, with a line between sections and without those that do not apply', async () => {
    const { engine, open } = await show()
    open(null)
    expect(readItems()).toHaveLength(2)
    act(() => engine.viewer.selection.set([4]))
    expect(readItems().map((text) => /^[A-Z][a-z]+/.exec(text ?? '')?.[0])).toEqual(['Hide', 'Isolate', 'Section'])
    expect(screen.getAllByRole('separator')).toHaveLength(1)
  })

  test('returns the focus to the canvas when it is closed by Escape', async () => {
    const { user, engine, open } = await show()
    const focus = vi.spyOn(engine.viewer.canvas, 'focus')
    open(4)
    await user.keyboard('{Escape}')
    expect(readItems()).toEqual([])
    await expect.poll(() => focus.mock.calls.length).toBe(1)
  })

  test('does not open without commands', async () => {
    const { open } = await show({ tools: [createTool([createCommand('home')], { home: { run } })] })
    open(4)
    expect(screen.queryByRole('menu')).toBeNull()
  })
})

describe('context menu of a sheet', () => {
  test('follows the sheet instead of the model, and runs a command at the point', async () => {
    const listeners = new Map<string, (event: unknown) => void>()
    const sheet = {
      canvas: document.createElement('canvas'),
      on: (name: string, listener: (event: unknown) => void) => {
        listeners.set(name, listener)
        return () => listeners.delete(name)
      },
    } as unknown as SheetView
    const { user, open, runCommand } = await show({
      over: { sheet, ...testSheetSession({ drawing: { isShown: true }, shownSheet: { view: sheet } }) },
    })
    open(4)
    expect(readItems()).toEqual([])
    act(() => listeners.get('contextMenu')?.({ x: 1, y: 2, point: [30, 40], entity: 7 }))
    await user.click(screen.getByRole('menuitem', { name: /^Hide/ }))
    expect(runCommand).toHaveBeenCalledExactlyOnceWith('hide', { point: [30, 40], entity: 7 })
  })
})
