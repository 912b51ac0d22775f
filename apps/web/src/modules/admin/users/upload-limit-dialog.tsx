import { type AdminUser, formatLimitBytes, limits } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { inputClass, TextField } from '../../../platform/design/fields/text-field.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import type { useUserChanges } from './use-user-changes.js'

const unitBytes = { megabytes: 1024 ** 2, gigabytes: 1024 ** 3 } as const
type Unit = keyof typeof unitBytes
const units = Object.keys(unitBytes) as Unit[]

interface UploadLimitDialogProps {
  readonly user: AdminUser
  readonly changes: ReturnType<typeof useUserChanges>
  readonly onClose: () => void
}

/** Asks for the upload limit of an account; an empty field is the limit of the deployment. */
export function UploadLimitDialog({ user, changes: { change }, onClose }: UploadLimitDialogProps) {
  const { t } = useTranslation()
  const { uploadLimitBytes } = user
  const [unit, setUnit] = useState<Unit>((uploadLimitBytes ?? 0) < unitBytes.gigabytes ? 'megabytes' : 'gigabytes')
  const [amount, setAmount] = useState(uploadLimitBytes === null ? '' : String(uploadLimitBytes / unitBytes[unit]))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const bytes = amount === '' ? null : Math.round(Number(amount) * unitBytes[unit])
    change.mutate({ id: user.id, body: { uploadLimitBytes: bytes } }, { onSuccess: onClose })
  }
  return (
    <ContentDialog title={t('admin.uploadLimitOf', { name: user.name })} width="narrow" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="flex items-start gap-2">
          <TextField
            className="min-w-0 grow"
            label={t('admin.uploadLimitAmount')}
            hint={t('admin.uploadLimitHint', { limit: formatLimitBytes(currentLanguage(), limits.maxUploadBytes) })}
            type="number"
            min={1 / unitBytes.megabytes}
            max={limits.maxUploadBytes / unitBytes[unit]}
            step="any"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <div className="w-28 shrink-0">
            <label htmlFor="upload-limit-unit" className="mb-1.5 block text-13 font-medium">
              {t('admin.uploadLimitUnit')}
            </label>
            <select
              id="upload-limit-unit"
              value={unit}
              onChange={(event) => setUnit(event.currentTarget.value as Unit)}
              className={inputClass}
            >
              {units.map((value) => (
                <option key={value} value={value}>
                  {t(`admin.unit.${value}`)}
                </option>
              ))}
            </select>
          </div>
        </div>
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" tone="primary" busy={change.isPending}>
            {t('admin.uploadLimitSave')}
          </Button>
        </div>
      </form>
    </ContentDialog>
  )
}
