import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../../../platform/design/toasts-state.js'
import type { ExportAccess, ExportedFile } from '../../../platform/files/download/download-export.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, mobile, renderPart } from '../../../testing/render-app.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { stubServer, type StubServer } from '../../../testing/stub-server.js'
import { TestSession } from '../../../testing/test-session.js'
import { testManifestSheet, testSheetSession } from '../../../testing/test-sheet-session.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { Slot } from '../../kit/slot.js'
import { tool } from './tool.js'

let server: StubServer
let saved: ReturnType<typeof stubSavedFiles>
beforeEach(() => {
  layOut(desktop)
  server = stubServer()
  saved = stubSavedFiles()
})
afterEach(cleanUpPage)

/** Renders the download of a drawing with two sheets, the second one on screen, in the bars of the viewer. */
function renderTool(exported: ExportedFile | null) {
  const sheets = ['Cover', 'A-101'].map((name) => testManifestSheet(name))
  return renderPart(
    <TestSession
      engine={testViewer()}
      tools={[tool]}
      access={{ exported }}
      over={testSheetSession({ drawing: { sheets, number: 1, isShown: true } })}
    >
      <div data-testid="tools">
        <Slot name="in:tools" />
      </div>
      <div data-testid="top bar">
        <Slot name="in:top-bar" />
      </div>
    </TestSession>,
  )
}

/** Access of a guest to a shared file. */
function createAccess(read = vi.fn<ExportAccess['read']>(async () => new Response('%PDF'))) {
  return {
    read,
    request: vi.fn<ExportAccess['request']>(async () => ({
      state: 'ready',
      fraction: 1,
      size: 4,
      path: '/shared.pdf',
    })),
  }
}
const createFile = (access: ExportAccess): ExportedFile => ({ urn: 'urn-1', description: 'Plan.dwg', access })

const bars = () =>
  screen
    .queryAllByRole('button', { name: 'Download' })
    .map((button) => button.closest('[data-testid]')?.getAttribute('data-testid'))

describe('download of sheets', () => {
  test('is in the tools of a desktop and in the top bar of a phone', async () => {
    const { unmount } = await renderTool(createFile(createAccess()))
    expect(bars()).toEqual(['tools'])
    unmount()
    layOut(mobile)
    await renderTool(createFile(createAccess()))
    expect(bars()).toEqual(['top bar'])
  })

  test.each([
    ['a desktop', desktop],
    ['a phone', mobile],
  ])('is not offered on %s to guests of a link without downloads', async (_name, device) => {
    layOut(device)
    await renderTool(null)
    expect(bars()).toEqual([])
  })

  test('saves the sheet on screen for a guest with the access of the link, without an account', async () => {
    const access = createAccess()
    const { user } = await renderTool(createFile(access))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await user.click(await screen.findByRole('menuitem', { name: 'This sheet (PDF)' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Plan - A-101.pdf']))
    expect([access.request.mock.calls, access.read.mock.calls]).toEqual([[['urn-1', 'sheet-pdf-1']], [['/shared.pdf']]])
    expect(server.requests).toEqual([])
  })

  test('is operated from the keyboard', async () => {
    const access = createAccess()
    const { user } = await renderTool(createFile(access))
    screen.getByRole('button', { name: 'Download' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menu')
    await user.keyboard('{End}{ArrowUp}{Enter}')
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Plan.pdf']))
  })

  test('can be repeated after the file could not be read', async () => {
    const read = vi.fn<ExportAccess['read']>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
    read.mockImplementation(async () => new Response('%PDF'))
    const { user } = await renderTool(createFile(createAccess(read)))
    for (const failures of [1, 0]) {
      await user.click(await screen.findByRole('button', { name: 'Download' }))
      await user.click(await screen.findByRole('menuitem', { name: 'All sheets in one PDF' }))
      await waitFor(() => expect(read).toHaveBeenCalledTimes(2 - failures))
    }
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Plan.pdf']))
    expect(toasts.get().map(({ text }) => text)).toEqual([expect.stringContaining('Plan.pdf couldn’t be downloaded')])
  })
})
