import { type AdminUser, limits } from '@kamar/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../platform/design/dialog.js'
import { TextArea } from '../../../platform/design/fields/text-area.js'
import type { useUserChanges } from './use-user-changes.js'

interface RejectDialogProps {
  /** Empty: the dialog is closed. */
  readonly users: readonly AdminUser[]
  readonly changes: ReturnType<typeof useUserChanges>
  readonly onClose: () => void
}

/** Confirms the rejection of accounts, with a reason for their owners. */
export function RejectDialog({ users, changes, onClose }: RejectDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const { bulk } = changes
  const close = (): void => {
    setReason('')
    onClose()
  }
  const reject = (): void =>
    bulk.mutate({ ids: users.map(({ id }) => id), action: 'reject', reason: reason.trim() }, { onSettled: close })
  const [first] = users
  return (
    <ConfirmDialog
      open={users.length > 0}
      title={
        users.length === 1 && first
          ? t('admin.rejectOneTitle', { name: first.name })
          : t('admin.rejectTitle', { count: users.length })
      }
      confirm={t('admin.bulk.reject')}
      busy={bulk.isPending}
      onConfirm={reject}
      onCancel={close}
    >
      <p>{t('admin.rejectText', { count: users.length })}</p>
      <TextArea
        className="pt-3"
        label={t('admin.rejectReason')}
        hint={t('admin.rejectReasonHint')}
        value={reason}
        maxLength={limits.maxReasonCharacters}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
