import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { fileVersions, serveVersion, type VersionElement } from '../../../testing/test-versions.js'

const wall = (id: string, over: Partial<VersionElement> = {}): VersionElement => ({
  id: `id-of-wall-${id}`,
  name: `Wall ${id}`,
  className: 'IfcWall',
  origin: [Number.parseInt(id, 36) * 5000, 0, 0],
  ...over,
})
const path = '/differences?urn=urn-v2&compare=urn-v1'
let server: StubServer
let saved: ReturnType<typeof stubSavedFiles>

beforeEach(() => {
  layOut(desktop)
  saved = stubSavedFiles()
  server = appServer()
  server.on('GET /api/packages/urn-v2/versions', () => json(fileVersions([2, 1], { note: 'Wider door' })))
  serveVersion(server, 'urn-v1', [wall('a'), wall('b'), wall('c')])
  serveVersion(server, 'urn-v2', [wall('a'), wall('c', { name: 'Wall C', shape: 9, volume: 2 }), wall('d')])
})
afterEach(cleanUpPage)

describe('difference report page', () => {
  test('shows file, versions and counts, and lists each changed element once', async () => {
    await renderApp(path, { signedIn: true })
    await screen.findByText('House.ifc')
    for (const text of [
      /^Version 1: 10 Nov 2026, \d\d:\d\d, 1 KB · Wider door$/,
      /^Version 2: 11 Nov 2026, \d\d:\d\d, 2 KB · Wider door$/,
    ])
      expect(screen.getAllByRole('listitem').some(({ textContent }) => text.test(textContent))).toBe(true)
    await screen.findByRole('table')
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1', '1', '1', '1'])
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'ChangeElementPropertyBeforeAfter',
      'AddedWall dIfcWall',
      'RemovedWall bIfcWall',
      'ChangedWall CIfcWallNameWall cWall C',
      'Volume1 m³2 m³',
    ])
    expect(document.title).toBe('Difference report · Kamar')
  })

  test('shows ids on demand only', async () => {
    const { user } = await renderApp(path, { signedIn: true })
    const choice = await screen.findByRole('checkbox', { name: 'Show IDs' })
    expect(screen.queryByText('id-of-wall-d')).toBeNull()
    await user.click(choice)
    expect(screen.getByText('id-of-wall-d')).toBeTruthy()
  })

  test('prints and saves a CSV named after the file', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = await renderApp(path, { signedIn: true })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
    expect(print).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    expect(saved.map(({ name }) => name)).toEqual(['House.ifc.csv'])
    expect(await saved[0]?.bytes.text()).toContain('Removed,id-of-wall-b,Wall b,IfcWall,,,\r\n')
  })

  test('links to the comparison in the viewer', async () => {
    await renderApp(path, { signedIn: true })
    const link = await screen.findByRole('link', { name: 'Show in model' })
    expect(link.getAttribute('href')).toBe('/ViewerPage?urn=urn-v2&compare=urn-v1')
  })

  test('shows a message when nothing changed', async () => {
    serveVersion(server, 'urn-v1', [wall('a')])
    serveVersion(server, 'urn-v2', [wall('a')])
    await renderApp(path, { signedIn: true })
    expect(await screen.findByText('Nothing changed between these versions.')).toBeTruthy()
  })

  test('shows a notice when most elements have new ids', async () => {
    serveVersion(server, 'urn-v1', [wall('a'), wall('b')])
    serveVersion(server, 'urn-v2', [wall('a', { id: 'new-a' }), wall('b', { id: 'new-b', properties: 9 })])
    server.on('GET /api/derivatives/*', () => errorResponse(404, 'not-found', 'Not found'))
    await renderApp(path, { signedIn: true })
    expect(await screen.findByText(/^Most elements have new IDs/)).toBeTruthy()
  })

  test('shows why the report failed and offers a retry', async () => {
    server.on('GET /api/derivatives/urn-v1/tree.bin', () => errorResponse(404, 'not-found', 'Not found'))
    const { user } = await renderApp(path, { signedIn: true })
    expect((await screen.findByRole('alert')).textContent).toBe('The report couldn’t be created: Not found')
    expect(screen.getByRole('button', { name: 'Download CSV' })).toHaveProperty('disabled', true)
    serveVersion(server, 'urn-v1', [wall('a')])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })

  test('asks for two versions when the URL names one', async () => {
    await renderApp('/differences?urn=urn-v2', { signedIn: true })
    expect(await screen.findByText('Select two versions to compare.')).toBeTruthy()
  })
})
