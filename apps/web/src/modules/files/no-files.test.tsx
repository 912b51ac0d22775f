import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json, type StubServer } from '../../testing/stub-server.js'

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer([])
})
afterEach(cleanUpPage)

test('the file manager without files opens an example with one click', async () => {
  server.on('GET /api/examples', () => json([{ name: 'Sample House', description: 'a house', urn: 'urn-house' }]))
  const { user, getPath } = await renderApp('/home', { signedIn: true })
  await screen.findByText('No files found')
  await user.click(await screen.findByRole('link', { name: 'Open Sample House' }))
  await waitFor(() => expect(getPath()).toBe('/ViewerPage?urn=urn-house'))
})

test('the file manager without files lists the supported formats by trade', async () => {
  server.on('GET /api/upload-rules', () =>
    json({ extensions: ['.ifc', '.dwg', '.glb'], optionalExtensions: [], limitBytes: 1 }),
  )
  await renderApp('/home', { signedIn: true })
  const formats = within(await screen.findByRole('region', { name: 'What Kamar reads' }))
  expect(formats.getByText('Drawings').parentElement?.textContent).toContain('dwg')
  expect(formats.getByText('Building models').parentElement?.textContent).toContain('ifc')
})
