import * as viewerModule from '@kamar/viewer'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, mobile, renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { houseTree } from '../../testing/test-tree.js'
import { stubSavedFiles } from '../../testing/stub-saved-files.js'
import { stubViewers } from '../../testing/stub-viewer.js'
import { testManifest, type TestViewer, testViewer } from '../../testing/test-viewer.js'
import { fetchOriginal } from './fetch-original.js'
import { GuestLink } from './share-link.js'

const route = 'POST /api/share-links/open'
const createOpenedLink = (over: object = {}) => ({
  description: 'Tower.ifc',
  urn: 'urn-tower',
  fileVersion: 2,
  created_at: '2026-11-20T12:00:00.000Z',
  size: 1000,
  followsLatest: false,
  sharedBy: 'Ani Hakobyan',
  mayDownload: false,
  expiresAt: null,
  view: null,
  token: { access_token: 'guest-1', token_type: 'Bearer', expires_in: 3600 },
  ...over,
})
let server: StubServer
let engines: TestViewer[]
const engine = () => engines[0] as TestViewer

beforeEach(() => {
  engines = stubViewers(() => testViewer({ tree: houseTree() }))
  layOut(desktop)
  server = appServer()
  server.on(route, () => json(createOpenedLink()))
})
afterEach(cleanUpPage)

const bodies = () => server.calls(route).map(({ body }) => body)

