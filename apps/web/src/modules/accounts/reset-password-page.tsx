import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../platform/api/api.js'
import { getSession, signOut } from '../../platform/auth/session.js'
import { FormError } from '../../platform/design/fields/form-error.js'
import { useTitle } from '../../platform/use-title.js'
import { AccountForm } from './forms/account-form.js'
import { AccountShell } from './account-shell.js'
import { FirstPasswordField } from './forms/first-password-field.js'
import { Outcome } from './outcome.js'
import { TextLink } from './text-link.js'
import { fieldText } from '../../platform/field-text.js'
import { useForm } from './forms/use-form.js'
import { useLinkCode } from './use-link-code.js'

/** Handles mailed links for a password: `/reset-password#code=`, of a reset or of an invitation. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const code = useLinkCode()
  const [done, setDone] = useState(false)
  useTitle(t('reset.title'))
  if (done) return <Outcome heading={t('reset.doneHeading')} text={t('reset.done')} />
  return (
    <AccountShell heading={t('reset.heading')} subtitle={t('reset.subtitle')}>
      {code === null ? (
        <FormError text={t('account.codeMissing')} />
      ) : (
        <ResetForm code={code} onDone={() => setDone(true)} />
      )}
      <p className="mt-8 text-14 text-muted">
        <TextLink to="/forgot-password">{t('reset.again')}</TextLink>
      </p>
    </AccountShell>
  )
}

function ResetForm({ code, onDone }: { code: string; onDone: () => void }) {
  const { t } = useTranslation()
  const form = useForm(async (fields) => {
    await publicApi.call('resetPassword', { body: { code, password: fieldText(fields, 'password') } })
    // The signed-in user may be another one; the account of the link is signed out everywhere already.
    if (getSession().signedIn) await signOut()
    onDone()
  })
  return (
    <AccountForm form={form} submit={t('reset.submit')} submitting={t('reset.submitting')}>
      <FirstPasswordField />
    </AccountForm>
  )
}
