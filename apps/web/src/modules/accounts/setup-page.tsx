import { administratorSignInPath } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { publicApi } from '../../platform/api/api.js'
import { signInWith, getSession, signOut } from '../../platform/auth/session.js'
import { notify } from '../../platform/design/toasts-state.js'
import { TextField } from '../../platform/design/fields/text-field.js'
import { useTitle } from '../../platform/use-title.js'
import { AccountForm } from './forms/account-form.js'
import { AccountShell } from './account-shell.js'
import { EmailField } from './forms/email-field.js'
import { FormError } from '../../platform/design/fields/form-error.js'
import { FirstPasswordField } from './forms/first-password-field.js'
import { fieldText } from '../../platform/field-text.js'
import { useForm } from './forms/use-form.js'

/** Handles the one-time link that the server prints when it has no administrator yet: `/setup?code=`. */
export function SetupPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  useTitle(t('setup.title'))
  return (
    <AccountShell heading={t('setup.heading')} subtitle={t('setup.subtitle')}>
      {code === '' ? <FormError text={t('setup.codeMissing')} /> : <SetupForm code={code} />}
    </AccountShell>
  )
}

function SetupForm({ code }: { code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm(async (fields) => {
    const body = {
      code,
      username: fieldText(fields, 'username'),
      email: fieldText(fields, 'email'),
      password: fieldText(fields, 'password'),
    }
    await publicApi.call('setup', { body })
    if (getSession().signedIn) await signOut()
    const isSignedIn = await signInAdministrator(body)
    notify(t(isSignedIn ? 'setup.done' : 'setup.signIn'))
    await navigate(isSignedIn ? '/AdminPage' : administratorSignInPath, { replace: true })
  })
  return (
    <AccountForm form={form} submit={t('setup.submit')} submitting={t('setup.submitting')}>
      <TextField label={t('setup.username')} name="username" autoComplete="nickname" maxLength={120} required />
      <EmailField />
      <FirstPasswordField />
    </AccountForm>
  )
}

/** Signs in; returns false when the password alone is not enough: the code of the link is used up all the same. */
async function signInAdministrator({ username, password }: { username: string; password: string }): Promise<boolean> {
  const body = { username, password, remember: false }
  return signInWith(() => publicApi.call('adminLogin', { body })).then(
    (missingStep) => missingStep === null,
    () => false,
  )
}
