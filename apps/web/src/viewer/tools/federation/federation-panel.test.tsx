import type { ModelSet } from '@kamar/contracts'
import type { ModelMember, ModelsExtension, ModelSource, Viewer } from '@kamar/viewer'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { storeFileOrder } from '../../../platform/files/file-order.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { useMembers } from '../../session/models/use-members.js'
import { openSavedModels } from '../../session/models/open-saved-models.js'
import { FederationPanel } from './federation-panel.js'
import { useFederation } from './use-federation.js'

const placement = { x: 0, y: 0, z: 0, rotationDegrees: 0, pivot: [0, 0, 0] } as const
const files = [
  fileRecord({ id: 'file-1', description: 'house.ifc', urn: 'urn-1' }),
  fileRecord({ id: 'file-2', description: 'pipes.ifc', urn: 'urn-2' }),
  fileRecord({ id: 'file-3', description: 'site.dwg', urn: 'urn-3', status: 'inprogress' }),
]

/** Returns a stub of the federation engine that records its calls. */
function testModels() {
  const listeners = new Set<() => void>()
  const calls: string[] = []
  let members: ModelMember[] = []
  const notifyListeners = (): void => listeners.forEach((listener) => listener())
  const createMember = (source: ModelSource): ModelMember => ({
    key: source.key,
    label: source.label,
    reference: source.reference,
    state: source.key === 'file-3' ? 'waiting' : 'shown',
    error: null,
    placement: source.placement ?? placement,
    method: source.method ?? 'shared',
    off: source.off ?? false,
    ghosted: source.ghosted ?? false,
    manifest: null,
  })
  const change = (key: string, part: Partial<ModelMember>): void => {
    members = members.map((member) => (member.key === key ? { ...member, ...part } : member))
    calls.push(`${key} ${JSON.stringify(part)}`)
    notifyListeners()
  }
  const models = {
    get members() {
      return members
    },
    distantModels: [] as { key: string; metres: number }[],
    isJoined: true,
    on: (_: string, listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin(source: ModelSource) {
      if (members.length === 0) members = [createMember(source)]
      notifyListeners()
    },
    async setModels(sources: readonly ModelSource[]) {
      members = sources.map(createMember)
      calls.push(`models ${members.map(({ key }) => key).join(' ')}`)
      notifyListeners()
    },
    async add(source: ModelSource) {
      members = [...members, createMember(source)]
      notifyListeners()
    },
    async remove(key: string) {
      members = members.filter((member) => member.key !== key)
      notifyListeners()
    },
    setOff: (key: string, off: boolean) => change(key, { off }),
    setGhosted: (key: string, ghosted: boolean) => change(key, { ghosted }),
    waysToAlign: () => ['map', 'shared', 'hand'],
    align: async (key: string, method: ModelMember['method']) => change(key, { method }),
    setPlacement: async (key: string, next: ModelMember['placement']) =>
      change(key, { placement: next, method: 'hand' }),
    openSaved: async (state: unknown, toSource: (storedModels: never) => ModelSource | null) => {
      const storedModels = (state as { models: never[] }).models
      await models.setModels(storedModels.flatMap((one) => toSource(one) ?? []))
      return true
    },
  }
  return { models, calls, notifyListeners }
}

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer(files)
  server.on('GET /api/projects', () =>
    json([
      {
        id: 'mine',
        name: 'Mine',
        personal: true,
        role: 'owner',
        owner: { id: 'a', name: 'A' },
        mine: true,
        files: 3,
        members: 1,
        quotaBytes: null,
        usedBytes: 0,
        filesMayLeave: null,
      },
    ]),
  )
})
afterEach(cleanUpPage)

