import { type CompanyForm, type CompanyRecord, groupLimits } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '../../../platform/design/dialog.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'

const bytesPerGigabyte = 1024 ** 3
const defaultGigabytes = 1_000

interface CompanyFieldsProps {
  readonly company?: CompanyRecord
  readonly confirm: string
  readonly onSubmit: (form: CompanyForm) => Promise<unknown>
  readonly onCancel: () => void
}

/** Renders the name and the plan of a company account. */
export function CompanyFields({ company, confirm, onCancel, onSubmit }: CompanyFieldsProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(company?.name ?? '')
  const [gigabytes, setGigabytes] = useState(
    String(company ? Math.round(company.quotaBytes / bytesPerGigabyte) : defaultGigabytes),
  )
  const { begin, busy, error } = useAsyncAction({ inPlace: true })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin(() => onSubmit({ name: name.trim(), quotaBytes: Math.round(Number(gigabytes) * bytesPerGigabyte) }))
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <TextField
        label={t('companies.name')}
        value={name}
        required
        autoComplete="off"
        maxLength={groupLimits.nameCharacters}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t('companies.quota')}
        type="number"
        min={0}
        max={1_000_000}
        required
        value={gigabytes}
        onChange={(event) => setGigabytes(event.currentTarget.value)}
      />
      <FormError text={error} />
      <FormButtons confirm={confirm} busy={busy} canSubmit={name.trim() !== ''} onCancel={onCancel} />
    </form>
  )
}
