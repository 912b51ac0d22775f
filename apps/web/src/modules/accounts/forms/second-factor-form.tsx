import { ApiError } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../../platform/api/api.js'
import { Button } from '../../../platform/design/button.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { AccountForm } from './account-form.js'
import { AccountShell } from '../account-shell.js'
import { fieldText } from '../../../platform/field-text.js'
import { useForm } from './use-form.js'
import type { SignIn } from '../use-sign-in.js'

export interface NextStepProps {
  readonly signIn: SignIn
  readonly ticket: string
}

/** Renders the second step, for accounts with an authenticator app. */
export function SecondFactorForm({ signIn, ticket }: NextStepProps) {
  const { t } = useTranslation()
  const form = useForm(
    (fields) =>
      signIn.enter(() => publicApi.call('loginSecondFactor', { body: { ticket, code: fieldText(fields, 'code') } })),
    { onError: (error) => restartWhenExpired(signIn, error) },
  )
  return (
    <AccountShell heading={t('secondFactor.heading')} subtitle={t('secondFactor.subtitle')}>
      <AccountForm form={form} submit={t('secondFactor.submit')} submitting={t('secondFactor.submitting')} takesFocus>
        <TextField
          label={t('secondFactor.code')}
          hint={t('secondFactor.hint')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
      </AccountForm>
      <Button tone="quiet" onClick={() => signIn.restart(null)} className="mt-4 w-full">
        {t('secondFactor.restart')}
      </Button>
    </AccountShell>
  )
}

/** Restarts sign-in when the ticket has expired, after ten minutes. */
export function restartWhenExpired(signIn: SignIn, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'sign-in-expired') return false
  signIn.restart(errorMessage(error))
  return true
}