describe('share link page', () => {
  test('shows the model to a guest without editing tools', async () => {
    const { user } = await renderApp('/share#secret-1')
    expect(await screen.findByRole('heading', { name: 'Tower.ifc' })).toBeTruthy()
    expect(screen.getByText('Version 2 · shared by Ani Hakobyan')).toBeTruthy()
    await waitFor(() => expect(engine()?.loads).toHaveLength(1))
    await act(async () => engine().finishLoad())
    await user.click(screen.getByRole('button', { name: 'Model tree' }))
    await user.click(await screen.findByTitle('Outer wall'))
    expect(await screen.findByRole('complementary', { name: 'Properties' })).toBeTruthy()
    for (const name of ['Markup', 'Share', 'AR', 'Nested viewer'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
    expect(bodies()).toEqual([{ secret: 'secret-1', again: false }])
    expect(server.calls('POST /api/auth/viewer-token')).toHaveLength(0)
  })

  test('offers sections, measuring, navigation, colours and screenshots by buttons and keys', async () => {
    const { user } = await renderApp('/share#secret-1')
    await waitFor(() => expect(engine()?.loads).toHaveLength(1))
    await act(async () => engine().finishLoad())
    await act(async () => engine().emit('firstFrame', { milliseconds: 1 }))
    const rail = within(screen.getByRole('toolbar', { name: 'Panels' }))
    expect(rail.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Model tree',
      'Search',
      'Filter',
      'Colours',
    ])
    const tools = within(screen.getByRole('toolbar', { name: 'Tools' }))
    for (const name of ['Section', 'Measure', 'Navigation', 'Screenshot']) tools.getByRole('button', { name })
    await user.click(tools.getByRole('button', { name: 'Navigation' }))
    expect(await screen.findByRole('complementary', { name: 'Navigation' })).toBeTruthy()
    await user.click(rail.getByRole('button', { name: 'Colours' }))
    expect(await screen.findByRole('complementary', { name: 'Colours' })).toBeTruthy()
    await user.click(tools.getByRole('button', { name: 'Screenshot' }))
    expect(await screen.findByRole('dialog', { name: 'Screenshot' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.keyboard('t')
    expect(await screen.findByRole('complementary', { name: 'Model tree' })).toBeTruthy()
    expect(server.requests.filter(({ path }) => !/share-links|derivatives/.test(path))).toEqual([])
  })

  test('lists the views of the file without a form to save one', async () => {
    const pose = { eye: [1, 2, 3], direction: [0, 1, 0], up: [0, 0, 1] } as const
    const views = [
      { name: 'Street', folders: [], camera: { kind: 'perspective', fieldOfViewDegrees: 35, ...pose } } as const,
    ]
    const { user, unmount } = await renderApp('/share#secret-1')
    await waitFor(() => expect(engine()?.loads).toHaveLength(1))
    await act(async () => engine().finishLoad(testManifest({ views })))
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    const list = within(await screen.findByRole('region', { name: 'Views from the file' }))
    await user.click(list.getByRole('button', { name: /^Street/ }))
    expect(list.getByRole('button', { name: /^Street/ }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByRole('textbox', { name: 'View name' })).toBeNull()
    expect(server.requests.filter(({ path }) => !/share-links|derivatives/.test(path))).toEqual([])
    unmount()
    engines = stubViewers(() => testViewer({ tree: houseTree() }))
    layOut(mobile)
    const small = await renderApp('/share#secret-1')
    await waitFor(() => expect(engine()?.loads).toHaveLength(1))
    await act(async () => engine().finishLoad(testManifest({ views })))
    await small.user.click(await screen.findByRole('button', { name: 'Tools' }))
    await small.user.click(await screen.findByRole('menuitem', { name: /^Views/ }))
    expect(await screen.findByRole('region', { name: 'Views from the file' })).toBeTruthy()
  })

  test('opens with the view of the link, cut and visibility included', async () => {
    const restoreView = vi.spyOn(viewerModule, 'restoreView').mockResolvedValue(true)
    const view = {
      camera: {
        kind: 'perspective',
        eye: [1, 2, 3],
        direction: [0, 1, 0],
        up: [0, 0, 1],
        aspectRatio: 1,
        fieldOfViewDegrees: 50,
      },
      sections: [{ point: [0, 0, 1], direction: [0, 0, 1] }],
      visibility: { defaultVisible: true, exceptions: ['id-door'] },
      selection: [],
      colouring: [],
      markup: { shapes: [], pins: [] },
    }
    server.on(route, () => json(createOpenedLink({ view })))
    await renderApp('/share#secret-1')
    await waitFor(() => expect(engine()?.loads).toHaveLength(1))
    expect(restoreView).not.toHaveBeenCalled()
    await act(async () => engine().finishLoad())
    await waitFor(() => expect(restoreView).toHaveBeenCalledTimes(1))
    expect(restoreView.mock.calls[0]?.[1]).toMatchObject({
      visibility: { shown: 'all-but', exceptions: ['id-door'] },
      extensions: { 'kamar.section': { planes: [{ normal: [-0, -0, -1] }] } },
    })
  })

  test('says that a later version is ready when the page is displayed again, and stays on the open one', async () => {
    server.on(route, () => json(createOpenedLink({ followsLatest: true })))
    let version = { urn: 'urn-tower', fileVersion: 2 }
    server.on('GET /api/share-links/version', () => json(version))
    const { user } = await renderApp('/share#secret-1')
    await waitFor(() => expect(engine()?.loads).toHaveLength(1))
    await act(async () => engine().finishLoad())
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(server.calls('GET /api/share-links/version')).toHaveLength(1))
    expect(server.calls('GET /api/share-links/version')[0]?.headers.get('authorization')).toBe('Bearer guest-1')
    expect(bodies()).toHaveLength(1)
    version = { urn: 'urn-tower-3', fileVersion: 3 }
    server.on(route, () => json(createOpenedLink({ followsLatest: true, ...version })))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText(/^Version 3 ·/)).toBeTruthy()
    expect(engine().loads).toHaveLength(1)
    expect(bodies().at(-1)).toEqual({ secret: 'secret-1', again: true })
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(engine().loads).toHaveLength(2))
  })

  test('does not ask for later versions of a link to one version', async () => {
    await renderApp('/share#secret-1')
    await waitFor(() => expect(engine()?.loads).toHaveLength(1))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(server.calls('GET /api/share-links/version')).toEqual([])
  })

  test('asks for the password until it is correct', async () => {
    server.on(route, ({ body }) => {
      const { password } = body as { password?: string }
      if (password === undefined) return errorResponse(422, 'link-password-needed')
      return password === 'stone arch 1872' ? json(createOpenedLink()) : errorResponse(422, 'password-not-right')
    })
    const { user } = await renderApp('/share#secret-1')
    const field = await screen.findByLabelText('Password')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.type(field, 'wrong{Enter}')
    expect(await screen.findByText('Incorrect password')).toBeTruthy()
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), 'stone arch 1872')
    await user.click(screen.getByRole('button', { name: 'Open model' }))
    expect(await screen.findByRole('heading', { name: 'Tower.ifc' })).toBeTruthy()
  })

  test('reports an expired link, and offers to retry a failed request', async () => {
    server.on(route, () => errorResponse(410, 'link-not-valid'))
    const { unmount } = await renderApp('/share#secret-1')
    expect(await screen.findByText('This link is no longer valid')).toBeTruthy()
    unmount()
    server.on(route, () => errorResponse(429, 'too-many-requests', 'Too many requests'))
    const { user } = await renderApp('/share#secret-1')
    expect(await screen.findByText('The link couldn’t be opened')).toBeTruthy()
    server.on(route, () => json(createOpenedLink()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Tower.ifc' })).toBeTruthy()
  })

  test('downloads the file where the link allows it', async () => {
    server.on(route, () => json(createOpenedLink({ mayDownload: true })))
    server.on('GET /api/share-links/original', () => new Response('bytes'))
    const saved = stubSavedFiles()
    const { user } = await renderApp('/share#secret-1')
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(server.calls('GET /api/share-links/original')).toHaveLength(1))
    expect(server.calls('GET /api/share-links/original')[0]?.headers.get('authorization')).toBe('Bearer guest-1')
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Tower.ifc']))
  })
})

describe('GuestLink', () => {
  test('renews its token with the password, marked as a repeated opening', async () => {
    const link = new GuestLink('secret-1')
    await link.open('stone arch 1872')
    server.on(route, () =>
      json(createOpenedLink({ token: { access_token: 'guest-2', token_type: 'Bearer', expires_in: 3600 } })),
    )
    expect((await link.getToken()).token).toBe('guest-1')
    expect(await link.renewToken()).toBe('guest-2')
    expect((await link.getToken()).token).toBe('guest-2')
    expect(bodies().at(-1)).toEqual({ secret: 'secret-1', again: true, password: 'stone arch 1872' })
  })

  test('ends after a revocation, but not after a network failure', async () => {
    const link = new GuestLink('secret-1')
    await link.open()
    server.on(route, () => Promise.reject(new TypeError('offline')))
    await expect(link.renewToken()).rejects.toMatchObject({ status: null })
    expect(link.state.get().kind).toBe('open')
    server.on(route, () => errorResponse(410, 'link-not-valid'))
    await expect(link.renewToken()).rejects.toMatchObject({ code: 'link-not-valid' })
    expect(link.state.get().kind).toBe('ended')
  })

  test('retries the download with a renewed token after a 401 response', async () => {
    const renewToken = vi.fn(() => Promise.resolve('fresh'))
    const link = { getToken: () => Promise.resolve({ token: 'stale', from: 'server' as const }), renewToken }
    server.on('GET /api/share-links/original', ({ headers }) =>
      headers.get('authorization') === 'Bearer fresh' ? new Response('bytes') : errorResponse(401, 'not-signed-in'),
    )
    expect(await (await fetchOriginal(link)).text()).toBe('bytes')
    server.on('GET /api/share-links/original', () => errorResponse(403, 'not-allowed', 'No'))
    await expect(fetchOriginal(link)).rejects.toMatchObject({ code: 'not-allowed' })
    server.on('GET /api/share-links/original', () => Promise.reject(new TypeError('offline')))
    await expect(fetchOriginal(link)).rejects.toMatchObject({ status: null })
  })
})
