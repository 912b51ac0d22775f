import type { AdminUser } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../platform/design/dialog.js'
import type { useUserChanges } from './use-user-changes.js'

interface ResetTwoFactorDialogProps {
  /** Null: the dialog is closed. */
  readonly user: AdminUser | null
  readonly changes: ReturnType<typeof useUserChanges>
  readonly onClose: () => void
}

/** Explains the effect of disabling a user's second factor, and does it on confirmation. */
export function ResetTwoFactorDialog({ user, changes, onClose }: ResetTwoFactorDialogProps) {
  const { t } = useTranslation()
  const { resetTwoFactor } = changes
  return (
    <ConfirmDialog
      open={user !== null}
      title={t('admin.resetTwoFactor')}
      confirm={t('admin.resetTwoFactor')}
      confirming={t('admin.resetTwoFactor')}
      busy={resetTwoFactor.isPending}
      onConfirm={() => user && resetTwoFactor.mutate(user.id, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p>{t('admin.resetTwoFactorText', { name: user?.name ?? '', email: user?.email ?? '' })}</p>
      <p>{t('admin.resetTwoFactorThen')}</p>
    </ConfirmDialog>
  )
}
