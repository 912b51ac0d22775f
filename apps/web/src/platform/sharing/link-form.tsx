import { collaborationLimits, limits, type ShareLinkForm } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { inputClass, PasswordField, TextField } from '../design/fields/text-field.js'
import { Toggle } from '../design/fields/toggle.js'
import { errorMessage } from '../errors/error-message.js'

/** Days until a link expires; null: until it is revoked. */
const lifetimes = { day: 1, week: 7, month: 30, always: null } as const
type Life = keyof typeof lifetimes
const dayMilliseconds = 86_400_000

interface LinkFormProps {
  /** Rejects with the server's error. */
  readonly onCreate: (form: ShareLinkForm) => Promise<void>
  readonly onCancel: () => void
}

/** Settings of a link. */
interface LinkChoice {
  readonly name: string
  readonly life: Life
  readonly password: string
  readonly mayDownload: boolean
}

const startChoice: LinkChoice = { name: '', life: 'week', password: '', mayDownload: false }

function toForm({ name, life, password, mayDownload }: LinkChoice): ShareLinkForm {
  const days = lifetimes[life]
  return {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(password === '' ? {} : { password }),
    mayDownload,
    expiresAt: days === null ? null : new Date(Date.now() + days * dayMilliseconds).toISOString(),
  }
}

/** Renders recipient, expiry and permissions of a new link. */
export function LinkForm({ onCreate, onCancel }: LinkFormProps) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(startChoice)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const change = (part: Partial<LinkChoice>): void => setChoice({ ...choice, ...part })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    onCreate(toForm(choice)).catch((error: unknown) => {
      setError(errorMessage(error))
      setBusy(false)
    })
  }
  return (
    <form onSubmit={submit} className="mt-2 rounded-card border border-line p-3">
      <LinkFields choice={choice} onChange={change} />
      <Toggle
        label={t('share.mayDownload')}
        checked={choice.mayDownload}
        onChange={(mayDownload) => change({ mayDownload })}
      />
      {error === null ? null : (
        <p role="alert" className="mb-2 text-13 text-danger">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button size="small" tone="primary" type="submit" busy={busy}>
          {t('share.makeLink')}
        </Button>
      </div>
    </form>
  )
}

interface LinkFieldsProps {
  readonly choice: LinkChoice
  readonly onChange: (part: Partial<LinkChoice>) => void
}

function LinkFields({ choice, onChange }: LinkFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t('share.linkName')}
        maxLength={collaborationLimits.linkNameCharacters}
        value={choice.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <label className="text-13 font-medium">
        {t('share.expiry')}
        <select
          className={`${inputClass} mt-1.5 font-normal`}
          value={choice.life}
          onChange={(event) => onChange({ life: event.currentTarget.value as Life })}
        >
          {(Object.keys(lifetimes) as Life[]).map((value) => (
            <option key={value} value={value}>
              {t(`share.lives.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <PasswordField
        label={t('share.password')}
        hint={t('share.passwordHint', { count: limits.minPasswordCharacters })}
        autoComplete="new-password"
        minLength={limits.minPasswordCharacters}
        value={choice.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
    </div>
  )
}
