import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { enqueue, outbox } from '../../platform/collaboration/outbox.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { errorResponse } from '../../testing/stub-server.js'
import * as deviceModels from '../../platform/offline-models/device-models.js'
import type { OfflineModel } from '../../platform/offline-models/offline-model.js'
import { testManifest } from '../../testing/test-viewer.js'

const thumbnail = { path: 'thumbnail.png', sha256: 'abc', bytes: 3 }
const model: OfflineModel = {
  urn: 'urn-tower',
  name: 'Tower.ifc',
  version: 2,
  manifest: testManifest({ files: [thumbnail] as never }),
  bytes: 2_000_000,
  usedAt: 1,
  isWhole: true,
}

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(deviceModels, 'listOnDevice').mockResolvedValue([model])
  vi.spyOn(deviceModels, 'findOnDevice').mockResolvedValue({ model, read: () => Promise.resolve(new ArrayBuffer(3)) })
})
afterEach(async () => {
  outbox.set([])
  await cleanUpPage()
})

describe('file list without a connection', () => {
  test('becomes the list of models on this device with pictures, and what waits to be sent', async () => {
    appServer([fileRecord({ description: 'Bridge.dwg' })])
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await renderApp('/home', { signedIn: true })
    const link = await screen.findByRole('link', { name: /Tower/ })
    act(() => enqueue({ fileId: 'file-1', topicId: null, form: { title: 'Chimney in the way' } as never }))
    expect(link.getAttribute('href')).toBe('/ViewerPage?urn=urn-tower')
    expect(link.textContent).toContain('Version 2')
    expect(await screen.findByText('Chimney in the way')).toBeTruthy()
    expect(link.querySelector('img')).toBeTruthy()
    expect(screen.queryByText(/translation status/)).toBeNull()
    // Nothing can be sorted or counted, and nothing is loading.
    expect(screen.queryByText('Loading files...')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Sort' })).toBeNull()
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(await screen.findByLabelText('Select Bridge.dwg')).toBeTruthy()
  })

  test('states why an item was not sent, with what can be done about it', async () => {
    appServer()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = await renderApp('/home', { signedIn: true })
    act(() => enqueue({ fileId: 'file-1', topicId: null, form: { title: 'Chimney in the way' } as never }))
    act(() => outbox.set((all) => all.map((one) => ({ ...one, problem: 'This device can’t read a.jpg.' }))))
    const reason = await screen.findByText('Not sent: This device can’t read a.jpg.')
    const buttons = within(reason.closest('li') as HTMLElement)
    expect(buttons.getByRole('button', { name: 'Try again' })).toBeTruthy()
    await user.click(buttons.getByRole('button', { name: 'Don’t send' }))
    expect(screen.queryByText('Chimney in the way')).toBeNull()
  })

  test('also appears when the server is unavailable', async () => {
    appServer().on('GET /api/auth/my-urns', () => errorResponse(503, 'internal', 'Unavailable'))
    await renderApp('/home', { signedIn: true })
    expect(await screen.findByRole('link', { name: /Tower/ })).toBeTruthy()
    expect(screen.queryByText(/translation status/)).toBeNull()
  })

  test('says that no model is on this device when there is none', async () => {
    vi.mocked(deviceModels.listOnDevice).mockResolvedValue([])
    appServer()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await renderApp('/home', { signedIn: true })
    expect(await screen.findByText(/^No models are saved on this device/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Waiting to be sent' })).toBeNull()
  })

  test('shows the kind of the file where a model has no thumbnail', async () => {
    const plain = { ...model, version: undefined, manifest: testManifest() } as unknown as OfflineModel
    vi.mocked(deviceModels.listOnDevice).mockResolvedValue([plain])
    vi.mocked(deviceModels.findOnDevice).mockResolvedValue({ model: plain, read: () => Promise.resolve(null) })
    appServer()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await renderApp('/home', { signedIn: true })
    const link = await screen.findByRole('link', { name: /Tower/ })
    expect(link.querySelector('img')).toBeNull()
    expect(link.textContent).not.toContain('Version')
    expect(link.textContent).toContain('1.9 MB')
  })

  test('lists comments beside issues, those of this user alone, and why the server refused one', async () => {
    appServer()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await renderApp('/home', { signedIn: true })
    await screen.findByRole('link', { name: /Tower/ })
    const comment = { fileId: 'file-1', topicId: 'topic-1' } as const
    act(() => {
      enqueue({ ...comment, form: { text: 'Raise the beam' } as never })
      enqueue({ ...comment, form: { text: 'Of another user' } as never })
      enqueue({ fileId: 'file-1', topicId: null, form: { title: 'Refused issue' } as never })
      outbox.set(
        outbox.get().map((one, at) => ({
          ...one,
          owner: at === 1 ? 'somebody-else' : one.owner,
          problem: at === 2 ? 'You may not create issues' : null,
        })),
      )
    })
    const list = (await screen.findByRole('heading', { name: 'Waiting to be sent' })).nextElementSibling
    const rows = [...(list?.children ?? [])].map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringMatching(/^Raise the beamComment, /),
      expect.stringMatching(/^Refused issueNot sent: You may not create issuesTry againDon’t sendIssue, /),
    ])
  })
})
