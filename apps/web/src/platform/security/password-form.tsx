import { limits } from '@kamar/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.js'
import { Button } from '../design/button.js'
import { FormError } from '../design/fields/form-error.js'
import { notify } from '../design/toasts-state.js'
import { PasswordField } from '../design/fields/text-field.js'
import { errorMessage } from '../errors/error-message.js'
import { fieldText } from '../field-text.js'
import { NewPasswordField } from './new-password-field.js'

/** Renders the form to change the password, which ends all other sessions. */
export function PasswordForm() {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const change = useMutation({
    mutationFn: (body: { current: string; password: string }) => api.call('changePassword', { body }),
    onSuccess() {
      form.current?.reset()
      notify(t('profile.passwordChanged'))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    change.mutate({ current: fieldText(fields, 'current'), password: fieldText(fields, 'password') })
  }
  return (
    <form ref={form} onSubmit={submit} onInput={() => change.reset()} className="space-y-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <PasswordField
          label={t('profile.currentPassword')}
          name="current"
          autoComplete="current-password"
          maxLength={limits.maxPasswordCharacters}
          required
        />
        <NewPasswordField
          label={t('profile.newPassword')}
          hint={t('profile.newPasswordHint', { minimum: limits.minPasswordCharacters })}
        />
      </div>
      <FormError text={change.isError ? errorMessage(change.error) : null} />
      <div className="flex justify-end">
        <Button type="submit" busy={change.isPending}>
          {t('profile.changePassword')}
        </Button>
      </div>
    </form>
  )
}
