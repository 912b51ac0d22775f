import type { FileRecord } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accessToken } from '../../api/access-token.js'
import { toasts } from '../../design/toasts-state.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { renderPart } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer, stubServer } from '../../../testing/stub-server.js'
import { ExportMenu } from './export-menu.js'

let server: StubServer
let saved: string[]

beforeEach(() => {
  server = stubServer()
  accessToken.write('token-1')
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(cleanUpPage)

async function open(over: Partial<FileRecord> = {}) {
  const file = fileRecord({ urn: 'urn-1', description: 'Tower.v2.ifc', ...over })
  const part = await renderPart(<ExportMenu file={file} />)
  await part.user.click(screen.getByRole('button', { name: 'Other formats' }))
  return part
}
const item = (name: string) => screen.findByRole('menuitem', { name })
const exportRoute = '/api/packages/urn-1/exports/glb'

test('ExportMenu lists the original format and the exports of a model', async () => {
  await open()
  const names = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
  expect(names).toEqual([
    'Original (IFC)',
    '3D model (GLB)',
    '3D Tiles for maps (3TZ)',
    'OBJ with materials (ZIP)',
    'STL for 3D printing, in mm',
    'Properties (JSON)',
    'Properties (CSV)',
  ])
})

test('ExportMenu offers PDF and DXF for a drawing', async () => {
  await open({ description: 'Plan.DWG' })
  const names = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
  expect(names.slice(-2)).toEqual(['Drawing (PDF)', 'Drawing (DXF)'])
})

test('ExportMenu shows progress and saves the export under the name of the file', async () => {
  let requestCount = 0
  server.on(`POST ${exportRoute}`, () =>
    json(
      ++requestCount < 3
        ? { state: 'working', fraction: 0.4, size: null, path: null }
        : { state: 'ready', fraction: 1, size: 4, path: '/api/derivatives/urn-1/exports/model.glb' },
    ),
  )
  server.on('GET /api/derivatives/urn-1/exports/model.glb', () => new Response('glTF'))
  const { user } = await open()
  await user.click(await item('3D model (GLB)'))
  expect(await screen.findByRole('button', { name: 'Preparing download: 40%' })).toBeTruthy()
  await waitFor(() => expect(saved).toEqual(['Tower.v2.glb']))
  expect(await screen.findByRole('button', { name: 'Other formats' })).toBeTruthy()
})

test('ExportMenu shows an error and saves nothing when the export fails', async () => {
  server.on(`POST ${exportRoute}`, () => errorResponse(500, 'export-failed', 'This export couldn’t be created'))
  const { user } = await open()
  await user.click(await item('3D model (GLB)'))
  await waitFor(() => expect(toasts.get()[0]?.text).toContain('Tower.v2.glb couldn’t be downloaded'))
  expect(saved).toEqual([])
})

test.each([
  ['failed', { status: 'failed' }, ['true', 'true', 'true', 'true', 'true', 'true']],
  ['preview', { previewOnly: true }, ['true', 'true', 'true', 'true', null, null]],
] as const)('ExportMenu disables unavailable formats of a %s file', async (_name, over, disabled) => {
  await open(over)
  const entries = (await screen.findAllByRole('menuitem')).slice(1)
  expect(entries.map((entry) => entry.getAttribute('aria-disabled'))).toEqual(disabled)
})
