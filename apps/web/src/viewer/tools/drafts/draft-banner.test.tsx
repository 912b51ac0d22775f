import type { ViewpointForm } from '@kamar/contracts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { DraftBanner } from './draft-banner.js'
import { countDraft, joinDrafts, toContent } from './draft-content.js'
import type { DraftSync } from './draft-sync.js'

const line = { id: 'm1' }

/** Creates a view of a draft with these measurements, and a drawing of that many shapes. */
const createView = (measurements: readonly unknown[], shapes = 0, fileVersion?: number): ViewpointForm =>
  ({
    extensions: measurements.length === 0 ? {} : { 'kamar.measure': { measurements } },
    markup: { shapes: Array.from({ length: shapes }, () => ({})), pins: [] },
    ...(fileVersion === undefined ? {} : { fileVersion }),
  }) as unknown as ViewpointForm

const calls = { restore: vi.fn(), showDrawing: vi.fn(), discard: vi.fn(), close: vi.fn() }

beforeEach(() => {
  layOut(desktop)
  for (const call of Object.values(calls)) call.mockReset()
})
afterEach(cleanUpPage)

function show(kind: 'none' | 'restored' | 'aside', views: readonly ViewpointForm[], fileVersion: number | null = null) {
  const sync = calls as unknown as DraftSync
  return renderPart(<DraftBanner control={{ kind, sync, views: [...views] }} fileVersion={fileVersion} />)
}
const getText = () => screen.getByRole('status').querySelector('p')?.textContent
const buttons = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

describe('draft banner', () => {
  test('counts what was restored and leads to the drawings', async () => {
    const { user } = await show('restored', [createView([line, { id: 'm2' }], 1), createView([], 3)])
    expect(getText()).toBe('Restored: 2 measurements, 2 drawings')
    expect(buttons()).toEqual(['Show', 'Discard', 'Close'])
    for (const name of ['Show', 'Discard', 'Close']) await user.click(screen.getByRole('button', { name }))
    expect(Object.values(calls).map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1, 1])
  })

  test('has no drawing to lead to when only measurements were restored', async () => {
    await show('restored', [createView([line])])
    expect(getText()).toBe('Restored: 1 measurement')
    expect(buttons()).toEqual(['Discard', 'Close'])
  })

  test('leads to measurements on a sheet, which may not be the displayed one', async () => {
    const sheet = { name: 'A1', index: 0, measurements: [{ kind: 'distance', points: [] }] }
    await show('restored', [{ ...createView([]), sheet } as unknown as ViewpointForm])
    expect(getText()).toBe('Restored: 1 measurement')
    expect(buttons()).toEqual(['Show', 'Discard', 'Close'])
  })

  test('offers the draft that a stored view covers', async () => {
    const { user } = await show('aside', [createView([], 1)])
    expect(getText()).toBe('Your draft: 1 drawing')
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(calls.restore).toHaveBeenCalledOnce()
  })

  test('names the version of a draft that was made on another one', async () => {
    const first = await show('restored', [createView([line], 0, 2)])
    expect(getText()).toBe('Restored: 1 measurement · from version 2')
    first.unmount()
    await show('restored', [createView([line], 0, 2)], 2)
    expect(getText()).toBe('Restored: 1 measurement')
  })

  test('is absent without a draft', async () => {
    await show('none', [createView([line])])
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('joined drafts', () => {
  test('have every measurement once and the drawings on the screen first', () => {
    const changed = { id: 'm1', isChanged: true }
    const joined = joinDrafts([createView([changed], 2)], [createView([line, { id: 'm2' }], 1)])
    expect(joined.map(({ markup }) => markup?.shapes.length)).toEqual([2, 1])
    expect(joined[0]?.extensions).toEqual({ 'kamar.measure': { measurements: [changed, { id: 'm2' }] } })
    expect(countDraft(joined)).toEqual({ measurements: 2, drawings: 2 })
  })

  test('retain measurements that were set aside without a drawing, even when the screen is empty', () => {
    expect(countDraft(joinDrafts([], [createView([line])]))).toEqual({ measurements: 1, drawings: 0 })
    expect(joinDrafts([], [])).toEqual([])
  })

  test('are compared by their contents, whatever the order of keys and the last digits of numbers', () => {
    const stored = createView([{ id: 'm1', points: [[0.1, 2]] }])
    const restored = createView([{ points: [[0.1 + 1e-9, 2]], id: 'm1' }])
    expect(toContent([restored])).toBe(toContent([stored]))
    expect(toContent([createView([{ points: [[0.101, 2]], id: 'm1' }])])).not.toBe(toContent([stored]))
  })
})
