import type { FileRecord } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { renderPart } from '../../../testing/render-app.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { ani, projectMembers } from '../../../testing/test-topics.js'
import { CloudHint } from './cloud-hint.js'
import { FailureMessage } from './failure-message.js'

let server: StubServer
const onRetry = vi.fn()
const preview = (over: Partial<FileRecord> = {}) =>
  fileRecord({ id: 'file-1', status: 'success', previewOnly: true, ...over })
const serveMembers = (filesMayLeave: boolean | null, mine = true) => {
  const { project, ...rest } = projectMembers({})
  server.on('GET /api/auth/my-urns/file-1/people', () =>
    json({ ...rest, project: { ...project, filesMayLeave, mine } }),
  )
}

beforeEach(() => {
  onRetry.mockReset()
  server = appServer()
})
afterEach(cleanUpPage)

test.each([
  [false, true, /Allow it for the project under “Share”/],
  [false, false, new RegExp(`if ${ani.name} allows it`)],
  [true, true, /Translate again to use it for this file/],
] as const)(
  'CloudHint explains how the cloud can read a preview: transfer allowed %s, own project %s',
  async (filesMayLeave, mine, text) => {
    serveMembers(filesMayLeave, mine)
    const { user } = await renderPart(<CloudHint file={preview()} onRetry={onRetry} />)
    expect(await screen.findByText(text)).toBeTruthy()
    const again = screen.queryByRole('button', { name: 'Translate again' })
    expect(again !== null).toBe(filesMayLeave)
    if (again) await user.click(again)
    expect(onRetry).toHaveBeenCalledTimes(filesMayLeave ? 1 : 0)
  },
)

test('CloudHint renders nothing without credentials, and sends no request for a translated file', async () => {
  serveMembers(null)
  await renderPart(
    <>
      <CloudHint file={preview()} onRetry={onRetry} />
      <CloudHint file={preview({ id: 'file-2', previewOnly: false })} onRetry={onRetry} />
    </>,
  )
  await waitFor(() => expect(server.calls('GET /api/auth/my-urns/file-1/people')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Autodesk’s cloud' })).toBeNull()
  expect(server.calls('GET /api/auth/my-urns/file-2/people')).toEqual([])
})

test('FailureMessage explains why the cloud could not read the file', async () => {
  const failure = { code: 'no-reader', details: { expected: 'dwf', cloud: 'credentials' } } as const
  await renderPart(
    <FailureMessage file={preview({ status: 'failed', previewOnly: false, failure })} onRetry={onRetry} />,
  )
  expect(screen.getByText(/rejected this server’s credentials/)).toBeTruthy()
})
