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

describe('a theme', () => {
  test('that was chosen holds on this device', () => {
    chooseTheme('dark')
    expect(root.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
  })

  test('as the system leaves no trace', () => {
    chooseTheme('light')
    chooseTheme('system')
    expect(root.dataset['theme']).toBeUndefined()
    expect(localStorage.getItem('theme')).toBeNull()
  })

  test('that was chosen in another tab is followed, and so is its end', () => {
    localStorage.setItem('theme', 'dark')
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(root.dataset['theme']).toBe('dark')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(root.dataset['theme']).toBeUndefined()
  })

  test('tells who draws colours itself, whether chosen or the system’s', () => {
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

test('the switch offers the system’s theme, light and dark', async () => {
  const { user } = await renderPart(<ThemeSwitch />)
  await user.click(screen.getByRole('button', { name: 'Theme' }))
  const names = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
  expect(names).toEqual(['System', 'Light', 'Dark'])
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(root.dataset['theme']).toBe('dark')
})
