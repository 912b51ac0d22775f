import type { AdminUser, AccountStatus } from '@kamar/contracts'
import type { useUserChanges } from './use-user-changes.js'

/** Props of both layouts of the list. */
export interface UsersShownProps {
  readonly users: readonly AdminUser[]
  readonly selected: ReadonlySet<string>
  readonly onChoose: (ids: readonly string[], on: boolean) => void
  readonly changes: ReturnType<typeof useUserChanges>
  readonly onDelete: (users: readonly AdminUser[]) => void
  readonly onResetTwoFactor: (user: AdminUser) => void
  readonly onPasswordLink: (user: AdminUser) => void
  readonly onUploadLimit: (user: AdminUser) => void
  /** Sets a status; rejection needs confirmation, every other status takes effect at once. */
  readonly onStatus: (user: AdminUser, status: AccountStatus) => void
  readonly requiresApproval: boolean
}
