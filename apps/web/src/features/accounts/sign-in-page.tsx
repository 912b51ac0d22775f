import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { signIn } from '../../shared/auth/session.js'
import { Button } from '../../shared/design/button.js'
import { Checkbox } from '../../shared/design/checkbox.js'
import { PasswordField, TextField } from '../../shared/design/text-field.js'
import { useTitle } from '../../shared/use-title.js'
import { AccountShell } from './account-shell.js'
import { FormProblem } from '../../shared/design/form-problem.js'
import { ProviderButtons } from './provider-buttons.js'
import { fieldText, useForm } from './use-form.js'

/** On success the guard of public pages leads on: to the page asked for before, else to the files. */
const send = (fields: FormData): Promise<void> =>
  signIn({
    email: fieldText(fields, 'email'),
    password: fieldText(fields, 'password'),
    remember: fields.has('remember'),
  })

export function SignInPage() {
  const { t } = useTranslation()
  const form = useForm(send)
  useTitle(t('signIn.title'))
  return (
    <AccountShell heading={t('signIn.welcome')} subtitle={t('signIn.subtitle')}>
      <form onSubmit={form.onSubmit} onInput={form.onInput} aria-busy={form.busy}>
        <fieldset disabled={form.busy} className="space-y-5">
          <FormProblem text={form.problem} />
          <TextField label={t('account.email')} name="email" type="email" autoComplete="username" required />
          <PasswordField label={t('account.password')} name="password" autoComplete="current-password" required />
          <RememberRow />
          <Button type="submit" tone="primary" size="large" busy={form.busy} className="w-full">
            {form.busy ? t('signIn.submitting') : t('signIn.submit')}
          </Button>
        </fieldset>
      </form>
      <ProviderButtons />
      <p className="mt-8 text-14 text-muted">
        {t('signIn.noAccount')}{' '}
        <Link to="/signUp" className="font-medium text-accent underline underline-offset-4 hover:text-accent-hover">
          {t('signIn.signUp')}
        </Link>
      </p>
    </AccountShell>
  )
}

function RememberRow() {
  const { t } = useTranslation()
  const [hintShown, setHintShown] = useState(false)
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Checkbox name="remember" label={t('signIn.remember')} className="me-auto" />
        <button
          type="button"
          aria-expanded={hintShown}
          aria-controls="forgot-hint"
          onClick={() => setHintShown(!hintShown)}
          className="rounded-control py-1 text-13 text-muted underline underline-offset-4 hover:text-text"
        >
          {t('signIn.forgot')}
        </button>
      </div>
      <p id="forgot-hint" role="status" hidden={!hintShown} className="mt-2 text-13 text-muted">
        {t('signIn.forgotHint')}
      </p>
    </div>
  )
}
