import { defaultPreferences, type Preferences } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { accountRecord } from '../../testing/records.js'
import { renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

let server: StubServer
let stored: Preferences

beforeEach(() => {
  stored = defaultPreferences
  server = appServer()
  server.on('GET /api/auth/me', () => json(accountRecord({ preferences: stored })))
  server.on('PATCH /api/auth/preferences', ({ body }) => {
    stored = { ...stored, ...(body as Partial<Preferences>) }
    return json(accountRecord({ preferences: stored }))
  })
})
afterEach(cleanUpPage)

/** Opens the dialog as the preferences do. */
async function open() {
  const page = await renderApp('/Preferences', { signedIn: true })
  await page.user.click(await screen.findByRole('button', { name: 'Show and change' }))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  return page
}
const findShortcutButton = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Change shortcut of ${name}:`) })

describe('keyboard shortcuts dialog', () => {
  test('lists every command with its keys and filters commands by text', async () => {
    const { user } = await open()
    expect(findShortcutButton('Undo').textContent).toBe('Ctrl+Z')
    expect(findShortcutButton('Screenshot').textContent).toBe('None')
    await user.type(screen.getByRole('searchbox', { name: 'Search commands' }), 'iso')
    expect(screen.queryByText('Undo')).toBeNull()
    expect(findShortcutButton('Isolate').textContent).toBe('I')
  })

  test('reassigns a key, names its former command and saves it to the account', async () => {
    const { user } = await open()
    await user.click(findShortcutButton('Hide'))
    await user.keyboard('i')
    expect(await screen.findByText('I was reassigned from “Isolate”')).toBeTruthy()
    await waitFor(() => expect(stored.shortcuts).toEqual({ hide: ['KeyI'], isolate: [] }))
    expect([findShortcutButton('Hide').textContent, findShortcutButton('Isolate').textContent]).toEqual(['I', 'None'])
    await user.click(screen.getByRole('button', { name: 'Reset shortcut of Hide' }))
    await user.click(screen.getByRole('button', { name: 'Reset shortcut of Isolate' }))
    await waitFor(() => expect(stored.shortcuts).toEqual({}))
  })

  test('removes a shortcut and resets all shortcuts', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Remove shortcut of Measure' }))
    await waitFor(() => expect(stored.shortcuts).toEqual({ measure: [] }))
    await user.click(screen.getByRole('button', { name: 'Reset all shortcuts' }))
    await waitFor(() => expect(stored.shortcuts).toEqual({}))
    expect(findShortcutButton('Measure').textContent).toBe('M')
  })

  test('rejects keys reserved by the focused control and ignores Tab', async () => {
    const { user } = await open()
    await user.click(findShortcutButton('Hide'))
    await user.keyboard(' ')
    expect(await screen.findByText(/reserved by the focused control/)).toBeTruthy()
    await user.tab()
    expect(findShortcutButton('Hide').textContent).toBe('H')
    expect(server.calls('PATCH /api/auth/preferences')).toEqual([])
  })

  test('restores the old keys when saving fails', async () => {
    server.on('PATCH /api/auth/preferences', () => errorResponse(503, 'not-ready', 'The service is starting'))
    const { user } = await open()
    await user.click(findShortcutButton('Hide'))
    await user.keyboard('j')
    await waitFor(() => expect(findShortcutButton('Hide').textContent).toBe('H'))
    expect((await screen.findAllByText(/The change couldn’t be saved/)).length).toBeGreaterThan(0)
  })
})
