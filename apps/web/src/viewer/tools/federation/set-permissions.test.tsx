import type { ModelSet } from '@kamar/contracts'
import type { ModelMember, ModelsExtension } from '@kamar/viewer'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../../../platform/design/toasts-state.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { fileVersions } from '../../../testing/test-versions.js'
import { MemberRow } from './member-row.js'
import { readReference, createSetSources } from '../../session/models/model-sources.js'
import { SaveSet } from './save-set.js'
import { useOpenedSet } from '../../session/models/use-opened-set.js'
import type { Federation } from './use-federation.js'
import { VersionChoice } from './version-choice.js'

const placement = { x: 0, y: 0, z: 0, rotationDegrees: 0, pivot: [0, 0, 0] } as const
const createMember = (fileId: string | null, over: Partial<ModelMember> = {}): ModelMember => ({
  key: fileId ?? 'example',
  label: `${fileId ?? 'example'}.ifc`,
  reference: { fileId, urn: `urn-${fileId}` },
  state: 'shown',
  error: null,
  placement,
  method: 'shared',
  off: false,
  ghosted: false,
  manifest: null,
  ...over,
})
const inSet = (fileId: string, over: Partial<ModelSet['members'][number]> = {}): ModelSet['members'][number] => ({
  fileId,
  isFixed: false,
  seenVersion: 1,
  file: {
    ...fileRecord({ id: fileId, urn: `urn-${fileId}`, description: `${fileId}.ifc` }),
    version: 1,
    newestVersion: 1,
  },
  placement: { ...placement, pivot: [0, 0, 0] },
  method: 'shared',
  off: false,
  ghosted: false,
  ...over,
})
const createSet = (role: ModelSet['role'], members = [inSet('a'), inSet('b')]): ModelSet => ({
  id: 'set-1',
  name: 'Tower',
  revision: 4,
  projectId: 'theirs',
  projectName: 'Theirs',
  personal: false,
  role,
  createdBy: null,
  changedAt: '2026-01-01T00:00:00.000Z',
  models: members.length,
  hasNewer: false,
  members,
})
const createFederation = (over: Partial<Federation> = {}): Federation => ({
  engine: { waysToAlign: () => [] } as unknown as ModelsExtension,
  members: [createMember('a'), createMember('b')],
  distantModels: [],
  movedKeys: [],
  isJoined: true,
  set: null,
  add: vi.fn(),
  showSingle: vi.fn(),
  showVersion: vi.fn(),
  run: vi.fn(),
  ...over,
})
const project = (id: string, role: string, personal = false) => ({
  id,
  role,
  personal,
  name: `Project ${id}`,
  owner: { id: 'x', name: 'X' },
  mine: role === 'owner',
  files: 1,
  members: 2,
  quotaBytes: null,
  usedBytes: 0,
  filesMayLeave: null,
})

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on('GET /api/projects', () =>
    json([project('mine', 'owner', true), project('theirs', 'viewer'), project('ours', 'editor')]),
  )
})
afterEach(cleanUpPage)

