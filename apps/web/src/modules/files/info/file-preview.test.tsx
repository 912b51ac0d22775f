import type { FileRecord } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken } from '../../../platform/api/access-token.js'
import { FailureMessage } from '../../../platform/files/report/failure-message.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { createFile, pickFiles } from '../../../testing/pick-files.js'
import { fileRecord } from '../../../testing/records.js'
import { renderPart } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer, stubServer } from '../../../testing/stub-server.js'
import { testManifest, testReport } from '../../../testing/test-viewer.js'
import { FilePreview } from './file-preview.js'

let server: StubServer
const sharing: FileRecord['sharing'] = {
  ...{ projectId: 'p1', folderId: 'p1', projectName: 'Tower', personal: false, role: 'owner', mine: true, people: 0 },
  owner: { id: 'me', name: 'Ani' },
}
const actions = {
  ...{ view: vi.fn(), viewFederation: vi.fn(), download: vi.fn(), remove: vi.fn(), share: vi.fn() },
  ...{ rename: vi.fn(), move: vi.fn(), addVersion: vi.fn(), copyLink: vi.fn(), openMenu: vi.fn() },
  ...{ retry: vi.fn(), cancel: vi.fn() },
}

beforeEach(() => {
  server = stubServer()
  accessToken.write('token-1')
  for (const action of Object.values(actions)) action.mockClear()
})
afterEach(cleanUpPage)

const show = (over: Partial<FileRecord> = {}) => {
  const file = fileRecord({ description: 'Tower.ifc', ...over })
  return renderPart(<FilePreview file={file} actions={actions} />).then((part) => ({ ...part, file }))
}
const readInfo = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

describe('attached files section', () => {
  const route = 'GET /api/auth/my-urns/f1/companions'

  test('lists names, sizes and source versions, and marks unused files', async () => {
    server.on(route, () =>
      json([
        { name: 'house.mtl', size: 2048, used: true, carriedFrom: 2 },
        { name: 'brick.png', size: 9, used: false, carriedFrom: null },
      ]),
    )
    await show({ id: 'f1' })
    const section = within(await screen.findByRole('region', { name: 'Attached files' }))
    expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'house.mtl2 KB · from version 2',
      'brick.pngnot used',
    ])
  })

  test('is hidden without attached files', async () => {
    server.on(route, () => json([]))
    await show({ id: 'f1' })
    await waitFor(() => expect(server.calls(route)).toHaveLength(1))
    expect(screen.queryByText('Attached files')).toBeNull()
  })
})

describe('file preview', () => {
  test('opens the sharing of the file from the line that says with whom it is shared', async () => {
    const { user, file } = await show({ sharing })
    await user.click(await screen.findByRole('button', { name: 'Only you' }))
    expect(actions.share).toHaveBeenCalledWith(file)
  })

  test('shows name, type, size, date and status', async () => {
    await show({ size: 1_572_864, updated_at: '2026-03-05T12:00:00.000Z' })
    expect(screen.getByRole('heading', { name: 'Tower.ifc' })).toBeTruthy()
    expect(readInfo('Type')).toBe('IFC')
    expect(readInfo('Size')).toBe('1.5 MB')
    expect(readInfo('Updated')).toMatch(/^5\u00A0Mar\u00A02026, \d\d:\d\d$/)
    expect(screen.getByText('Ready')).toBeTruthy()
  })

  test('shows default values for a missing extension and size', async () => {
    await show({ description: 'model', size: 0 })
    expect(readInfo('Type')).toBe('FILE')
    expect(readInfo('Size')).toBe('0 KB')
  })

  test('shows 20 characters of the URN and copies all of it', async () => {
    const writeText = vi.fn(async () => undefined)
    const { user } = await show({ urn: 'abcdefghijklmnopqrstuvwxyz' })
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
    expect(screen.getByText('abcdefghijklmnopqrst…')).toBeTruthy()
    await user.click(screen.getByText('For developers'))
    expect(readInfo('URN')).toBe('abcdefghijklmnopqrstuvwxyz')
    await user.click(screen.getByRole('button', { name: 'Copy URN' }))
    expect(writeText).toHaveBeenCalledWith('abcdefghijklmnopqrstuvwxyz')
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  })

  test('hides the URN and disables viewing when there is none', async () => {
    await show({ urn: '' })
    expect(screen.queryByText('URN')).toBeNull()
    expect(screen.getByRole('button', { name: 'View Model' })).toHaveProperty('disabled', true)
  })

  test('marks a model with missing elements', async () => {
    await show({ report: { level: 'incomplete', notes: 0, missing: 43, inPart: 0, total: 1240 } })
    expect(screen.getByRole('img', { name: 'Incomplete: 43 of 1,240 elements missing' })).toBeTruthy()
  })
})

test.each([
  ['View Model', 'view'],
  ['Download', 'download'],
  ['Delete', 'remove'],
] as const)('file preview action %s calls its handler with the file', async (name, action) => {
  const { user, file } = await show()
  await user.click(screen.getByRole('button', { name }))
  expect(actions[action]).toHaveBeenCalledWith(file)
})

describe('translation progress', () => {
  test.each([
    [{ status: 'processing', stage: null }, 'In queue'],
    [{ status: 'inprogress', stage: 'reading' }, 'Reading the file'],
    [{ status: 'inprogress', stage: 'meshing' }, 'Building geometry'],
    [{ status: 'inprogress', stage: 'packing' }, 'Preparing the model'],
    [{ status: 'inprogress', stage: 'something newer' }, 'Reading the file'],
    [
      { status: 'inprogress', stage: 'reading', memoryBytes: 3.2 * 1024 ** 3 },
      'Reading the file · needs about 3.2 GB of memory',
    ],
  ] as const)('shows %o as "%s"', async (state, text) => {
    await show({ ...state, progress: 12.9 })
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('12')
  })

  test('cancels the translation by its Stop button', async () => {
    const { user, file } = await show({ status: 'inprogress' })
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(actions.cancel).toHaveBeenCalledWith(file)
  })

  test('is hidden once the file is ready', async () => {
    await show()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  })
})

