import type { FileVersions } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken } from '../../../platform/api/access-token.js'
import { toasts } from '../../../platform/design/toasts-state.js'
import * as transferFileModule from '../../../platform/files/upload/transfer-file.js'
import type { TransferOptions } from '../../../platform/files/upload/transfer-file.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { createFile, pickFiles } from '../../../testing/pick-files.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { fileVersions } from '../../../testing/test-versions.js'

const sent: { file: File; options: TransferOptions }[] = []

const file = fileRecord({ id: 'file-house', description: 'House.ifc', urn: 'urn-v3' })
let server: StubServer

beforeEach(() => {
  layOut(desktop)
  accessToken.write('token-1')
  server = appServer([file])
  serveVersions(fileVersions([3, 2, 1]))
  sent.length = 0
  vi.spyOn(transferFileModule, 'transferFile').mockImplementation((next, options) => {
    sent.push({ file: next, options })
    return Promise.resolve(null)
  })
})
afterEach(cleanUpPage)

const serveVersions = (versions: FileVersions): void =>
  server.on('GET /api/auth/my-urns/file-house/versions', () => json(versions))

async function show() {
  const page = await renderApp('/home', { signedIn: true })
  const row = (await screen.findByLabelText('Select House.ifc')).closest('[data-file-id]')
  if (row) await page.user.click(row)
  return page
}
const rows = () => within(section()).getAllByRole('listitem')
const section = () => screen.getByRole('heading', { name: 'Versions' }).closest('section') as HTMLElement
const compare = () => screen.getByRole('button', { name: 'Compare' })

describe('version list', () => {
  test('shows versions newest first with date, size, author, note and identical version', async () => {
    const versions = fileVersions([3, 2, 1])
    const [third, second, first] = versions.versions
    if (!third || !second || !first) throw new Error('three versions')
    serveVersions({
      ...versions,
      versions: [{ ...third, sameAs: 1 }, { ...second, note: 'Wider door', uploadedBy: null }, first],
    })
    await show()
    await screen.findByText('Version 3')
    const times = rows().map((row) => within(row).getByText(/Nov/).textContent)
    expect(times).toEqual(
      [12, 11, 10].map((day): unknown => expect.stringMatching(`^${day}\u00A0Nov\u00A02026, \\d\\d:\\d\\d$`)),
    )
    expect(rows().map(({ textContent }, at) => textContent.replace(times[at] ?? '', ''))).toEqual([
      'Version 3Current · 3 KB · Ani HakobyanSame content as version 1',
      'Version 2 · 2 KBWider door',
      'Version 1 · 1 KB · Ani Hakobyan',
    ])
  })

  test('marks versions that failed', async () => {
    const versions = fileVersions([2, 1])
    serveVersions({ ...versions, versions: versions.versions.map((version) => ({ ...version, status: 'failed' })) })
    await show()
    expect(await within(section()).findAllByText('Failed')).toHaveLength(2)
  })

  test('shows its loading error and keeps the rest of the preview', async () => {
    server.on('GET /api/auth/my-urns/file-house/versions', () => errorResponse(500, 'internal'))
    await show()
    await screen.findByText('The versions couldn’t be loaded')
    expect(screen.getByRole('button', { name: 'View Model' })).toHaveProperty('disabled', false)
  })

  test('is read-only without edit permission', async () => {
    serveVersions({ ...fileVersions([2, 1]), mayChange: false })
    await show()
    await screen.findByText('Version 2')
    expect(screen.queryByRole('button', { name: 'Upload new version' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Restore version 1' })).toBeNull()
  })
})

describe('file version', () => {
  test('opens by its own URN', async () => {
    const { getPath, user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Open version 1' }))
    expect(getPath()).toBe('/ViewerPage?urn=urn-v1')
  })

  test('is downloaded by its number', async () => {
    const saved = stubSavedFiles()
    server.on('GET /api/auth/my-urns/file-house/original', () => new Response('bytes'))
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Download version 1' }))
    await waitFor(() => expect(server.calls('GET /api/auth/my-urns/file-house/original')).toHaveLength(1))
    expect(server.calls('GET /api/auth/my-urns/file-house/original')[0]?.query.get('version')).toBe('1')
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['House v1.ifc']))
  })

  test('becomes the newest version when it is restored', async () => {
    const restored = { ...file, urn: 'urn-v4' }
    server.on('POST /api/auth/my-urns/file-house/versions/1/restore', () => json(restored))
    const { user } = await show()
    await screen.findByText('Version 3')
    expect(screen.queryByRole('button', { name: 'Restore version 3' })).toBeNull()
    serveVersions(fileVersions([4, 3, 2, 1]))
    await user.click(screen.getByRole('button', { name: 'Restore version 1' }))
    await screen.findByText('Version 4')
    expect(toasts.get().map(({ text }) => text)).toEqual(['Version 1 was restored as the newest version.'])
  })

  test('shows why it could not be restored', async () => {
    server.on('POST /api/auth/my-urns/file-house/versions/1/restore', () =>
      errorResponse(413, 'quota-exceeded', 'Not enough space left in your storage plan'),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }))
    await waitFor(() =>
      expect(toasts.get().map(({ text }) => text)).toEqual([
        'Version 1 couldn’t be restored: Not enough space left in your storage plan',
      ]),
    )
  })
})

