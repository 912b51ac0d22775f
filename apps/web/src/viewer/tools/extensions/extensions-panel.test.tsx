import type { UserExtension } from '@kamar/contracts'
import type { ExtensionTool } from '@kamar/extensions'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, mobile, renderPart } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { TestSession } from '../../../testing/test-session.js'
import { type TestViewer, testViewer } from '../../../testing/test-viewer.js'
import type { Session } from '../../session/session.js'
import { CanvasLayout } from '../../shell/canvas-layout.js'
import { ExtensionsPanel } from './extensions-panel.js'

const paint: UserExtension = {
  id: '01890000-0000-7000-8000-000000000001',
  identifier: 'com.example.paint',
  name: 'Paint',
  version: '1.0.0',
  publisher: 'Example',
  description: 'Colours.',
  permissions: ['model', 'elements'],
  manifestUrl: 'https://example.com/manifest.json',
  audience: 'on-demand',
  installed: true,
  granted: null,
}

let server: StubServer
let offered: UserExtension[]
beforeEach(() => {
  layOut(desktop)
  offered = [paint]
  server = appServer()
  server.on('GET /api/extensions', () => json(offered))
  server.on(`PUT /api/extensions/${paint.id}/choice`, ({ body }) => json({ ...paint, ...(body as object) }))
})
afterEach(cleanUpPage)