describe('translation failure notice', () => {
  test.each([
    [{ code: 'damaged', bytePosition: 123_456 }, /The file is damaged and can’t be read\..*Error at byte 123,456\./],
    [{ code: 'encrypted' }, /password-protected/],
    [
      { code: 'not-this-format', details: { expected: 'ifc', detected: 'dwg' } },
      /Expected: Industry Foundation Classes\. Found: AutoCAD drawing\./,
    ],
    [{ code: 'no-reader', details: { expected: 'skp' } }, /has no reader installed for them/],
  ] as const)('explains %o', async (failure, text) => {
    await show({ status: 'failed', failure })
    expect(screen.getByRole('region', { name: 'Why it failed' }).textContent).toMatch(text)
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull()
  })

  test('retries the translation', async () => {
    const { user, file } = await show({ status: 'failed', failure: { code: 'damaged' } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(actions.retry).toHaveBeenCalledWith(file)
  })

  test('asks for missing companions and uploads them', async () => {
    const failure = { code: 'companion-missing', details: { names: 'house.mtl' } } as const
    const { file } = await show({ status: 'failed', failure })
    expect(screen.getByText(/this one refers to is missing: house\.mtl/)).toBeTruthy()
    server.on('POST /api/auth/my-urns/*', () => json({ ...file, status: 'processing', failure: null }))
    pickFiles('Attach files', createFile('house.mtl'), createFile('wood.png'))
    expect(await screen.findByText('Files attached. The model is being translated again.')).toBeTruthy()
    const [request] = server.calls('POST /api/auth/my-urns/*')
    expect(request?.path).toBe(`/api/auth/my-urns/${file.id}/companions`)
    const body = request?.body as FormData | undefined
    const attached = (body?.getAll('file') ?? []) as File[]
    expect(attached.map(({ name }) => name)).toEqual(['house.mtl', 'wood.png'])
  })

  test('shows why a companion was rejected', async () => {
    await show({ status: 'failed', failure: { code: 'companion-missing', details: { names: 'house.mtl' } } })
    server.on('POST /api/auth/my-urns/*', () => errorResponse(413, 'file-too-large', 'File size exceeds 100MB limit'))
    pickFiles('Attach files', createFile('house.mtl'))
    expect(await screen.findByText('The files couldn’t be attached: File size exceeds 100MB limit')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Attach files' })).toHaveProperty('disabled', false))
  })

  test('is hidden for a file that did not fail', async () => {
    await renderPart(<FailureMessage file={fileRecord()} onRetry={vi.fn()} />)
    expect(screen.queryByRole('region', { name: 'Why it failed' })).toBeNull()
  })
})

describe('translation report', () => {
  const reports = (report: ReturnType<typeof testReport>) =>
    server.on('GET /api/derivatives/*', () => json(testManifest({ report })))

  test('lists missing parts, their reasons and what was read', async () => {
    reports(
      testReport({
        status: 'partial',
        counts: { triangles: 12_345, IfcWall: 3, lines: 0 },
        skipped: [{ kind: 'curve', reason: 'free-form', count: 2, elements: ['c1', 'c2'] }],
        findings: [{ code: 'unit-assumed', severity: 'warning', details: { unit: 'mm', metres: 12 } }],
      }),
    )
    await show()
    const section = (await screen.findByRole('heading', { name: 'Translation report' })).parentElement
    const report = within(section as HTMLElement)
    expect(report.getByText('Incomplete: 2 parts missing')).toBeTruthy()
    expect(report.getByText('2 × Curve')).toBeTruthy()
    expect(report.getByText('Free-form shapes are not supported')).toBeTruthy()
    expect(report.getByText('2 elements')).toBeTruthy()
    expect(
      report.getByText('The file has no unit. Its numbers were read as millimetres, so the model is 12 m across.'),
    ).toBeTruthy()
    expect(readInfo('Triangles')).toBe('12,345')
    expect(readInfo('IfcWall')).toBe('3')
    expect(report.queryByText('Lines')).toBeNull()
  })

  test('lists missing companions and offers to attach them', async () => {
    reports(testReport({ missingCompanions: ['brick.png'] }))
    await show()
    expect(await screen.findByText('brick.png')).toBeTruthy()
    expect(screen.getAllByText('Complete; 1 note')).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeTruthy()
  })

  test('states the headline of the report beside the status and leads to the report', async () => {
    reports(testReport({ missingCompanions: ['brick.png'] }))
    const { user } = await show()
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    await user.click(await screen.findByRole('button', { name: 'Complete; 1 note' }))
    const section = screen.getByRole('region', { name: 'Translation report' })
    expect(scroll.mock.contexts).toEqual([section])
    expect(document.activeElement).toBe(section)
  })

  test('is hidden when there is nothing to report', async () => {
    reports(testReport({ counts: { faces: 3 } }))
    await show()
    await waitFor(() => expect(server.calls('GET /api/derivatives/*')[0]?.path).toMatch(/\/summary\.json$/))
    expect(screen.queryByText('Translation report')).toBeNull()
  })

  test('is not requested before the model is ready', async () => {
    await show({ status: 'inprogress' })
    expect(server.calls('GET /api/derivatives/*')).toHaveLength(0)
  })
})
