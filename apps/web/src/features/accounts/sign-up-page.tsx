import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { publicApi } from '../../shared/api/api.js'
import { Button } from '../../shared/design/button.js'
import { TextField } from '../../shared/design/text-field.js'
import { useTitle } from '../../shared/use-title.js'
import { AccountShell } from './account-shell.js'
import { FormProblem } from '../../shared/design/form-problem.js'
import { NewPasswordField } from './new-password-field.js'
import { ProviderButtons } from './provider-buttons.js'
import { fieldText, useForm } from './use-form.js'

export function SignUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm(async (fields) => {
    const [email, name, password] = ['email', 'name', 'password'].map((field) => fieldText(fields, field))
    await publicApi.call('register', { body: { email: email ?? '', name: name ?? '', password: password ?? '' } })
    await navigate('/thank-you')
  })
  useTitle(t('signUp.title'))
  return (
    <AccountShell heading={t('signUp.heading')} subtitle={t('signUp.subtitle')}>
      <form onSubmit={form.onSubmit} onInput={form.onInput} aria-busy={form.busy}>
        <fieldset disabled={form.busy} className="space-y-5">
          <FormProblem text={form.problem} />
          <TextField label={t('account.email')} name="email" type="email" autoComplete="username" required />
          <TextField label={t('account.company')} name="name" autoComplete="organization" maxLength={120} required />
          <NewPasswordField />
          <Button type="submit" tone="primary" size="large" busy={form.busy} className="w-full">
            {form.busy ? t('signUp.submitting') : t('signUp.submit')}
          </Button>
        </fieldset>
      </form>
      <ProviderButtons />
      <p className="mt-8 text-14 text-muted">
        {t('signUp.hasAccount')}{' '}
        <Link to="/signin" className="font-medium text-accent underline underline-offset-4 hover:text-accent-hover">
          {t('signUp.signIn')}
        </Link>
      </p>
    </AccountShell>
  )
}
