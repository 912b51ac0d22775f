import type { AdminUser } from '@kamar/contracts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import type { useUserChanges } from './use-user-changes.js'

interface BulkBarProps {
  readonly users: readonly AdminUser[]
  readonly changes: ReturnType<typeof useUserChanges>
  readonly onDelete: (users: readonly AdminUser[]) => void
  /** Opens the confirmation of a rejection. */
  readonly onReject: (users: readonly AdminUser[]) => void
  readonly onClear: () => void
}

/** Renders the actions on several accounts at once. */
export function BulkBar({ users, changes, onDelete, onReject, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  const ids = users.map(({ id }) => id)
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-2 sm:px-5">
      <p role="status" className="grow text-14 font-medium tabular-nums">
        {t('files.selected', { count: users.length })}
      </p>
      {(['approve', 'suspend'] as const).map((action) => (
        <Button
          key={action}
          size="small"
          busy={changes.bulk.isPending && changes.bulk.variables.action === action}
          onClick={() => changes.bulk.mutate({ ids, action })}
        >
          {t(`admin.bulk.${action}`)}
        </Button>
      ))}
      <Button size="small" onClick={() => onReject(users)}>
        {t('admin.bulk.reject')}
      </Button>
      <Button size="small" tone="quiet-danger" onClick={() => onDelete(users)}>
        {t('admin.delete')}
      </Button>
      <IconButton label={t('files.clearSelection')} onClick={onClear}>
        <X />
      </IconButton>
    </div>
  )
}
