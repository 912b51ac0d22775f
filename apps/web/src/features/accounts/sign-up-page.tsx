import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { publicApi } from '../../shared/api/api.js'
import { TextField } from '../../shared/design/text-field.js'
import { useTitle } from '../../shared/use-title.js'
import { AccountForm } from './account-form.js'
import { AccountShell } from './account-shell.js'
import { NewPasswordField } from './new-password-field.js'
import { ProviderButtons } from './provider-buttons.js'
import { TextLink } from './text-link.js'
import { fieldText } from '../../shared/field-text.js'
import { useForm } from './use-form.js'

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
      <AccountForm form={form} submit={t('signUp.submit')} submitting={t('signUp.submitting')}>
        <TextField label={t('account.email')} name="email" type="email" autoComplete="username" required />
        <TextField label={t('account.company')} name="name" autoComplete="organization" maxLength={120} required />
        <NewPasswordField />
      </AccountForm>
      <ProviderButtons />
      <p className="mt-8 text-14 text-muted">
        {t('signUp.hasAccount')} <TextLink to="/signin">{t('signUp.signIn')}</TextLink>
      </p>
    </AccountShell>
  )
}
