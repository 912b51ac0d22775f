import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'
import { operationRecord } from '../../testing/test-operations.js'
import { OperationTray } from './operation-tray.js'
import { receiveOperation } from './operations-state.js'

const running = operationRecord({ state: 'running', total: 7_997, done: 400, changed: 400, undoUntil: null })
let server: StubServer
beforeEach(() => {
  server = appServer()
})
afterEach(cleanUpPage)
const tray = () => screen.findByRole('region', { name: 'Bulk actions' }).then(within)

describe('tray of bulk operations', () => {
  test('shows the progress of an operation that began before the page was loaded, and cancels it', async () => {
    server.on('GET /api/operations', () => json([operationRecord({ id: 'earlier' }), running]))
    const cancelled = operationRecord({ ...running, state: 'cancelled', done: 600, changed: 600 })
    server.on('DELETE /api/operations/operation-1', () => json(cancelled))
    const { user } = await renderPart(<OperationTray />)
    const section = await tray()
    expect(section.getByRole('progressbar', { name: 'Moving files' }).getAttribute('aria-valuenow')).toBe('5')
    expect(section.getByText('Moving files: 400 of 7,997')).toBeTruthy()
    server.on('GET /api/operations', () => json([cancelled]))
    await user.click(section.getByRole('button', { name: 'Cancel' }))
    expect(await section.findByText('600 files moved. The rest was cancelled.')).toBeTruthy()
    expect(server.calls('DELETE /api/operations/operation-1')).toHaveLength(1)
  })

  test('follows the events of an operation, and ignores one that arrives late', async () => {
    await renderPart(<OperationTray />)
    act(() => receiveOperation(running))
    act(() => receiveOperation({ ...running, done: 800 }))
    act(() => receiveOperation({ ...running, done: 600 }))
    expect((await tray()).getByText('Moving files: 800 of 7,997')).toBeTruthy()
  })

  test('names the reasons for files that stay, and changes the others back', async () => {
    const failures = [
      { code: 'name-taken', details: { name: 'b.stl' }, files: 2 },
      { code: 'not-allowed', details: {}, files: 1 },
    ]
    server.on('POST /api/operations/operation-1/undo', () =>
      json(operationRecord({ isUndo: true, undoUntil: null, changed: 1, failed: 0 })),
    )
    const { user } = await renderPart(<OperationTray />)
    act(() => receiveOperation(operationRecord({ changed: 1, failed: 3, failures })))
    const section = await tray()
    expect(section.getByText('1 file moved.')).toBeTruthy()
    expect(section.getByText('3 files stay as they are:')).toBeTruthy()
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/b\.stl.*\(2\)$/),
      expect.stringMatching(/\(1\)$/),
    ])
    await user.click(section.getByRole('button', { name: 'Undo' }))
    expect(await section.findByText('1 file changed back.')).toBeTruthy()
    expect(section.queryByRole('button', { name: 'Undo' })).toBeNull()
    await user.click(section.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Bulk actions' })).toBeNull())
  })

  test('offers no Undo after its time, and keeps the result where the server refuses', async () => {
    server.on('POST /api/operations/operation-1/undo', () => errorResponse(409, 'cannot-undo', 'Too late'))
    const { user } = await renderPart(<OperationTray />)
    act(() => receiveOperation(operationRecord()))
    const section = await tray()
    await user.click(section.getByRole('button', { name: 'Undo' }))
    expect(section.getByText('2 files moved.')).toBeTruthy()
    act(() => receiveOperation(operationRecord({ undoUntil: new Date(Date.now() - 1_000).toISOString() })))
    await waitFor(() => expect(section.queryByRole('button', { name: 'Undo' })).toBeNull())
  })
})
