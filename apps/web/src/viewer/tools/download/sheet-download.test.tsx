import type { ManifestSheet } from '@kamar/package-format/read'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { toasts } from '../../../platform/design/toasts-state.js'
import { json, errorResponse, stubServer, type StubServer } from '../../../testing/stub-server.js'
import { SheetDownload } from './sheet-download.js'

const sheet = (name: string): ManifestSheet => ({
  name,
  kind: 'layout',
  path: `sheets/${name}/sheet.json`,
  thumbnail: null,
  active: false,
  entities: 1,
})
const sheets = [sheet('Model'), sheet('A1: plan')]

let server: StubServer
let saved: string[]
beforeEach(() => {
  server = stubServer()
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(cleanUpPage)

async function open(description = 'Plan.dwg', of = sheets, sheetNumber = 1) {
  const { user } = await renderPart(
    <SheetDownload file={{ urn: 'urn-1', description }} sheets={of} sheetNumber={sheetNumber} />,
  )
  await user.click(screen.getByRole('button', { name: 'Download' }))
  return user
}
const names = async (): Promise<(string | null)[]> =>
  (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)

test('sheet download offers one sheet, all sheets in one PDF, and DXF for a DWG', async () => {
  await open()
  expect(await names()).toEqual([
    'This sheet (PDF)',
    'This sheet (SVG)',
    'This sheet (PNG)',
    'All sheets in one PDF',
    'Drawing (DXF)',
  ])
})

test('sheet download offers the single sheet of another format only alone', async () => {
  await open('Plan.dwfx', sheets.slice(0, 1), 0)
  expect(await names()).toEqual(['This sheet (PDF)', 'This sheet (SVG)', 'This sheet (PNG)'])
})

test('sheet download requests the visible sheet and saves it under its name', async () => {
  server.on('POST /api/packages/urn-1/exports/sheet-svg-1', () =>
    json({ state: 'ready', fraction: 1, size: 4, path: '/api/derivatives/urn-1/exports/sheets/001.svg' }),
  )
  server.on('GET /api/derivatives/urn-1/exports/sheets/001.svg', () => new Response('<svg'))
  const user = await open()
  await user.click(await screen.findByRole('menuitem', { name: 'This sheet (SVG)' }))
  await waitFor(() => expect(saved).toEqual(['Plan - A1_ plan.svg']))
  expect(await screen.findByRole('button', { name: 'Download' })).toHaveProperty('disabled', false)
})

test('sheet download shows its progress on the button and reports a failure', async () => {
  let requestCount = 0
  server.on('POST /api/packages/urn-1/exports/pdf', () =>
    requestCount++ === 0
      ? json({ state: 'working', fraction: 0.5, size: null, path: null })
      : errorResponse(500, 'export-failed'),
  )
  const user = await open()
  await user.click(await screen.findByRole('menuitem', { name: 'All sheets in one PDF' }))
  expect((await screen.findByRole('button', { name: 'Preparing download: 50%' })).textContent).toBe('50%')
  await waitFor(() => expect(toasts.get()[0]?.text).toContain('Plan.pdf couldn’t be downloaded'))
  expect(saved).toEqual([])
})
