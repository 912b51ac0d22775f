import { limits, type Profile, type ProfileForm as Form } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { fetchAccount, useSession } from '../../platform/auth/session.js'
import { Button } from '../../platform/design/button.js'
import { FormError } from '../../platform/design/fields/form-error.js'
import { notify } from '../../platform/design/toasts-state.js'
import { TextArea } from '../../platform/design/fields/text-area.js'
import { PasswordField, TextField } from '../../platform/design/fields/text-field.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { profileKey } from './profile-key.js'

type Fields = Form & { readonly email: string }
type FieldName = keyof Fields

const lines = [
  { name: 'firstName', autoComplete: 'given-name' },
  { name: 'lastName', autoComplete: 'family-name' },
  { name: 'email', autoComplete: 'email', type: 'email' },
  { name: 'phone', autoComplete: 'tel', type: 'tel' },
  { name: 'company', autoComplete: 'organization' },
  { name: 'location', autoComplete: 'address-level2' },
] as const

function toFields({ firstName, lastName, email, phone, company, location, bio }: Profile): Fields {
  return { firstName, lastName, email, phone, company, location, bio }
}

/** Edits names and contact details. A changed e-mail requires the password, because it is a sign-in name. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const { account } = useSession()
  const [fields, setFields] = useState(() => toFields(profile))
  const [password, setPassword] = useState('')
  const save = useSaveProfile(({ email }) => {
    setPassword('')
    // A new address may still await its confirmation.
    setFields((current) => ({ ...current, email }))
  })
  const emailChanged = fields.email.trim().toLowerCase() !== profile.email
  const set = (name: FieldName, value: string): void => {
    save.reset()
    setFields((current) => ({ ...current, [name]: value }))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate({ fields, password: emailChanged ? password : null, isSilent: false })
  }
  // With auto-save on, input is saved on blur; the e-mail waits for its password.
  const autoSave = (): void => {
    const changed = lines.some(({ name }) => name !== 'email' && fields[name] !== profile[name])
    const isWanted = (changed || fields.bio !== profile.bio) && account?.preferences.autoSave === true
    if (isWanted && !save.isPending) save.mutate({ fields, password: null, isSilent: true })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears of its fields being left
    <form onSubmit={submit} onBlur={autoSave} className="space-y-5">
      <Lines profile={profile} fields={fields} onChange={set} />
      {emailChanged ? (
        <PasswordField
          label={t('profile.emailPassword')}
          value={password}
          autoComplete="current-password"
          maxLength={limits.maxPasswordCharacters}
          required
          onChange={(event) => {
            save.reset()
            setPassword(event.currentTarget.value)
          }}
        />
      ) : null}
      <TextArea
        label={t('profile.bio')}
        value={fields.bio}
        maxLength={limits.maxBiographyCharacters}
        onChange={(event) => set('bio', event.currentTarget.value)}
      />
      <FormError text={save.isError ? errorMessage(save.error) : null} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Button type="submit" tone="primary" busy={save.isPending && !save.variables.isSilent}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}

interface LinesProps {
  readonly profile: Profile
  readonly fields: Fields
  readonly onChange: (name: FieldName, value: string) => void
}

function Lines({ profile, fields, onChange }: LinesProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {lines.map(({ name, ...input }) => (
        <TextField
          key={name}
          {...input}
          label={t(`profile.${name}`)}
          hint={name === 'email' ? emailHint(profile, t) : undefined}
          value={fields[name]}
          required={name === 'email'}
          maxLength={name === 'email' ? 254 : limits.maxProfileLineCharacters}
          onChange={(event) => onChange(name, event.currentTarget.value)}
        />
      ))}
    </div>
  )
}

function emailHint({ emailVerified, newEmail }: Profile, t: TFunction): string | undefined {
  if (newEmail !== null) return t('profile.emailWaiting', { email: newEmail })
  return emailVerified ? undefined : t('profile.emailUnverified')
}

interface Saving {
  readonly fields: Fields
  /** Null when the e-mail is unchanged. */
  readonly password: string | null
  /** Saved automatically: only a failure is reported. */
  readonly isSilent: boolean
}

function useSaveProfile(onEmailChanged: (saved: Profile) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    async mutationFn({ fields: { email, ...form }, password }: Saving) {
      if (password !== null) await api.call('changeEmail', { body: { email, password } })
      return api.call('saveProfile', { body: form })
    },
    onSuccess(saved, { isSilent, password }) {
      client.setQueryData(profileKey, saved)
      if (password !== null) onEmailChanged(saved)
      fetchAccount().catch(() => null)
      if (!isSilent) notify(t('profile.saved'))
    },
    // The e-mail may have changed before the rest failed.
    onError: () => client.invalidateQueries({ queryKey: profileKey }),
  })
}
