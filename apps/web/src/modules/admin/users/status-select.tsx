import { type AccountStatus, AccountStatus as StatusShape } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'

export const statuses = StatusShape.options

const tones: Record<AccountStatus, string> = {
  pending: 'border-line bg-surface text-text',
  approved: 'border-transparent bg-success-soft text-success',
  rejected: 'border-transparent bg-danger-soft text-danger',
}

interface StatusSelectProps {
  readonly name: string
  readonly status: AccountStatus
  readonly disabled: boolean
  /** Whether pending accounts wait for approval; otherwise they are used like approved ones. */
  readonly requiresApproval: boolean
  readonly onChange: (status: AccountStatus) => void
}

/** Renders the status of an account; a choice takes effect at once, on the server. */
export function StatusSelect({ name, status, disabled, requiresApproval, onChange }: StatusSelectProps) {
  const { t } = useTranslation()
  const isWaiting = status === 'pending' && requiresApproval
  return (
    <select
      aria-label={t('admin.statusOf', { name })}
      value={status}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value as AccountStatus)}
      className={classNames(
        'h-8 pointer-coarse:h-11 rounded-control border px-2 text-13 font-medium disabled:opacity-60',
        isWaiting ? 'border-transparent bg-warning-soft text-warning' : tones[status],
      )}
    >
      {statuses.map((value) => (
        <option key={value} value={value} className="bg-surface text-text">
          {value === 'pending' && !requiresApproval ? t('admin.pendingActive') : t(`admin.status.${value}`)}
        </option>
      ))}
    </select>
  )
}
