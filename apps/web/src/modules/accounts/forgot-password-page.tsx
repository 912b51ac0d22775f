import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../platform/api/api.js'
import { useTitle } from '../../platform/use-title.js'
import { AccountForm } from './forms/account-form.js'
import { AccountShell } from './account-shell.js'
import { EmailField } from './forms/email-field.js'
import { Outcome } from './outcome.js'
import { TextLink } from './text-link.js'
import { fieldText } from '../../platform/field-text.js'
import { useForm } from './forms/use-form.js'
import { useSignInOptions } from './use-sign-in-options.js'

/** Requests a link for a new password. The result is the same for every address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const options = useSignInOptions()
  const form = useForm(async (fields) => {
    await publicApi.call('forgotPassword', { body: { email: fieldText(fields, 'email') } })
    setSent(true)
  })
  useTitle(t('forgot.title'))
  if (sent) {
    return options?.mail === false ? (
      <Outcome heading={t('forgot.askHeading')} text={t('forgot.askAdministrator')} />
    ) : (
      <Outcome heading={t('forgot.sentHeading')} text={t('forgot.sent')} />
    )
  }
  return (
    <AccountShell heading={t('forgot.heading')} subtitle={t('forgot.subtitle')}>
      <AccountForm form={form} submit={t('forgot.submit')} submitting={t('forgot.submitting')}>
        <EmailField />
      </AccountForm>
      <p className="mt-8 text-14 text-muted">
        <TextLink to="/signin">{t('forgot.back')}</TextLink>
      </p>
    </AccountShell>
  )
}
