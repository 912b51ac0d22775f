import type { ParseKeys } from 'i18next'
import { HardDrive, KeyRound, Laptop, LockKeyhole, type LucideIcon, SlidersHorizontal, UserRound } from 'lucide-react'

interface SettingsPage {
  readonly path: string
  readonly label: ParseKeys
  /** Label in the user menu, where it differs from that of the tab. */
  readonly menuLabel?: ParseKeys
  /** Icon in the user menu; absent for pages that the menu does not offer. */
  readonly Icon?: LucideIcon
}

/** Pages of the account: the tabs of the settings, and what the user menu and the palette of the viewer offer. */
export const settingsPages: readonly SettingsPage[] = [
  { path: '/profile-settings', label: 'settings.profile', menuLabel: 'user.profile', Icon: UserRound },
  { path: '/Preferences', label: 'settings.preferences', Icon: SlidersHorizontal },
  { path: '/security', label: 'settings.security', Icon: LockKeyhole },
  { path: '/storage', label: 'settings.storage', Icon: HardDrive },
  { path: '/on-this-device', label: 'settings.device', Icon: Laptop },
  { path: '/drawing-fonts', label: 'settings.fonts' },
  { path: '/api-access', label: 'settings.apiAccess', Icon: KeyRound },
]
