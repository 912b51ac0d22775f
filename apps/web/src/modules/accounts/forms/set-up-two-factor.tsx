import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../../platform/api/api.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { fieldText } from '../../../platform/field-text.js'
import { AuthenticatorSecret } from '../../../platform/two-factor/authenticator-secret.js'
import { RecoveryCodes } from '../../../platform/two-factor/recovery-codes.js'
import { AccountForm } from './account-form.js'
import { AccountShell } from '../account-shell.js'
import { type NextStepProps, restartWhenExpired } from './second-factor-form.js'
import { useForm } from './use-form.js'

interface Confirmed {
  readonly recoveryCodes: readonly string[]
  readonly access_token: string
}

/**
 * Renders the last step where the administrator requires two-factor sign-in and the account has none: app, code,
 * recovery codes.
 */
export function SetUpTwoFactor({ signIn, ticket }: NextStepProps) {
  const { t } = useTranslation()
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  return (
    <AccountShell heading={t('setUpTwoFactor.heading')} subtitle={t('setUpTwoFactor.subtitle')}>
      {confirmed === null ? (
        <FirstCode signIn={signIn} ticket={ticket} onConfirmed={setConfirmed} />
      ) : (
        <RecoveryCodes
          codes={confirmed.recoveryCodes}
          onDone={() => void signIn.enter(() => Promise.resolve({ access_token: confirmed.access_token }))}
        />
      )}
    </AccountShell>
  )
}

interface FirstCodeProps extends NextStepProps {
  readonly onConfirmed: (confirmed: Confirmed) => void
}

function FirstCode({ signIn, ticket, onConfirmed }: FirstCodeProps) {
  const { t } = useTranslation()
  // Fetched once for the step: a new secret would invalidate the scanned one.
  const secret = useQuery({
    queryKey: ['set-up-two-factor', ticket],
    queryFn: ({ signal }) => publicApi.call('loginBeginTwoFactor', { body: { ticket } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const form = useForm(
    async (fields) => {
      onConfirmed(await publicApi.call('loginConfirmTwoFactor', { body: { ticket, code: fieldText(fields, 'code') } }))
    },
    { onError: (error) => restartWhenExpired(signIn, error) },
  )
  if (secret.isError) return <FormError text={errorMessage(secret.error)} />
  if (!secret.data) return <Skeleton className="h-44 w-full" />
  return (
    <AuthenticatorSecret {...secret.data}>
      <div className="mt-4">
        <AccountForm form={form} submit={t('preferences.turnOn')} submitting={t('secondFactor.submitting')} takesFocus>
          <TextField
            label={t('preferences.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
          />
        </AccountForm>
      </div>
    </AuthenticatorSecret>
  )
}