async function show(first: ModelSet | null = null, companions: readonly ModelSource[] | null = null) {
  const engine = testViewer()
  const loading = engine.viewer.load({ manifestUrl: '/m' })
  engine.finishLoad()
  await loading
  const { models, calls, notifyListeners } = testModels()
  let isLoaded = false
  const viewer = Object.assign(engine.viewer, {
    getExtension: () => (isLoaded ? models : null),
    loadExtension: vi.fn(async () => {
      isLoaded = true
      engine.emit('extensionLoaded', { id: 'kamar.models' })
      return models as unknown as ModelsExtension
    }),
  })
  const model = { viewer, urn: 'urn-1', manifest: testManifest() } as unknown as ActiveModel
  let lead: (to: ModelSet | null) => void = () => undefined
  let address = ''
  function Part() {
    address = useSearchParams()[0].toString()
    const [set, setSet] = useState(first)
    lead = (to) => act(() => setSet(to))
    const federation = useFederation({
      viewer,
      models: useMembers(viewer),
      urn: 'urn-1',
      fileId: 'file-1',
      name: 'house.ifc',
      isLoaded: true,
      set,
      companions,
    })
    return <FederationPanel federation={federation} model={model} projectId="mine" openName="house.ifc" />
  }
  const page = await renderPart(<Part />)
  return {
    ...page,
    models,
    calls,
    notifyListeners,
    lead: (to: ModelSet | null) => lead(to),
    getAddress: () => address,
    viewer: viewer as Viewer,
    engine,
  }
}
const list = () => within(screen.getByRole('list', { name: 'Models in this view' }))

