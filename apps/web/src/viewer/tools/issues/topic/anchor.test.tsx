import type { SheetView, Viewer } from '@kamar/viewer'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { fileRecord } from '../../../../testing/records.js'
import { desktop, layOut, mobile, renderPart } from '../../../../testing/render-app.js'
import { stubCapture } from '../../../../testing/stub-capture.js'
import { json, type StubServer } from '../../../../testing/stub-server.js'
import { TestSession } from '../../../../testing/test-session.js'
import { testManifestSheet, testSheetSession } from '../../../../testing/test-sheet-session.js'
import { topicRecord, topicServer } from '../../../../testing/test-topics.js'
import { testManifest, testViewer } from '../../../../testing/test-viewer.js'
import { LeftPanel } from '../../../kit/left-panel.js'
import { Slot } from '../../../kit/slot.js'
import type { Session } from '../../../session/session.js'
import { tool } from '../tool.js'

const base = '/api/auth/my-urns/file-1'
const file = fileRecord({ id: 'file-1', description: 'Tower.ifc', urn: 'urn-tower' })
const anchor = { point: [1, 2, 3] as [number, number, number], normal: null, sourceId: null }
type Interceptor = Parameters<Viewer['clickInterceptors']['add']>[0]

let server: StubServer
beforeEach(() => {
  stubCapture({ form: { sections: [], selection: [] }, snapshot: new Blob(['x']) })
  layOut(desktop)
  server = topicServer(base)
  server.on('POST /api/notifications/read', () => json({ unread: 0 }))
  server.on(`PATCH ${base}/topics/topic-1`, ({ body }) => json(topicRecord(body as object)))
})
afterEach(cleanUpPage)
const changes = () => server.calls(`PATCH ${base}/topics/topic-1`).map(({ body }) => body)

/** Opens an issue beside the model, or beside a sheet. */
async function openIssue(topic = topicRecord(), over: Partial<Session> = {}) {
  server.on(`GET ${base}/topics/topic-1`, () => json(topic))
  const engine = testViewer()
  const interceptors = new Set<Interceptor>()
  const add = (filter: Interceptor) => {
    interceptors.add(filter)
    return () => interceptors.delete(filter)
  }
  Object.assign(engine.viewer, {
    clickInterceptors: { add },
    loadExtension: () => Promise.resolve({ setPins: () => undefined, on: () => () => undefined }),
  })
  const manifest = testManifest({ origin: [10, 0, 0] })
  const loading = engine.viewer.load({ manifestUrl: '/m' })
  engine.finishLoad(manifest)
  await loading
  let session = {} as Session
  const page = await renderPart(
    <TestSession
      engine={engine}
      tools={[tool]}
      model={{ manifest, renderedManifest: manifest }}
      access={{ hasAccount: true, file, fileId: 'file-1', role: 'owner' }}
      over={over}
      onSession={(next) => (session = next)}
    >
      <LeftPanel />
      <Slot name="bar" />
    </TestSession>,
  )
  act(() => session.layout.open('topics'))
  await page.user.click(await screen.findByRole('button', { name: /Duct meets beam/ }))
  await screen.findByRole('textbox', { name: 'Comment' })
  const click = (pick: object | null, kind = 'click') =>
    [...interceptors].some((filter) => filter({ kind, x: 1, y: 1, pick } as never))
  return { ...page, engine, interceptors, click }
}

describe('place of an issue', () => {
  test('is set by a click on the model, in coordinates of the file', async () => {
    const { click, engine, interceptors, user } = await openIssue()
    await user.click(screen.getByRole('button', { name: 'Set place' }))
    expect(await screen.findByText('Click the place in the model')).toBeTruthy()
    expect(engine.viewer.canvas.style.cursor).toBe('crosshair')
    act(() => void click({ element: 3, point: [1, 2, 3], normal: [0, 0, 1] }))
    await waitFor(() => expect(changes()).toMatchObject([{ anchor: { point: [11, 2, 3] }, revision: 1 }]))
    expect(screen.queryByText('Click the place in the model')).toBeNull()
    expect(engine.viewer.canvas.style.cursor).toBe('')
    expect(interceptors.size).toBe(0)
  })

  test('still waits after a click beside the model and a double click, until it is cancelled', async () => {
    const { click, interceptors, user } = await openIssue()
    await user.click(screen.getByRole('button', { name: 'Set place' }))
    expect(click(null)).toBe(true)
    expect(click({ element: 3, point: [1, 2, 3], normal: [0, 0, 1] }, 'doubleClick')).toBe(true)
    expect(click({ element: 3, point: [1, 2, 3], normal: [0, 0, 1] }, 'contextMenu')).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(interceptors.size).toBe(0)
    expect(changes()).toEqual([])
  })

  test('can be changed and removed', async () => {
    const { user } = await openIssue(topicRecord({ anchor }))
    expect(screen.getByText('Pinned in the model')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Move pin' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove pin' }))
    await waitFor(() => expect(changes()).toEqual([{ anchor: null, revision: 1 }]))
  })

  test('is only displayed to those who may not change the issue', async () => {
    await openIssue(topicRecord({ anchor, mayChange: false }))
    expect(screen.getByText('Pinned in the model')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Move pin' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Remove pin' })).toBeNull()
  })

  test('is on the sheet while a drawing is displayed', async () => {
    const clicked = new Set<(target: object) => void>()
    const sheet = {
      element: document.createElement('div'),
      on(name: string, listener: (target: object) => void) {
        if (name === 'clicked') clicked.add(listener)
        return () => clicked.delete(listener)
      },
    } as unknown as SheetView
    const sheets = [testManifestSheet('A1'), testManifestSheet('A2')]
    const { drawing } = testSheetSession({ drawing: { sheets, isShown: true, number: 1 } })
    const { user } = await openIssue(topicRecord(), { drawing, sheet })
    expect(screen.getByText('No place on the drawing')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Set place' }))
    expect(clicked.size).toBe(1)
    act(() => clicked.forEach((run) => run({ sheet: 1, point: [12, 34] })))
    await waitFor(() =>
      expect(changes()).toMatchObject([{ anchor: { point: [12, 34, 0], sheet: { name: 'A2', index: 1 } } }]),
    )
    expect(clicked.size).toBe(0)
  })

  test('leaves the model visible on a phone while it is set, then the issue returns', async () => {
    layOut(mobile)
    const { click, user } = await openIssue()
    await user.click(screen.getByRole('button', { name: 'Set place' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull())
    act(() => void click({ element: 3, point: [1, 2, 3], normal: [0, 0, 1] }))
    expect(await screen.findByRole('textbox', { name: 'Comment' })).toBeTruthy()
    await waitFor(() => expect(changes()).toHaveLength(1))
  })
})
