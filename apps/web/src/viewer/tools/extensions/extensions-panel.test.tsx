import type { UserExtension } from '@kamar/contracts'
import { Button, ControlGroup, DockingPanel, ViewerUi } from '@kamar/extensions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { ExtensionBar, ExtensionPanels } from './extension-surface.js'
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

describe('extension user interface', () => {
  let ui: ViewerUi
  beforeEach(() => {
    ui = new ViewerUi()
  })

  test('has buttons with a state and a click handler', async () => {
    const onClick = vi.fn()
    const button = new Button('count', { label: 'Count', onClick })
    const group = new ControlGroup('tools')
    group.addControl(button)
    const { user } = await renderPart(<ExtensionBar ui={ui} isCompact={false} />)
    expect(screen.queryByRole('toolbar')).toBeNull()
    act(() => void ui.toolBar.addControl(group))
    await user.click(screen.getByRole('button', { name: 'Count' }))
    expect(onClick).toHaveBeenCalledOnce()
    act(() => button.setState('active'))
    expect(screen.getByRole('button', { name: 'Count' }).getAttribute('aria-pressed')).toBe('true')
    act(() => button.setVisible(false))
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('has panels that are closed by the user or by the extension', async () => {
    const panel = new DockingPanel(ui, 'count', 'Count')
    panel.container.textContent = 'three walls'
    const covered = { left: 0, bottom: 0 }
    const { user } = await renderPart(<ExtensionPanels ui={ui} isCompact={false} covered={covered} />)
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => panel.setVisible(true))
    const dialog = within(screen.getByRole('dialog', { name: 'Count' }))
    expect(dialog.getByText('three walls')).toBeTruthy()
    act(() => panel.setTitle('Counted'))
    await user.click(within(screen.getByRole('dialog', { name: 'Counted' })).getByRole('button', { name: /Close/ }))
    expect(panel.isVisible()).toBe(false)
    act(() => panel.setVisible(true))
    act(() => panel.uninitialize())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
