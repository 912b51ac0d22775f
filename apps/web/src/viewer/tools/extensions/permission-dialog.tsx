import type { UserExtension } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../platform/design/dialog.js'

interface PermissionDialogProps {
  /** Null when the dialog is closed. */
  readonly extension: UserExtension | null
  readonly onGrant: (extension: UserExtension) => void
  readonly onClose: () => void
}

/**
 * Shows the permissions that a third-party extension requests, and those that it can never have; once per set of
 * permissions.
 */
export function PermissionDialog({ extension, onGrant, onClose }: PermissionDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      open={extension !== null}
      title={t('extensions.ask', { name: extension?.name ?? '' })}
      confirm={t('extensions.grant')}
      tone="primary"
      onConfirm={() => (extension ? onGrant(extension) : undefined)}
      onCancel={onClose}
    >
      <p>{t('extensions.askFrom', { publisher: extension?.publisher ?? '', address: extension?.manifestUrl ?? '' })}</p>
      <ul className="my-2 list-disc ps-5">
        {extension?.permissions.map((permission) => (
          <li key={permission}>{t(`extensions.permission.${permission}`)}</li>
        ))}
      </ul>
      <p>{t('extensions.never')}</p>
    </ConfirmDialog>
  )
}