describe('extensions panel', () => {
  test('asks for permissions before an extension runs and revokes them on request', async () => {
    const { user } = await renderPart(<ExtensionsPanel viewer={null} />)
    await user.click(await screen.findByRole('switch', { name: 'Paint' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'read the model’s tree, properties and selection',
      'select, hide and colour elements',
    ])
    expect(dialog.getByText(/https:\/\/example\.com\/manifest\.json/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(server.calls('PUT /api/extensions/*')).toHaveLength(1))
    expect(server.calls('PUT /api/extensions/*')[0]?.body).toEqual({ installed: true, granted: paint.permissions })
    await user.click(await screen.findByRole('button', { name: 'Revoke permissions' }))
    await waitFor(() =>
      expect(server.calls('PUT /api/extensions/*')[1]?.body).toEqual({ installed: true, granted: null }),
    )
  })

  test('shows why an address is refused', async () => {
    server.on('POST /api/extensions', () =>
      errorResponse(403, 'extension-not-allowed', '', { details: { origin: 'https://elsewhere.example' } }),
    )
    const { user } = await renderPart(<ExtensionsPanel viewer={null} />)
    await user.type(await screen.findByLabelText('Manifest address'), 'https://elsewhere.example/m.json')
    await user.click(screen.getByRole('button', { name: 'Install' }))
    expect(await screen.findByText(/doesn’t allow extensions/)).toBeTruthy()
  })

  test('lists built-in extensions and shows that there are no others', async () => {
    offered = []
    await renderPart(<ExtensionsPanel viewer={null} />)
    expect(await screen.findByText('None available yet.')).toBeTruthy()
    expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'))).toEqual(Array(6).fill('false'))
  })
})

describe('extensions panel', () => {
  const card = () => within(screen.getByText('Paint').closest('li') as HTMLElement)

  test('keeps built-in extensions when the list cannot be loaded', async () => {
    server.on('GET /api/extensions', () => errorResponse(403, 'not-allowed'))
    await renderPart(<ExtensionsPanel viewer={null} />)
    expect(await screen.findByText('The list couldn’t be loaded.')).toBeTruthy()
    expect(screen.getAllByRole('switch')).toHaveLength(6)
    expect(screen.queryByText('None available yet.')).toBeNull()
  })

  test('grants nothing when the dialog is cancelled', async () => {
    const { user } = await renderPart(<ExtensionsPanel viewer={null} />)
    await user.click(await screen.findByRole('switch', { name: 'Paint' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.calls('PUT /api/extensions/*')).toEqual([])
    expect(screen.getByRole('switch', { name: 'Paint' }).getAttribute('aria-checked')).toBe('false')
    expect(screen.queryByRole('button', { name: 'Revoke permissions' })).toBeNull()
  })

  test('installs an extension without granting permissions', async () => {
    offered = [{ ...paint, installed: false }]
    const { user } = await renderPart(<ExtensionsPanel viewer={null} />)
    await screen.findByText('Paint')
    expect(screen.queryByRole('switch', { name: 'Paint' })).toBeNull()
    expect(card().getByText('Example, version 1.0.0')).toBeTruthy()
    await user.click(card().getByRole('button', { name: 'Install' }))
    await waitFor(() =>
      expect(server.calls('PUT /api/extensions/*')[0]?.body).toEqual({ installed: true, granted: null }),
    )
  })

  test('removes an extension together with its permissions', async () => {
    offered = [{ ...paint, granted: ['model', 'elements'] }]
    const { user } = await renderPart(<ExtensionsPanel viewer={null} />)
    await screen.findByText('Paint')
    await user.click(card().getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(server.calls('PUT /api/extensions/*')[0]?.body).toEqual({ installed: false, granted: null }),
    )
  })

  test('asks for permissions after installing from an address, and empties the field', async () => {
    offered = []
    server.on('POST /api/extensions', () => {
      offered = [paint]
      return json(paint)
    })
    const { user } = await renderPart(<ExtensionsPanel viewer={null} />)
    const field = await screen.findByLabelText<HTMLInputElement>('Manifest address')
    await user.type(field, ' https://example.com/manifest.json')
    await user.click(screen.getByRole('button', { name: 'Install' }))
    expect(await screen.findByRole('alertdialog', { name: 'Allow “Paint”?' })).toBeTruthy()
    expect(server.calls('POST /api/extensions')[0]?.body).toEqual({ manifestUrl: paint.manifestUrl })
    expect(field.value).toBe('')
  })
})

describe('tool of an extension', () => {
  let engine: TestViewer
  let session: Session
  beforeEach(() => {
    engine = testViewer()
  })

  const show = (parts: Partial<ExtensionTool>) =>
    renderPart(
      <TestSession
        engine={engine}
        onSession={(current) => {
          session = current
        }}
      >
        <CanvasLayout topBar={null} progress={{ percent: null, text: null }} />
      </TestSession>,
    ).then((page) => {
      add(parts)
      return page
    })
  const add = (parts: Partial<ExtensionTool>): void => {
    const button = { group: 'extensions test', order: 0, on: ['extensions'] } as const
    const commands = [{ id: 'count', text: 'Count', group: 'tools', button } as const]
    const descriptor = { id: 'count', order: 0, surface: 'model', access: 'member', commands } as const
    act(() => session.addedTools.set([{ descriptor, actions: {}, ...parts }]))
  }

  test('has buttons with a state and a click handler', async () => {
    const run = vi.fn()
    const { user } = await show({})
    expect(screen.queryByRole('toolbar', { name: 'Extensions' })).toBeNull()
    add({ actions: { count: { text: () => 'Count', run } } })
    await user.click(screen.getByRole('button', { name: 'Count' }))
    expect(run).toHaveBeenCalledOnce()
    add({ actions: { count: { text: () => 'Count again', run, isOn: () => true } } })
    expect(screen.getByRole('button', { name: 'Count again' }).getAttribute('aria-pressed')).toBe('true')
    add({ actions: { count: { text: () => 'Count', run, disabled: () => 'selection' } } })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Count' }).disabled).toBe(true)
    add({ actions: { count: { text: () => 'Count', run, when: () => false } } })
    expect(screen.queryByRole('toolbar', { name: 'Extensions' })).toBeNull()
  })

  test('shows its first letter on a button without an icon', async () => {
    await show({ actions: { count: { text: () => 'paint', run: () => undefined } } })
    expect(screen.getByRole('button', { name: 'paint' }).textContent).toBe('P')
    add({ actions: { count: { text: () => 'paint', run: () => undefined, icon: { path: 'M0 0h9' } } } })
    expect(screen.getByRole('button', { name: 'paint' }).querySelector('path')?.getAttribute('d')).toBe('M0 0h9')
  })

  test('has panels that are closed by the user or by the extension', async () => {
    const calls: string[] = []
    let title = 'Count'
    const mount = (element: HTMLElement) => {
      element.textContent = 'three walls'
      calls.push('open')
      return () => void calls.push('closed')
    }
    const tool = (): Partial<ExtensionTool> => ({
      views: [{ id: 'count', slot: 'floating', order: 0, getTitle: () => title, content: { mount } }],
    })
    const { user } = await show(tool())
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => session.layout.open('count'))
    expect(within(screen.getByRole('dialog', { name: 'Count' })).getByText('three walls')).toBeTruthy()
    title = 'Counted'
    add({ ...tool() })
    await user.click(within(screen.getByRole('dialog', { name: 'Counted' })).getByRole('button', { name: /Close/ }))
    expect(session.layout.isOpen('count')).toBe(false)
    act(() => session.layout.open('count'))
    act(() => session.layout.close('count'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.filter((call) => call === 'open')).toHaveLength(calls.length / 2)
  })

  test('opens several panels on a desktop, one on a phone', async () => {
    const view = (id: string) =>
      ({ id, slot: 'floating', order: 0, getTitle: () => id, content: { mount: () => () => undefined } }) as const
    for (const [device, count] of [
      [desktop, 2],
      [mobile, 1],
    ] as const) {
      layOut(device)
      await show({ views: [view('one'), view('two')] })
      act(() => session.layout.open('one'))
      act(() => session.layout.open('two'))
      expect(screen.getAllByRole('dialog')).toHaveLength(count)
      expect(session.layout.isOpen('two')).toBe(true)
      cleanup()
    }
  })
})
