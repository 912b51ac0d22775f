import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { houseTree } from '../../../testing/test-tree.js'
import { stubViewers } from '../../../testing/stub-viewer.js'
import { testManifest, type TestViewer, testReport, testViewer } from '../../../testing/test-viewer.js'
import { addressOfDialog } from './use-ar-dialog.js'

let engines: TestViewer[]

beforeEach(() => {
  engines = stubViewers(() => testViewer({ tree: houseTree() }))
  layOut(desktop)
  appServer([fileRecord({ description: 'Tower.ifc', urn: 'urn-tower' })])
})
afterEach(cleanUpPage)

async function openPage(manifest = testManifest()) {
  const page = await renderApp('/ViewerPage?urn=urn-tower', { signedIn: true })
  await waitFor(() => expect(engines[0]?.loads).toHaveLength(1))
  await act(async () => engines[0]?.finishLoad(manifest))
  await page.user.click(screen.getByRole('button', { name: 'AR' }))
  await screen.findByRole('dialog', { name: 'Augmented reality' })
  return page
}
const ownModel = () => screen.getByRole('button', { name: 'This model' })

test('AR tool opens the dialog with the open model; Escape closes it and restores the focus', async () => {
  const page = await openPage()
  expect(page.getPath()).toBe('/ViewerPage?urn=urn-tower&ar=1')
  expect(ownModel().hasAttribute('disabled')).toBe(false)
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.getPath()).toBe('/ViewerPage?urn=urn-tower')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'AR' }))
})

test.each([
  ['lines only', testManifest({ counts: { ...testManifest().counts, placedTriangles: 0 } })],
  ['a stored thumbnail', testManifest({ report: testReport({ status: 'preview' }) })],
])('AR dialog disables a model of %s', async (_name, manifest) => {
  await openPage(manifest)
  expect(ownModel().hasAttribute('disabled')).toBe(true)
})

test('AR link contains the address of the model', async () => {
  const model = 'https://example.com/a.glb?x=1&y=2'
  const { search } = new URL(addressOfDialog(null, model))
  await renderApp(`/ViewerPage${search}`, { signedIn: true })
  const field = await screen.findByLabelText<HTMLInputElement>('URL of a .glb or .gltf file')
  expect(field.value).toBe(model)
  expect(screen.queryByRole('button', { name: 'This model' })).toBeNull()
  expect(new URL(addressOfDialog('urn-1', null)).search).toBe('?urn=urn-1&ar=1')
})
