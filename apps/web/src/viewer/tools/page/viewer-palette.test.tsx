import * as examplesModule from '@kamar/extension-examples'
import { ViewerUi } from '@kamar/extensions'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { viewpointSummary } from '../../../testing/test-topics.js'
import { stubViewers } from '../../../testing/stub-viewer.js'
import { testManifest, type TestViewer, testViewer } from '../../../testing/test-viewer.js'
import * as runtimeModule from '../../tools/extensions/extension-runtime.js'
import type { ExtensionRuntime } from '../../tools/extensions/extension-runtime.js'
import { getExtensionHost } from '../../tools/extensions/extension-host.js'

let engine: TestViewer
let server: StubServer

const file = fileRecord({ description: 'Tower.ifc', urn: 'urn-tower' })
const views = `GET /api/auth/my-urns/${file.id}/views`

beforeEach(() => {
  layOut(desktop)
  engine = testViewer()
  stubViewers(() => engine)
  server = appServer([file])
})
afterEach(cleanUpPage)

async function openTower(sheets: readonly object[] = []) {
  const page = await renderApp('/ViewerPage?urn=urn-tower', { signedIn: true })
  await waitFor(() => expect(engine.loads).toHaveLength(1))
  await act(async () => engine.finishLoad({ ...testManifest(), ...(sheets.length > 0 ? { sheets } : {}) } as never))
  return page
}
const listOptions = () => screen.queryAllByRole('option').map((option) => option.textContent)

describe('viewer command palette', () => {
  test('finds saved views by name and requests them when it opens', async () => {
    server.on(views, () => json([{ ...viewpointSummary(), id: 'v1', name: 'Roof from the south' }]))
    const serveViewpoint = vi.fn(() => new Response(null, { status: 404 }))
    server.on(`GET /api/auth/my-urns/${file.id}/viewpoints/v1`, serveViewpoint)
    const { user } = await openTower()
    expect(server.calls(views)).toHaveLength(0)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'roof south')
    await waitFor(() => expect(listOptions()).toContain('Show view: Roof from the southAram Petrosyan'))
    await user.click(screen.getByRole('option', { name: /Roof from the south/ }))
    await waitFor(() => expect(serveViewpoint).toHaveBeenCalledOnce())
  })

  test('finds a sheet and opens it', async () => {
    const sheet = (name: string) => ({ name, kind: 'page', path: `sheets/${name}`, thumbnail: null, entities: 1 })
    const { user } = await openTower([sheet('Plan'), sheet('Section A')])
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'sheet section')
    await user.click(await screen.findByRole('option', { name: /Open sheet: Section A/ }))
    const list = await screen.findByRole('list', { name: 'Sheets' })
    expect(list.querySelector('[aria-current=true]')?.getAttribute('title')).toBe('Section A')
    await user.keyboard('{Control>}k{/Control}')
    // Without a canvas, a drawing offers only the tools that need none.
    await user.type(await screen.findByRole('combobox'), 'sheets')
    await waitFor(() => expect(listOptions()[0]).toContain('Sheets'))
    expect(listOptions().join(' ')).not.toContain('Dark background')
  })

  test.each(['panel summary', 'count doors'])('finds commands of running extensions: %s', async (query) => {
    const { user } = await openTower()
    const run = vi.fn()
    const mount = vi.fn(() => () => undefined)
    const ui = new ViewerUi()
    vi.spyOn(runtimeModule, 'startRuntime').mockReturnValue({ api: { ui } } as unknown as ExtensionRuntime)
    vi.spyOn(examplesModule, 'registerExamples').mockImplementation(() => undefined)
    await act(() =>
      getExtensionHost(engine.viewer)
        .loadExample('kamar.examples.hello')
        .catch(() => undefined),
    )
    const commands = [{ id: 'count', text: 'Count doors', group: 'tools' } as const]
    act(() => {
      ui.add({
        descriptor: { id: 'mine', order: 0, surface: 'model', access: 'member', commands },
        actions: { count: { run } },
        views: [{ id: 'summary', slot: 'floating', order: 0, getTitle: () => 'Summary', content: { mount } }],
      })
    })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), query)
    await user.click(await screen.findByRole('option', { name: /Open panel: Summary|Count doors/ }))
    await waitFor(() => expect(run.mock.calls.length + mount.mock.calls.length).toBe(1))
    expect(mount).toHaveBeenCalledTimes(query === 'panel summary' ? 1 : 0)
  })
})
