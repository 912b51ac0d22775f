import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { MenuItem } from '../../../platform/design/menu.js'
import { TestSession } from '../../../testing/test-session.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { defineTool } from '../../kit/tool.js'
import type { MarkupControl } from './use-markup.js'
import { ViewMarkupBar } from './view-markup-bar.js'

afterEach(cleanUpPage)

describe('markup toolbar', () => {
  function control(over: Partial<MarkupControl> = {}) {
    const calls: string[] = []
    const engine = {
      set tool(tool: string) {
        calls.push(`tool ${tool}`)
      },
      setStyle: (style: object) => calls.push(JSON.stringify(style)),
      undo: () => calls.push('undo'),
      redo: () => calls.push('redo'),
      deleteSelection: () => calls.push('delete'),
    }
    const style = { color: '#d92d20', width: 0.008, textSize: 0.06, stamp: 'OK' }
    const toolState = { isDrawing: true, tool: 'pen', style, shapes: 1, selected: 1, canUndo: true, canRedo: false }
    const actions = { start: vi.fn(), end: vi.fn(), discard: vi.fn() }
    return { calls, markup: { ...toolState, ...actions, engine, ...over } as unknown as MarkupControl }
  }

  test('applies tool, stamp, colour and line width, and triggers undo and delete', async () => {
    const { calls, markup } = control()
    const { user } = await renderPart(
      <TestSession engine={testViewer()}>
        <ViewMarkupBar markup={markup} isCompact={false} />
      </TestSession>,
    )
    expect(screen.getByRole('button', { name: 'Pen' }).getAttribute('aria-pressed')).toBe('true')
    for (const name of ['Revision cloud', 'Undo', 'Delete selected'])
      await user.click(screen.getByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: 'Stamp' }))
    await user.click(await screen.findByRole('menuitem', { name: 'APPROVED' }))
    await user.click(screen.getByRole('button', { name: 'Colour' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Blue' }))
    await user.click(screen.getByRole('button', { name: 'Line width' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Thick' }))
    expect(calls).toEqual([
      'tool cloud',
      'undo',
      'delete',
      '{"stamp":"APPROVED"}',
      'tool stamp',
      '{"color":"#2f6fde"}',
      '{"width":0.016}',
    ])
    expect(screen.getByRole('button', { name: 'Redo' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'New issue' })).toBeNull()
  })

  test('creates an issue, discards the markup and ends drawing', async () => {
    const { markup, calls } = control()
    const onIssue = vi.fn()
    const issues = defineTool({
      descriptor: { id: 'test', order: 1, surface: 'model', access: 'member', commands: [] },
      actions: {},
      views: [
        {
          id: 'test',
          slot: 'in:markup',
          order: 1,
          content: { component: () => <button onClick={onIssue}>New issue</button> },
        },
      ],
    })
    const { user } = await renderPart(
      <TestSession engine={testViewer()} tools={[issues]}>
        <ViewMarkupBar markup={markup} isCompact />
      </TestSession>,
    )
    await user.click(screen.getByRole('button', { name: /Pen/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Revision cloud' }))
    expect(calls).toEqual(['tool cloud'])
    for (const name of ['New issue', 'Discard markup']) await user.click(screen.getByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Keep as draft' }))
    expect([onIssue, markup.discard, markup.end].map((call) => vi.mocked(call).mock.calls.length)).toEqual([1, 1, 1])
  })

  test('asks on Done what becomes of the drawing, and ends at once without one', async () => {
    const { markup } = control()
    const saving = defineTool({
      descriptor: { id: 'test', order: 1, surface: 'model', access: 'member', commands: [] },
      actions: {},
      views: [
        {
          id: 'test',
          slot: 'in:markup-done',
          order: 1,
          content: { component: () => <MenuItem onSelect={vi.fn()}>Save as view</MenuItem> },
        },
      ],
    })
    const { user, unmount } = await renderPart(
      <TestSession engine={testViewer()} tools={[saving]}>
        <ViewMarkupBar markup={markup} isCompact={false} />
      </TestSession>,
    )
    await user.click(screen.getByRole('button', { name: 'Done' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Save as view', 'Keep as draft', 'Discard markup'])
    await user.click(screen.getByRole('menuitem', { name: 'Discard markup' }))
    expect(markup.discard).toHaveBeenCalledTimes(1)
    unmount()
    const empty = control({ shapes: 0 }).markup
    const { user: other } = await renderPart(
      <TestSession engine={testViewer()}>
        <ViewMarkupBar markup={empty} isCompact={false} />
      </TestSession>,
    )
    await other.click(screen.getByRole('button', { name: 'Done' }))
    expect(empty.end).toHaveBeenCalledTimes(1)
  })
})
