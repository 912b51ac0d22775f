import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { publicApi } from '../../platform/api/api.js'
import { signInWith } from '../../platform/auth/session.js'
import { welcome } from '../../platform/auth/welcome.js'
import { TextField } from '../../platform/design/fields/text-field.js'
import { useTitle } from '../../platform/use-title.js'
import { AccountForm } from './forms/account-form.js'
import { AccountShell } from './account-shell.js'
import { EmailField } from './forms/email-field.js'
import { FirstPasswordField } from './forms/first-password-field.js'
import { ProviderButtons } from './forms/provider-buttons.js'
import { TextLink } from './text-link.js'
import { fieldText } from '../../platform/field-text.js'
import { useForm } from './forms/use-form.js'
import { useSignInOptions } from './use-sign-in-options.js'

export function SignUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const options = useSignInOptions()
  const form = useForm(async (fields) => {
    const [email, name, password, contactName] = ['email', 'name', 'password', 'person'].map((field) =>
      fieldText(fields, field),
    ) as [string, string, string, string]
    await publicApi.call('register', {
      body: { email, name, password, ...(contactName === '' ? {} : { person: contactName }) },
    })
    welcome.set(true)
    await navigate('/thank-you')
    // Where the address has to be confirmed, or an administrator has to approve, the server refuses this sign-in.
    if (!options?.mail) await signInWith(() => publicApi.call('login', { body: { email, password } })).catch(() => null)
  })
  useTitle(t('signUp.title'))
  return (
    <AccountShell heading={t('signUp.heading')} subtitle={t('signUp.subtitle')}>
      <AccountForm form={form} submit={t('signUp.submit')} submitting={t('signUp.submitting')}>
        <EmailField />
        <TextField
          label={t('account.person')}
          hint={t('account.personHint')}
          name="person"
          autoComplete="name"
          maxLength={120}
        />
        <TextField label={t('account.company')} name="name" autoComplete="organization" maxLength={120} required />
        <FirstPasswordField />
      </AccountForm>
      <ProviderButtons />
      <p className="mt-8 text-14 text-muted">
        {t('signUp.hasAccount')} <TextLink to="/signin">{t('signUp.signIn')}</TextLink>
      </p>
    </AccountShell>
  )
}
