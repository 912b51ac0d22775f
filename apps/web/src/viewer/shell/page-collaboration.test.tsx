import type { Pin } from '@kamar/viewer'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as deviceModels from '../../platform/offline-models/device-models.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, mobile, renderApp } from '../../testing/render-app.js'
import { json, type StubServer } from '../../testing/stub-server.js'
import {
  ani,
  aram,
  mentionables,
  projectMembers,
  topicPage,
  topicRecord,
  topicSummary,
} from '../../testing/test-topics.js'
import { movedFrame } from '../../testing/moved-frame.js'
import { houseTree } from '../../testing/test-tree.js'
import { stubViewers } from '../../testing/stub-viewer.js'
import { testManifest, type TestViewer, testViewer } from '../../testing/test-viewer.js'

let engine: TestViewer
/** Returns stubs of markup and pins. */
function extensions() {
  const calls: string[] = []
  let active = false
  const listeners: (() => void)[] = []
  const markup = {
    tool: 'select',
    style: { color: '#d92d20', width: 0.008, textSize: 0.06, stamp: 'OK' },
    shapes: [{}],
    selected: [],
    canUndo: false,
    canRedo: false,
    isActive: () => active,
    setLabels: () => void calls.push('labels'),
    clear: () => void calls.push('clear'),
    on: (name: string, listener: () => void) => {
      if (name === 'changed') listeners.push(listener)
      return () => undefined
    },
  }
  const pins = { setPins: vi.fn(), on: () => () => undefined }
  const switchTo = (on: boolean) => () => {
    active = on
    act(() => listeners.forEach((listener) => listener()))
    return true
  }
  Object.assign(engine.viewer, {
    getExtension: (id: string) => (id === 'kamar.markup' ? markup : null),
    extensions: { activate: switchTo(true), deactivate: switchTo(false), getState: () => ({}) },
    loadExtension: (id: string) => {
      if (id === 'kamar.pins') return Promise.resolve(pins)
      if (id === 'kamar.look') return Promise.resolve({ set: () => undefined })
      engine.emit('extensionLoaded', { id })
      return Promise.resolve(markup)
    },
  })
  return { calls, pins }
}

const tower = fileRecord({ id: 'file-1', description: 'Tower.ifc', urn: 'urn-tower' })
let server: StubServer

beforeEach(() => {
  layOut(desktop)
  engine = testViewer({ tree: houseTree() })
  stubViewers(() => engine)
  server = appServer([tower])
  server.on('GET /api/auth/my-urns/file-1/topics', () =>
    json(topicPage([topicSummary({ anchor: { point: [11, 2, 3], normal: null, sourceId: null } })])),
  )
  server.on('GET /api/auth/my-urns/file-1/topics/topic-1', () => json(topicRecord()))
  server.on('GET /api/auth/my-urns/file-1/mentionable', () => json(mentionables))
  server.on('GET /api/auth/my-urns/file-1/people', () => json(projectMembers()))
})
afterEach(cleanUpPage)

async function openTower(query = '') {
  const parts = extensions()
  const page = await renderApp(`/ViewerPage?urn=urn-tower${query}`, { signedIn: true })
  await waitFor(() => expect(engine.loads).toHaveLength(1))
  act(() => engine.emit('firstFrame', { milliseconds: 1 }))
  await act(async () => engine.finishLoad(testManifest({ origin: [10, 0, 0] })))
  return { ...page, ...parts }
}

const pick = { element: 4, instance: 0, point: [1, 2, 3], normal: [0, 0, 1], distance: 1 } as const
const rightClick = (at: typeof pick | null = pick) =>
  act(() => engine.emit('contextMenu', { x: 9, y: 9, pick: at, shift: false, control: false, touch: false }))

