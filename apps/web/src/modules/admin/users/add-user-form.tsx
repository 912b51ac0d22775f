import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { Button } from '../../../platform/design/button.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { fieldText } from '../../../platform/field-text.js'
import { Section } from '../../../platform/shell/settings-shell.js'
import { adminKeys } from '../admin-keys.js'

/** Creates an account. The password is visible while typing: it is passed on and valid for one sign-in. */
export function AddUserForm() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const create = useMutation({
    mutationFn: (body: { name: string; email: string; password: string }) => api.call('createUser', { body }),
    async onSuccess(user) {
      form.current?.reset()
      notify(t('admin.created', { name: user.name }))
      await Promise.all([adminKeys.users, adminKeys.overview].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [name, email, password] = [
      fieldText(fields, 'name'),
      fieldText(fields, 'email'),
      fieldText(fields, 'password'),
    ]
    create.mutate({ name, email, password })
  }
  return (
    <Section title={t('admin.addTitle')}>
      <form ref={form} onSubmit={submit} onInput={() => create.reset()} className="space-y-4">
        <div className="grid items-start gap-4 sm:grid-cols-2 md:grid-cols-[1fr_1fr_1fr_auto]">
          <TextField label={t('admin.fullName')} name="name" autoComplete="off" maxLength={120} required />
          <TextField label={t('admin.email')} name="email" type="email" autoComplete="off" maxLength={254} required />
          <TextField
            label={t('admin.password')}
            hint={t('admin.passwordHint')}
            name="password"
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={256}
            required
          />
          <Button type="submit" tone="primary" busy={create.isPending} className="h-11 sm:h-10 md:mt-[1.625rem]">
            {t('admin.create')}
          </Button>
        </div>
        <FormError text={create.isError ? errorMessage(create.error) : null} />
      </form>
    </Section>
  )
}