describe('version comparison', () => {
  test('starts with the two newest versions', async () => {
    const { getPath, user } = await show()
    expect(await screen.findByText(/^Compares version 3 with version 2\./)).toBeTruthy()
    await user.click(compare())
    expect(getPath()).toBe('/ViewerPage?urn=urn-v3&compare=urn-v2')
  })

  test('opens the newer of two chosen versions with the older', async () => {
    const { getPath, user } = await show()
    await user.click(await screen.findByLabelText('Compare version 3'))
    expect(compare()).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('Compare version 1'))
    await user.click(compare())
    expect(getPath()).toBe('/ViewerPage?urn=urn-v3&compare=urn-v1')
  })

  test('drops the version chosen first when a third is chosen', async () => {
    const { user } = await show()
    for (const number of [1, 2, 3]) await user.click(await screen.findByLabelText(`Compare version ${number}`))
    const selected = [1, 2, 3].map(
      (number) => screen.getByLabelText<HTMLInputElement>(`Compare version ${number}`).checked,
    )
    expect(selected).toEqual([false, true, true])
  })

  test.each([
    ['processing', /^Version 3 is still being prepared/],
    ['failed', /^Version 3 couldn’t be prepared/],
  ] as const)('says why it is disabled while the newest version is %s', async (status, reason) => {
    const versions = fileVersions([3, 2, 1])
    serveVersions({
      ...versions,
      versions: versions.versions.map((version) => (version.number === 3 ? { ...version, status } : version)),
    })
    await show()
    const text = await screen.findByText(reason)
    expect(compare()).toHaveProperty('disabled', true)
    expect(compare().getAttribute('aria-describedby')).toBe(text.id)
  })

  test('is hidden for a single version', async () => {
    serveVersions(fileVersions([1]))
    await show()
    await screen.findByText('Version 1')
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
    expect(screen.queryByLabelText('Compare version 1')).toBeNull()
  })
})

describe('version upload', () => {
  test('sends the file id and the note', async () => {
    const { user } = await show()
    await user.type(await screen.findByLabelText('Version note (optional)'), '  Wider door ')
    pickFiles('Upload new version', createFile('house-2.ifc'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.file.name).toBe('house-2.ifc')
    expect(sent[0]?.options.purpose).toEqual({ fileId: 'file-house', note: 'Wider door' })
    expect(screen.getByLabelText<HTMLInputElement>('Version note (optional)').value).toBe('')
  })

  test('rejects an unsupported format before it is sent', async () => {
    await show()
    await screen.findByText('Version 3')
    pickFiles('Upload new version', createFile('house.exe'))
    expect(sent).toEqual([])
    expect(toasts.get().map(({ text }) => text)).toContain('Unsupported file format: .exe')
  })
})
