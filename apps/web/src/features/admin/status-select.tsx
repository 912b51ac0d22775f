import { type AccountStatus, AccountStatus as StatusShape } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../shared/design/class-names.js'

export const statuses = StatusShape.options

const tones: Record<AccountStatus, string> = {
  pending: 'border-transparent bg-warning-soft text-warning',
  approved: 'border-transparent bg-success-soft text-success',
  rejected: 'border-transparent bg-danger-soft text-danger',
}

interface StatusSelectProps {
  readonly name: string
  readonly status: AccountStatus
  readonly disabled: boolean
  readonly onChange: (status: AccountStatus) => void
}

/** Where an application stands; a choice takes effect at once, on the server. */
export function StatusSelect({ name, status, disabled, onChange }: StatusSelectProps) {
  const { t } = useTranslation()
  return (
    <select
      aria-label={t('admin.statusOf', { name })}
      value={status}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value as AccountStatus)}
      className={classNames(
        'h-8 pointer-coarse:h-11 rounded-control border px-2 text-13 font-medium disabled:opacity-60',
        tones[status],
      )}
    >
      {statuses.map((value) => (
        <option key={value} value={value} className="bg-surface text-text">
          {t(`admin.status.${value}`)}
        </option>
      ))}
    </select>
  )
}
