import { useTranslation } from 'react-i18next'
import { publicApi } from '../../../platform/api/api.js'
import { AccountForm } from './account-form.js'
import { AccountShell } from '../account-shell.js'
import { FirstPasswordField } from './first-password-field.js'
import { type NextStepProps, restartWhenExpired } from './second-factor-form.js'
import { fieldText } from '../../../platform/field-text.js'
import { useForm } from './use-form.js'

/** Lets the owner replace the one-time password that an administrator typed. */
export function OwnPasswordForm({ signIn, ticket }: NextStepProps) {
  const { t } = useTranslation()
  const form = useForm(
    (fields) =>
      signIn.enter(() =>
        publicApi.call('loginNewPassword', { body: { ticket, password: fieldText(fields, 'password') } }),
      ),
    { onError: (error) => restartWhenExpired(signIn, error) },
  )
  return (
    <AccountShell heading={t('ownPassword.heading')} subtitle={t('ownPassword.subtitle')}>
      <AccountForm form={form} submit={t('ownPassword.submit')} submitting={t('ownPassword.submitting')} takesFocus>
        <FirstPasswordField />
      </AccountForm>
    </AccountShell>
  )
}