describe('federation panel', () => {
  test('adds, hides, ghosts and removes models of the account', async () => {
    const { user, calls, viewer } = await show()
    expect(list().getByText('house.ifc')).toBeTruthy()
    expect(viewer.loadExtension).not.toHaveBeenCalled()
    expect(await screen.findByRole('button', { name: 'Add pipes.ifc' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add house.ifc' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add pipes.ifc' }))
    await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Add pipes.ifc' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Hide pipes.ifc' }))
    await user.click(await screen.findByRole('button', { name: 'Show pipes.ifc' }))
    await user.click(screen.getByRole('button', { name: 'Ghost pipes.ifc' }))
    expect(calls).toEqual(['file-2 {"off":true}', 'file-2 {"off":false}', 'file-2 {"ghosted":true}'])
    await user.click(screen.getByRole('button', { name: 'Add site.dwg' }))
    expect((await screen.findByRole('status')).textContent).toContain('Translating')
    await user.click(screen.getByRole('button', { name: 'Remove pipes.ifc from this view' }))
    await waitFor(() => expect(list().queryByText('pipes.ifc')).toBeNull())
  })

  test('offers no drawings without a model and no failed files, in the order of the file list', async () => {
    const offered = [
      fileRecord({ description: 'Storey 10.ifc', hasModel: true }),
      fileRecord({ description: 'storey 2.ifc' }),
      fileRecord({ description: 'plan.dwg', hasModel: false }),
      fileRecord({ description: 'bridge.dwg', hasModel: false, status: 'inprogress' }),
      fileRecord({ description: 'damaged.ifc', status: 'failed', hasModel: false }),
    ]
    server = appServer(offered)
    storeFileOrder({ sortKey: 'name', ascending: true })
    await show()
    await screen.findByRole('button', { name: 'Add bridge.dwg' })
    expect(screen.getAllByRole('button', { name: /^Add / }).map((row) => row.getAttribute('aria-label'))).toEqual([
      'Add bridge.dwg',
      'Add storey 2.ifc',
      'Add Storey 10.ifc',
    ])
  })

  test('aligns models by method and by numbers, and offers alignment where they are far apart', async () => {
    const { user, calls, models, notifyListeners } = await show()
    await user.click(await screen.findByRole('button', { name: 'Add pipes.ifc' }))
    await user.click(await screen.findByRole('button', { name: 'Align pipes.ifc' }))
    await user.selectOptions(screen.getByLabelText('Align by'), 'Map coordinates')
    await user.clear(screen.getByLabelText('X, m'))
    await user.type(screen.getByLabelText('X, m'), '12.5{Enter}')
    await user.clear(screen.getByLabelText('Rotation, °'))
    await user.type(screen.getByLabelText('Rotation, °'), '90{Enter}')
    expect(calls[0]).toBe('file-2 {"method":"map"}')
    expect(models.members[1]).toMatchObject({ placement: { x: 12.5, rotationDegrees: 90 }, method: 'hand' })
    models.distantModels = [{ key: 'file-2', metres: 340_000 }]
    notifyListeners()
    expect(await screen.findByText(/These models are 340 km apart/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'File coordinates' }))
    await waitFor(() => expect(calls.at(-1)).toBe('file-2 {"method":"shared"}'))
  })

  test('saves the models as a set of their project', async () => {
    const { user } = await show()
    server.on('POST /api/projects/mine/model-sets', () =>
      json({
        id: 'set-1',
        name: 'All',
        revision: 1,
        projectId: 'mine',
        projectName: 'Mine',
        personal: true,
        role: 'owner',
        createdBy: null,
        changedAt: '2026-01-01T00:00:00.000Z',
        models: 2,
        hasNewer: false,
        members: [],
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Add pipes.ifc' }))
    await user.type(await screen.findByLabelText('Set name'), 'All')
    await user.click(await screen.findByRole('button', { name: 'Save as set' }))
    await waitFor(() => expect(server.calls('POST /api/projects/mine/model-sets')).toHaveLength(1))
    const stance = { placement, method: 'shared', off: false, ghosted: false }
    expect(server.calls('POST /api/projects/mine/model-sets')[0]?.body).toEqual({
      name: 'All',
      members: [
        { fileId: 'file-1', ...stance },
        { fileId: 'file-2', ...stance },
      ],
    })
  })

  test('restores the models of a set whenever the URL returns to it', async () => {
    const stance = { placement, method: 'shared', off: false, ghosted: false, isFixed: false }
    const members = files.slice(0, 2).map((file) => ({ ...stance, file, fileId: file.id }))
    const savedSet = { id: 'set-1', name: 'All', members } as unknown as ModelSet
    const { calls, lead, models } = await show(savedSet)
    await waitFor(() => expect(calls).toEqual(['models file-1 file-2']))
    lead({ ...savedSet })
    expect(calls).toHaveLength(1)
    lead(null)
    act(() => void models.setModels([models.members[0] as unknown as ModelSource]))
    lead(savedSet)
    await waitFor(() => expect(calls.slice(1)).toEqual(['models file-1', 'models file-1 file-2']))
  })

  test('restores the models of a saved view', async () => {
    const { viewer, models } = await show()
    const storedModels = { label: 'pipes.ifc', placement, method: 'map', off: true, ghosted: false }
    await openSavedModels(viewer, {
      'kamar.models': {
        models: [
          {
            ...storedModels,
            key: 'file-1',
            label: 'house.ifc',
            off: false,
            reference: { fileId: 'file-1', urn: 'urn-1' },
          },
          { ...storedModels, key: 'file-2', reference: { fileId: 'file-2', urn: 'urn-2b' } },
          { ...storedModels, key: 'broken', reference: 3 },
        ],
      },
    })
    expect(models.members.map(({ key, off, reference }) => [key, off, reference])).toEqual([
      ['file-1', false, { fileId: 'file-1', urn: 'urn-1' }],
      ['file-2', true, { fileId: 'file-2', urn: 'urn-2b' }],
    ])
    await openSavedModels(viewer, {})
    expect(models.members).toHaveLength(2)
  })
})

test('federation panel names the models of the view in the URL, so that a reload opens them again', async () => {
  const { calls, getAddress, user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add pipes.ifc' }))
  await waitFor(() => expect(getAddress()).toBe('with=urn-2'))
  await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Remove pipes.ifc from this view' }))
  await waitFor(() => expect(getAddress()).toBe(''))
  // The address follows the view and opens nothing by itself.
  expect(calls.filter((call) => call.startsWith('models'))).toEqual([])
})

test('federation panel opens the models of the URL beside the first one once', async () => {
  const pipes = {
    key: 'file-2',
    label: 'pipes.ifc',
    reference: { fileId: 'file-2', urn: 'urn-2' },
  } as unknown as ModelSource
  const { calls } = await show(null, [pipes])
  await waitFor(() => expect(calls).toEqual(['models file-1 file-2']))
})
