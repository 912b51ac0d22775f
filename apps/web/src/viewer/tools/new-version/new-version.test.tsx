import type { FileVersion } from '@kamar/contracts'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useFileVersions } from '../../../platform/files/use-versions.js'
import * as captureModule from '../../kit/viewpoints/capture.js'
import { useViewerSession } from '../../session/session.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { json } from '../../../testing/stub-server.js'
import { TestSession } from '../../../testing/test-session.js'
import { fileVersions } from '../../../testing/test-versions.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { NewVersionBanner } from './new-version-banner.js'
import { useNewVersion } from './use-new-version.js'

const view = { camera: 'carried' } as never

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

function Part() {
  const session = useViewerSession()
  const control = useNewVersion(session)
  const count = useFileVersions(session.model.urn).data?.versions.length ?? 0
  const { pathname, search, state } = useLocation()
  return (
    <>
      <NewVersionBanner {...control} />
      <output>{`${pathname}${search}`}</output>
      <p>{`${count} versions loaded`}</p>
      <code>{JSON.stringify(state)}</code>
    </>
  )
}

interface ShowOptions {
  /** Version that is open. */
  readonly open: number
  /** Newer versions than the first, newest first. */
  readonly numbers: readonly number[]
  /** Whether the open version was the current one at first. */
  readonly arrives?: boolean
  readonly over?: Partial<FileVersion>
}

async function show({ open, numbers, arrives = false, over = {} }: ShowOptions) {
  const urn = `urn-v${open}`
  const { versions, ...file } = fileVersions(numbers)
  const [newest, ...others] = versions
  const server = appServer()
  server.on(`GET /api/packages/${urn}/versions`, () => json({ ...file, versions: [{ ...newest, ...over }, ...others] }))
  const engine = testViewer()
  const older = { hasAccount: true, fileId: 'file-house', file: null, isOlder: true }
  const current = { ...older, file: fileRecord({ urn }), isOlder: false }
  function Page() {
    const [isCurrent, setCurrent] = useState(arrives)
    const model = { urn, manifest: testManifest() }
    return (
      <TestSession engine={engine} model={model} access={isCurrent ? current : older}>
        <Part />
        <button type="button" onClick={() => setCurrent(false)}>
          Upload
        </button>
      </TestSession>
    )
  }
  const part = await renderPart(<Page />)
  if (arrives) await part.user.click(screen.getByRole('button', { name: 'Upload' }))
  return part
}
const banner = async () => (await screen.findAllByRole('status'))[0]?.querySelector('p')?.textContent
const buttons = () =>
  screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    .filter((name) => name !== 'Upload')

describe('new version of the open file', () => {
  test('is announced with its author when it arrives while the page is open', async () => {
    await show({ open: 1, numbers: [2, 1], arrives: true })
    await screen.findByRole('button', { name: 'Show' })
    expect(await banner()).toMatch(/^Version 2 by Ani Hakobyan · /)
    expect(buttons()).toEqual(['Show', 'What changed', 'Close'])
  })

  test('is announced without an author whose account was deleted', async () => {
    await show({ open: 1, numbers: [2, 1], arrives: true, over: { uploadedBy: null } })
    await screen.findByRole('button', { name: 'Show' })
    expect(await banner()).toMatch(/^Version 2 · /)
  })

  test('is offered as the latest one when an older version is opened', async () => {
    await show({ open: 1, numbers: [3, 2, 1] })
    await screen.findByRole('button', { name: 'Go to latest' })
    expect(await banner()).toBe('Version 1 of 3')
  })

  test('cannot be opened while it is being prepared', async () => {
    await show({ open: 1, numbers: [2, 1], over: { status: 'inprogress', progress: 10 } })
    await screen.findByText('Version 2 is being prepared.')
    expect(buttons()).toEqual(['Close'])
  })

  test('cannot be compared when it could not be read', async () => {
    await show({ open: 1, numbers: [2, 1], over: { status: 'failed' } })
    await screen.findByRole('button', { name: 'Go to latest' })
    expect(buttons()).toEqual(['Go to latest', 'Close'])
  })

  test('is not announced to someone who has the newest version open, nor for an unknown one', async () => {
    const { unmount } = await show({ open: 2, numbers: [2, 1] })
    await screen.findByText('2 versions loaded')
    expect(buttons()).toEqual([])
    unmount()
    await show({ open: 9, numbers: [2, 1] })
    await screen.findByText('2 versions loaded')
    expect(buttons()).toEqual([])
  })

  test('opens with the view of the version before it', async () => {
    vi.spyOn(captureModule, 'captureForm').mockResolvedValue(view)
    const { user } = await show({ open: 1, numbers: [2, 1] })
    await user.click(await screen.findByRole('button', { name: 'Go to latest' }))
    expect(await screen.findByText('/ViewerPage?urn=urn-v2')).toBeTruthy()
    expect(screen.getByText(JSON.stringify({ carriedView: view, urn: 'urn-v2' }))).toBeTruthy()
  })

  test('opens in its default view where the open version has none to carry over', async () => {
    vi.spyOn(captureModule, 'captureForm').mockResolvedValue(null)
    const { user } = await show({ open: 1, numbers: [2, 1] })
    await user.click(await screen.findByRole('button', { name: 'Go to latest' }))
    expect(await screen.findByText('/ViewerPage?urn=urn-v2')).toBeTruthy()
    expect(screen.getByText('{}')).toBeTruthy()
  })

  test('opens compared with the version that was open', async () => {
    const { user } = await show({ open: 1, numbers: [2, 1] })
    await user.click(await screen.findByRole('button', { name: 'What changed' }))
    expect(await screen.findByText('/ViewerPage?urn=urn-v2&compare=urn-v1')).toBeTruthy()
  })

  test('is not announced again after the banner was closed', async () => {
    const { user } = await show({ open: 1, numbers: [2, 1] })
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    expect(buttons()).toEqual([])
  })
})
