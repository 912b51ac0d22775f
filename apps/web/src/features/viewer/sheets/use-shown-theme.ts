import { useSyncExternalStore } from 'react'
import { shownTheme, whenThemeChanges } from '../../../shared/theme/theme.js'

/** The page's theme now, whoever changed it. */
export const useShownTheme = (): 'light' | 'dark' =>
  useSyncExternalStore(whenThemeChanges, shownTheme, () => 'light' as const)
