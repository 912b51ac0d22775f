import { useSyncExternalStore } from 'react'
import { createObservable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'

export type ThemeChoice = 'system' | 'light' | 'dark'
export const themeChoices = ['system', 'light', 'dark'] as const

const read = (): ThemeChoice => {
  const stored = storage.read(storageKeys.theme)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const choice = createObservable<ThemeChoice>(read())

/** Returns the theme choice. A prerendered page follows the system until React has hydrated it. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(choice.subscribe, choice.get, () => 'system')

/** Follows the system, or sets one theme on this device. `first-paint.js` applies the choice before the first paint. */
export function chooseTheme(next: ThemeChoice): void {
  if (next === 'system') storage.remove(storageKeys.theme)
  else storage.write(storageKeys.theme, next)
  show(next)
}

function show(next: ThemeChoice): void {
  if (next === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = next
  choice.set(next)
}

// Follows a choice in another tab.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKeys.theme || key === null) show(read())
})

/** Registers a listener for changes of the displayed colours: by choice or because the system's theme changed. */
export function whenThemeChanges(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', listener)
  const unsubscribe = choice.subscribe(listener)
  return () => {
    system.removeEventListener('change', listener)
    unsubscribe()
  }
}

/** Returns the displayed theme, whether chosen or the system's. */
export function shownTheme(): 'light' | 'dark' {
  const theme = document.documentElement.dataset['theme']
  if (theme === 'light' || theme === 'dark') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
