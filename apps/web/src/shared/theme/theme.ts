import { createObservable, useObservable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'

export type ThemeChoice = 'system' | 'light' | 'dark'
export const themeChoices = ['system', 'light', 'dark'] as const

const read = (): ThemeChoice => {
  const stored = storage.read(storageKeys.theme)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const choice = createObservable<ThemeChoice>(read())

export const useThemeChoice = (): ThemeChoice => useObservable(choice)

/** Follows the system, or holds one theme on this device. `first-paint.js` applies the choice before the first paint. */
export function chooseTheme(next: ThemeChoice): void {
  if (next === 'system') {
    storage.remove(storageKeys.theme)
    delete document.documentElement.dataset['theme']
  } else {
    storage.write(storageKeys.theme, next)
    document.documentElement.dataset['theme'] = next
  }
  choice.set(next)
}

/** Calls back when the colours on screen change: by choice or because the system's theme changed. */
export function whenThemeChanges(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', listener)
  const unsubscribe = choice.subscribe(listener)
  return () => {
    system.removeEventListener('change', listener)
    unsubscribe()
  }
}
