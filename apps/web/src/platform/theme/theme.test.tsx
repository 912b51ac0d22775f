import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { chooseTheme, whenThemeChanges } from './theme.js'
import { ThemeSwitch } from './theme-switch.js'

const root = document.documentElement

beforeEach(() => layOut(desktop))
afterEach(() => {
  cleanup()
  chooseTheme('system')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('theme', () => {
  test('is applied and stored on the device when it is chosen', () => {
    chooseTheme('dark')
    expect(root.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
  })

  test('has no stored value when it follows the system', () => {
    chooseTheme('light')
    chooseTheme('system')
    expect(root.dataset['theme']).toBeUndefined()
    expect(localStorage.getItem('theme')).toBeNull()
  })

  test('follows another tab', () => {
    localStorage.setItem('theme', 'dark')
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(root.dataset['theme']).toBe('dark')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(root.dataset['theme']).toBeUndefined()
  })

  test('notifies listeners of a choice and of a system change', () => {
    const system = Object.assign(new EventTarget(), { matches: false })
    vi.stubGlobal('matchMedia', () => system)
    const listener = vi.fn()
    const stop = whenThemeChanges(listener)
    chooseTheme('dark')
    system.dispatchEvent(new Event('change'))
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    chooseTheme('light')
    system.dispatchEvent(new Event('change'))
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

test('ThemeSwitch offers System, Light and Dark', async () => {
  const { user } = await renderPart(<ThemeSwitch />)
  await user.click(screen.getByRole('button', { name: 'Theme' }))
  const names = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
  expect(names).toEqual(['System', 'Light', 'Dark'])
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(root.dataset['theme']).toBe('dark')
})
