import type { ResultHistory as History, VersionResult } from '@kamar/contracts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer, stubServer } from '../../../testing/stub-server.js'
import { accessToken } from '../../api/access-token.js'
import { toasts } from '../../design/toasts-state.js'
import { ResultHistory } from './result-history.js'

const result = (number: number, over: Partial<VersionResult> = {}): VersionResult => ({
  number,
  urn: `urn-1.${number}`,
  asked_at: new Date(2026, 10, number, 9, 5).toISOString(),
  quality: 'standard',
  companions: [],
  status: 'success',
  progress: 100,
  failure: null,
  isShown: number === 1,
  ...over,
})
const history = (over: Partial<History> = {}): History => ({
  mayChange: true,
  qualities: ['draft', 'standard', 'fine'],
  results: [result(1)],
  ...over,
})

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  accessToken.write('token-1')
  server = stubServer({})
})
afterEach(cleanUpPage)

const route = 'GET /api/packages/urn-1/results'
async function show(history: History, openUrn?: string) {
  server.on(route, () => json(history))
  const page = await renderPart(<ResultHistory version={{ urn: 'urn-1' }} {...(openUrn ? { openUrn } : {})} />)
  await waitFor(() => expect(server.calls(route).length).toBeGreaterThan(0))
  return page
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('translation quality control', () => {
  test('requests the chosen quality and shows it once the server accepts', async () => {
    server.on('POST /api/packages/urn-1/results', () =>
      json(
        history({
          results: [
            result(2, { quality: 'fine', isShown: true, status: 'inprogress', progress: 12 }),
            result(1, { isShown: false }),
          ],
        }),
      ),
    )
    const { user } = await show(history())
    expect(((await screen.findByLabelText('Standard')) as HTMLInputElement).checked).toBe(true)
    expect(screen.queryByRole('button')).toBeNull()
    await user.click(screen.getByLabelText('Fine'))
    await user.click(screen.getByRole('button', { name: 'Translate again, finer' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(server.calls('POST /api/packages/urn-1/results')[0]?.body).toEqual({ quality: 'fine' })
    expect(rows()[0]).toBe('FineShownProcessing12%2 Nov 2026, 09:05')
    expect((screen.getByLabelText('Fine') as HTMLInputElement).checked).toBe(true)
  })

  test('offers a coarser quality', async () => {
    const { user } = await show(history())
    await user.click(await screen.findByLabelText('Draft'))
    expect(screen.getByRole('button', { name: 'Translate again, coarser' })).toBeTruthy()
  })

  test('shows the error when the server rejects the request', async () => {
    server.on('POST /api/packages/urn-1/results', () => errorResponse(409, 'conflict', 'You may not do that'))
    const { user } = await show(history())
    await user.click(await screen.findByLabelText('Fine'))
    await user.click(screen.getByRole('button', { name: 'Translate again, finer' }))
    await waitFor(() =>
      expect(toasts.get().map(({ text }) => text)).toEqual([
        'The model couldn’t be translated again: You may not do that',
      ]),
    )
  })

  test('is hidden from users without permission and for models without qualities', async () => {
    await show(history({ mayChange: false, results: [result(2, { isShown: true }), result(1, { isShown: false })] }))
    await screen.findByRole('heading', { name: 'Translations' })
    expect(screen.queryByRole('radio')).toBeNull()
    cleanup()
    await show(history({ qualities: [] }))
    expect(screen.queryByRole('heading')).toBeNull()
  })
})

describe('result list', () => {
  const both = [result(2, { companions: ['bridge.mtl', 'deck.png'], isShown: true }), result(1, { isShown: false })]

  test('shows date and companions of each result and opens the clicked one', async () => {
    const { user, getPath } = await show(history({ qualities: [], results: both }))
    await screen.findByText('Result 2')
    expect(rows()).toEqual([
      'Result 2Shown2 Nov 2026, 09:05 · With bridge.mtl, deck.png',
      'Result 11 Nov 2026, 09:05 · Without attached files',
    ])
    await user.click(screen.getByRole('button', { name: 'Show this result (1 Nov 2026, 09:05)' }))
    expect(getPath()).toBe('/ViewerPage?urn=urn-1.1')
  })

  test('offers no link to the open result or to a failed one', async () => {
    const failed = result(1, { isShown: false, status: 'failed', failure: { code: 'damaged' } })
    await show(history({ qualities: [], results: [both[0] as VersionResult, failed] }), 'urn-1.2')
    await screen.findByText('Failed')
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-current')).toBe('true')
  })

  test('is hidden for a sample model', async () => {
    server.on(route, () => errorResponse(404, 'not-found'))
    await renderPart(<ResultHistory version={{ urn: 'urn-1' }} />)
    await waitFor(() => expect(server.calls(route)).toHaveLength(1))
    expect(screen.queryByRole('heading')).toBeNull()
  })
})