describe('model set form', () => {
  test('saves changes and fixed versions for an editor', async () => {
    server.on('PATCH /api/model-sets/set-1', () => json(createSet('editor')))
    const members = [
      createMember('a'),
      createMember('b', { reference: { fileId: 'b', urn: 'urn-b1', fixedVersion: 1 } }),
    ]
    const { user } = await renderPart(
      <SaveSet federation={createFederation({ set: createSet('editor'), members })} projectId="theirs" />,
    )
    expect(screen.queryByLabelText('Project')).toBeNull()
    await user.clear(screen.getByLabelText('Set name'))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(server.calls('PATCH /api/model-sets/set-1')).toHaveLength(1))
    expect(server.calls('PATCH /api/model-sets/set-1')[0]?.body).toMatchObject({
      revision: 4,
      name: 'Model set',
      members: [{ fileId: 'a' }, { fileId: 'b', fixedVersion: 1 }],
    })
  })

  test('saves a read-only set as a copy in a writable project', async () => {
    server.on('POST /api/projects/ours/model-sets', () => json({ ...createSet('editor'), id: 'set-2' }))
    const { user, getPath } = await renderPart(
      <SaveSet federation={createFederation({ set: createSet('viewer') })} projectId="theirs" />,
    )
    const choice = await screen.findByLabelText<HTMLSelectElement>('Project')
    expect([...choice.options].map(({ text }) => text)).toEqual(['Only me', 'Project ours'])
    await user.selectOptions(choice, 'Project ours')
    await user.click(screen.getByRole('button', { name: 'Save as set' }))
    await waitFor(() => expect(getPath()).toBe('/?set=set-2'))
    expect(server.calls('PATCH *')).toEqual([])
  })

  test('shows a conflicting change and can be retried', async () => {
    server.on('PATCH /api/model-sets/set-1', () => errorResponse(409, 'already-exists', 'Somebody changed it'))
    const { user } = await renderPart(
      <SaveSet federation={createFederation({ set: createSet('owner') })} projectId={null} />,
    )
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })
    await user.click(save)
    await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['Somebody changed it']))
    await waitFor(() => expect(save.disabled).toBe(false))
  })

  test('requires a writable project and two stored files', async () => {
    server.on('GET /api/projects', () => json([project('theirs', 'viewer')]))
    const { unmount } = await renderPart(<SaveSet federation={createFederation()} projectId="theirs" />)
    await waitFor(() => expect(server.calls('GET /api/projects')).toHaveLength(1))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save as set' }).disabled).toBe(true)
    unmount()
    await renderPart(
      <SaveSet federation={createFederation({ members: [createMember('a'), createMember(null)] })} projectId={null} />,
    )
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('opened model set', () => {
  test('omits inaccessible files and keeps fixed versions', () => {
    const set = createSet('viewer', [inSet('a', { file: null }), inSet('b', { isFixed: true, off: true }), inSet('c')])
    expect(createSetSources(set).map(({ key, reference, off }) => ({ key, reference, off }))).toEqual([
      { key: 'b', reference: { fileId: 'b', urn: 'urn-b', fixedVersion: 1 }, off: true },
      { key: 'c', reference: { fileId: 'c', urn: 'urn-c' }, off: false },
    ])
    expect([null, 3, { urn: 1, fileId: null }, { urn: 'u' }].map(readReference)).toEqual([null, null, null, null])
  })

  test('reports once why it could not be loaded', async () => {
    server.on('GET /api/model-sets/set-1', () => errorResponse(404, 'not-found', 'It was deleted'))
    const SetNameProbe = () => <p>{useOpenedSet('set-1')?.name ?? 'no set'}</p>
    await renderPart(<SetNameProbe />)
    await waitFor(() =>
      expect(toasts.get().map(({ text }) => text)).toEqual(['The model set couldn’t be opened: It was deleted']),
    )
    expect(screen.getByText('no set')).toBeTruthy()
  })
})

describe('federated model', () => {
  test('is fixed to a chosen version', async () => {
    server.on('GET /api/packages/*', () => json(fileVersions([3, 2])))
    const federation = createFederation()
    const { user } = await renderPart(<VersionChoice member={createMember('a')} federation={federation} />)
    await user.selectOptions(await screen.findByLabelText('Version'), 'Version 2')
    await user.selectOptions(screen.getByLabelText('Version'), 'Version 3')
    expect(vi.mocked(federation.showVersion).mock.calls).toEqual([
      ['a', { urn: 'urn-v2', fixedVersion: 2 }],
      ['a', { urn: 'urn-v3', fixedVersion: 3 }],
    ])
  })

  test('returns from a fixed version to the newest, except for an example, which has no versions', async () => {
    server.on('GET /api/packages/*', () => json(fileVersions([3, 2])))
    const federation = createFederation()
    const fixed = createMember('a', { reference: { fileId: 'a', urn: 'urn-v2', fixedVersion: 2 } })
    const { user } = await renderPart(
      <>
        <VersionChoice member={fixed} federation={federation} />
        <VersionChoice member={createMember(null)} federation={federation} />
      </>,
    )
    const choice = await screen.findByLabelText<HTMLSelectElement>('Version')
    expect(choice.value).toBe('2')
    await user.selectOptions(choice, 'Always use latest')
    expect(federation.showVersion).toHaveBeenCalledExactlyOnceWith('a', { urn: 'urn-v3' })
  })

  test('shows whether it failed, is being added or has a newer version', async () => {
    const newer = inSet('b')
    const file = newer.file && { ...newer.file, newestVersion: 3 }
    const federation = createFederation({ set: createSet('owner', [inSet('a'), { ...newer, file }]) })
    const row = (member: ModelMember, isFirst = false) => <MemberRow {...{ member, federation, isFirst }} />
    const { user } = await renderPart(
      <ul>
        {row(createMember('a'), true)}
        {row(createMember('b'))}
        {row(createMember('c', { state: 'failed' }))}
        {row(createMember('d', { state: 'joining' }))}
      </ul>,
    )
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows[0]).toContain('Reference model')
    expect(rows[1]).toContain('Version 3 is newer than version 1 in the saved set')
    expect(screen.getByRole('alert').textContent).toBe('Couldn’t be loaded')
    expect(screen.getByRole('status').textContent).toBe('Adding…')
    await user.click(screen.getByRole('button', { name: 'Align c.ifc' }))
    await user.click(screen.getByRole('button', { name: 'Align a.ifc' }))
    expect(screen.queryByLabelText('Align by')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Align b.ifc' }))
    expect(screen.getByLabelText('Align by')).toBeTruthy()
  })
})