describe('viewer page collaboration', () => {
  test('opens the topic of the URL and returns to the list', async () => {
    const { user, getPath } = await openTower('&topic=topic-1')
    expect(await screen.findByRole('heading', { name: 'Duct meets beam' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back to list' }))
    expect(await screen.findByRole('searchbox', { name: 'Search issues' })).toBeTruthy()
    expect(getPath()).toBe('/ViewerPage?urn=urn-tower')
  })

  test('shows topics as pins in package coordinates while their list is open', async () => {
    const { user, pins } = await openTower()
    await user.click(screen.getByRole('button', { name: 'Issues' }))
    await waitFor(() =>
      expect(pins.setPins).toHaveBeenCalledWith([expect.objectContaining({ id: 'topic-1', text: '1' })]),
    )
    const [[pin]] = pins.setPins.mock.calls.at(-1) as [[{ anchor: { point: number[] }; label: string }]]
    expect(pin.anchor.point).toEqual([1, 2, 3])
    expect(pin.label).toBe('#1 Duct meets beam')
    await user.click(screen.getByRole('button', { name: 'Issues' }))
    await waitFor(() => expect(pins.setPins).toHaveBeenLastCalledWith([]))
  })

  test('offers a new topic on a page that opens without a network, for the file stored with the model', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const model = { urn: 'urn-tower', name: 'Tower.ifc', file: { id: 'file-1', role: 'commenter' } } as never
    vi.spyOn(deviceModels, 'findOnDevice').mockResolvedValue({ model, read: () => Promise.resolve(null) })
    for (const request of ['GET /api/auth/my-urns', 'GET /api/auth/my-urns/file-1/topics'])
      server.on(request, () => Promise.reject(new TypeError('offline')))
    const { user } = await openTower()
    await user.click(screen.getByRole('button', { name: 'Issues' }))
    await user.click(await screen.findByRole('button', { name: 'New issue' }))
    expect(await screen.findByRole('button', { name: 'Send later' })).toBeTruthy()
  })

  test('moves pins together with their federated model', async () => {
    const { user, pins } = await openTower()
    let move: readonly [number, number, number] = [0, 0, 0]
    const models = { findFrame: (key: string) => (key === 'file-1' ? movedFrame([10, 0, 0], move) : null) }
    const pinned = (): unknown => pins.setPins.mock.calls.at(-1)?.[0].map((pin: Pin) => pin.anchor.point)
    await user.click(screen.getByRole('button', { name: 'Issues' }))
    await waitFor(() => expect(pinned()).toEqual([[1, 2, 3]]))
    Object.assign(engine.viewer, { getExtension: (id: string) => (id === 'kamar.models' ? models : null) })
    act(() => engine.emit('modelComplete', { manifest: testManifest(), milliseconds: 1 }))
    expect(pinned()).toEqual([[-2, 1, 3]])
    move = [5, 0, 1]
    act(() => engine.emit('elementsMoved', { move: null }))
    expect(pinned()).toEqual([[3, 1, 4]])
  })

  test('creates a topic for the element at a right click', async () => {
    const { user } = await openTower()
    await screen.findByTitle('Outer wall')
    rightClick()
    await user.click(await screen.findByRole('menuitem', { name: 'New issue here' }))
    expect(await screen.findByText('About: Outer wall')).toBeTruthy()
  })

  test('creates a topic at the selection where a right click hits nothing', async () => {
    const { user } = await openTower()
    await screen.findByTitle('Outer wall')
    act(() => engine.viewer.selection.set([pick.element]))
    rightClick(null)
    await user.click(await screen.findByRole('menuitem', { name: 'New issue here' }))
    expect(await screen.findByText('About: Outer wall')).toBeTruthy()
  })

  test('offers no new topic to a project viewer', async () => {
    const sharing = {
      projectId: 'p',
      projectName: 'Tower',
      personal: false,
      role: 'viewer',
      owner: aram,
      mine: false,
      people: 1,
    } as const
    server.on('GET /api/auth/my-urns', () => json([{ ...tower, sharing }]))
    await openTower()
    rightClick()
    await screen.findByRole('menuitem', { name: /^Hide/ })
    expect(screen.queryByRole('menuitem', { name: 'New issue here' })).toBeNull()
  })

  test('replaces the tools by the markup toolbar and creates a topic from it', async () => {
    const { user, calls } = await openTower()
    await user.click(within(screen.getByRole('toolbar', { name: 'Tools' })).getByRole('button', { name: 'Markup' }))
    const bar = within(await screen.findByRole('toolbar', { name: 'Markup' }))
    expect(calls).toContain('labels')
    expect(screen.queryByRole('toolbar', { name: 'Tools' })).toBeNull()
    await user.click(bar.getByRole('button', { name: 'New issue' }))
    expect(await screen.findByRole('textbox', { name: 'Title' })).toBeTruthy()
    expect(screen.getByRole('toolbar', { name: 'Tools' })).toBeTruthy()
  })

  test('opens dialogs for sharing and screenshots', async () => {
    const { user } = await openTower()
    await user.click(screen.getByRole('button', { name: 'Share' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Tower.ifc' }))
    expect(await dialog.findByText(ani.name, { exact: false })).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Screenshot' }))
    expect(await screen.findByRole('dialog', { name: 'Screenshot' })).toBeTruthy()
  })

  test('closes the issue panel for markup on a phone', async () => {
    layOut(mobile)
    const { user } = await openTower()
    await user.click(screen.getByRole('button', { name: 'Issues' }))
    expect(await screen.findByRole('complementary', { name: 'Issues' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Tools' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Markup' }))
    expect(await screen.findByRole('toolbar', { name: 'Markup' })).toBeTruthy()
    expect(screen.queryByRole('complementary', { name: 'Issues' })).toBeNull()
  })
})
