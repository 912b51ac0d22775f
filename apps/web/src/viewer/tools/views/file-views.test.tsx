import type { SavedViewInput } from '@kamar/core'
import * as viewerModule from '@kamar/viewer'
import type { ModelMember, Point, ViewState } from '@kamar/viewer'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { viewpointSummary } from '../../../testing/test-topics.js'
import { unmovedFrame } from '../../session/models/file-frame.js'
import { TestSession } from '../../../testing/test-session.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { ViewsPanel } from './views-panel.js'

const pose = { eye: [110, 190, 5], direction: [0, 1, 0], up: [0, 0, 1] } as const
const views: readonly SavedViewInput[] = [
  { name: null, folders: [], camera: { kind: 'perspective', fieldOfViewDegrees: 45, aspectRatio: 1.5, ...pose } },
  { name: 'Plan', folders: ['Plans', 'Ground floor'], camera: { kind: 'orthographic', heightMetres: 8, ...pose } },
  { name: '', folders: [], camera: { kind: 'orthographic', heightMetres: 8, distanceMetres: 3, ...pose } },
]
let server: StubServer
let restoreView: MockInstance<typeof viewerModule.restoreView>

beforeEach(() => {
  restoreView = vi.spyOn(viewerModule, 'restoreView').mockResolvedValue(true)
  server = appServer()
  server.on('GET /api/auth/my-urns/file-1/views', () => json([viewpointSummary()]))
})
afterEach(cleanUpPage)

interface PanelOptions {
  readonly fileId?: string | null
  readonly views?: readonly SavedViewInput[]
  readonly members?: readonly ModelMember[]
  /** Eastward offset of each model, metres. */
  readonly offsets?: Readonly<Record<string, number>>
}

async function panel(over: PanelOptions = {}) {
  const manifest = testManifest({ origin: [100, 200, 0], views: over.views ?? views })
  const engine = testViewer()
  const { viewer, finishLoad } = engine
  const loading = viewer.load({ manifestUrl: '/m' })
  finishLoad(manifest)
  await loading
  const fileId = over.fileId === undefined ? 'file-1' : over.fileId
  const access = { fileId, role: 'owner', fileVersion: null, isExample: fileId === null } as const
  const model = { viewer, urn: 'urn-tower', manifest, hasFirstFrame: true } as unknown as ActiveModel
  const getFrame = (key: string) => {
    const east = over.offsets?.[key] ?? 0
    return { ...unmovedFrame([0, 0, 0]), pointToView: ([x, y, z]: Point): Point => [x + east, y, z] }
  }
  if (over.offsets) Object.assign(viewer, { getExtension: () => ({ findFrame: getFrame }) })
  const models = { isJoined: over.members !== undefined, members: over.members ?? [] }
  return renderPart(
    <TestSession engine={engine}>
      <ViewsPanel {...{ access, model, models }} />
    </TestSession>,
  )
}

const ofFile = async () => within(await screen.findByRole('region', { name: 'Views from the file' }))
const shownState = (): ViewState => restoreView.mock.calls.at(-1)?.[1] as ViewState

describe('file view list', () => {
  test('shows views from the file after saved views, with folders and projection', async () => {
    await panel()
    expect(await screen.findByText('North side')).toBeTruthy()
    const buttons = (await ofFile()).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Last saved viewPerspective',
      'PlanPlans · Ground floor · Orthographic',
      'Unnamed viewOrthographic',
    ])
  })

  test('restores a clicked view in package coordinates and has no edit menu', async () => {
    const { user } = await panel()
    const list = await ofFile()
    await user.click(list.getByRole('button', { name: /^Last saved view/ }))
    await waitFor(() => expect(restoreView).toHaveBeenCalledTimes(1))
    expect(shownState()).toMatchObject({
      aspect: 1.5,
      camera: { eye: [10, -10, 5], projection: 'perspective', fieldOfViewDegrees: 45 },
      visibility: { shown: 'all-but', exceptions: [] },
      selection: [],
      extensions: {},
    })
    await user.click(list.getByRole('button', { name: /^Unnamed/ }))
    await waitFor(() => expect(restoreView).toHaveBeenCalledTimes(2))
    expect(shownState().camera).toMatchObject({ projection: 'orthographic', height: 8, target: [10, -7, 5] })
    expect(list.getByRole('button', { name: /^Unnamed/ }).getAttribute('aria-pressed')).toBe('true')
    expect(list.queryByRole('button', { name: /^More for/ })).toBeNull()
  })

  test('shows the error when a view cannot be restored', async () => {
    restoreView.mockRejectedValue(new Error('gone'))
    const { user } = await panel()
    await user.click((await ofFile()).getByRole('button', { name: /^Plan/ }))
    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
  })

  test('appears for a file without saved views and for a sample model', async () => {
    server.on('GET /api/auth/my-urns/file-1/views', () => json([]))
    const own = await panel()
    expect(await screen.findByText(/^No saved views yet/)).toBeTruthy()
    expect(screen.queryByText('No saved views')).toBeNull()
    own.unmount()
    await panel({ fileId: null })
    expect((await ofFile()).getAllByRole('button')).toHaveLength(3)
  })

  test('is absent when the file has no views', async () => {
    await panel({ views: [] })
    await screen.findByText('North side')
    expect(screen.queryByRole('region', { name: 'Views from the file' })).toBeNull()
  })

  test('groups views by model of a federation and applies the model transform', async () => {
    const member = (key: string, own: readonly SavedViewInput[], state = 'shown') =>
      ({ key, label: `${key}.skp`, state, manifest: testManifest({ views: own }) }) as unknown as ModelMember
    const members = [member('file-1', views.slice(0, 1)), member('bare', []), member('garage', views.slice(1, 2))]
    const { user } = await panel({ members: [...members, member('late', views, 'joining')], offsets: { garage: 1000 } })
    await screen.findByText('North side')
    expect(screen.getAllByRole('region', { name: /^Views from/ })).toHaveLength(2)
    expect(screen.queryByRole('region', { name: 'Views from the file' })).toBeNull()
    const garage = within(screen.getByRole('region', { name: 'Views from garage.skp' }))
    await user.click(garage.getByRole('button', { name: /^Plan/ }))
    await waitFor(() => expect(restoreView).toHaveBeenCalledTimes(1))
    expect(shownState().camera).toMatchObject({ eye: [1110, 190, 5], height: 8 })
    const first = within(screen.getByRole('region', { name: 'Views from file-1.skp' }))
    await user.click(first.getByRole('button', { name: /^Last saved view/ }))
    await waitFor(() => expect(restoreView).toHaveBeenCalledTimes(2))
    expect(shownState().camera).toMatchObject({ eye: [110, 190, 5] })
  })
})
