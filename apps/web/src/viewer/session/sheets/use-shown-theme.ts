import { useSyncExternalStore } from 'react'
import { shownTheme, whenThemeChanges } from '../../../platform/theme/theme.js'

/** Returns the current theme of the page and follows its changes. */
export const useShownTheme = (): 'light' | 'dark' =>
  useSyncExternalStore(whenThemeChanges, shownTheme, () => 'light' as const)
