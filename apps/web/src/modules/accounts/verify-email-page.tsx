import { ApiError } from '@kamar/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../platform/api/api.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { useTitle } from '../../platform/use-title.js'
import { AccountForm } from './forms/account-form.js'
import { AccountShell } from './account-shell.js'
import { EmailField } from './forms/email-field.js'
import { Outcome } from './outcome.js'
import { fieldText } from '../../platform/field-text.js'
import { useForm } from './forms/use-form.js'
import { useLinkCode } from './use-link-code.js'

type State = 'asked' | 'confirmed' | 'sent' | { readonly error: string }

/**
 * Handles mailed links for an address: `/verify-email#code=`. Requires a click, because mail scanners open links too.
 */
export function VerifyEmailPage() {
  const { t } = useTranslation()
  const code = useLinkCode()
  const [state, setState] = useState<State>(code === null ? { error: t('account.codeMissing') } : 'asked')
  useTitle(t('verify.title'))
  if (state === 'confirmed') return <Outcome heading={t('verify.doneHeading')} text={t('verify.done')} />
  if (state === 'sent') return <Outcome heading={t('forgot.sentHeading')} text={t('verify.sent')} />
  if (state !== 'asked' || code === null) {
    return <SendAgain error={state === 'asked' ? '' : state.error} onSent={() => setState('sent')} />
  }
  return <Confirm code={code} onDone={() => setState('confirmed')} onOver={(error) => setState({ error })} />
}

interface ConfirmProps {
  readonly code: string
  readonly onDone: () => void
  /** Handles a link that is no longer valid. */
  readonly onOver: (error: string) => void
}

function Confirm({ code, onDone, onOver }: ConfirmProps) {
  const { t } = useTranslation()
  const takeEnd = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.code !== 'link-not-valid') return false
    onOver(errorMessage(error))
    return true
  }
  const form = useForm(
    async () => {
      await publicApi.call('verifyEmail', { body: { code } })
      onDone()
    },
    { onError: takeEnd },
  )
  return (
    <AccountShell heading={t('verify.heading')} subtitle={t('verify.subtitle')}>
      <AccountForm form={form} submit={t('verify.submit')} submitting={t('verify.submitting')}>
        {null}
      </AccountForm>
    </AccountShell>
  )
}

function SendAgain({ error, onSent }: { error: string; onSent: () => void }) {
  const { t } = useTranslation()
  const form = useForm(async (fields) => {
    await publicApi.call('sendVerification', { body: { email: fieldText(fields, 'email') } })
    onSent()
  })
  return (
    <AccountShell heading={t('verify.heading')} subtitle={t('verify.againSubtitle')}>
      <AccountForm form={form} error={error} submit={t('verify.again')} submitting={t('forgot.submitting')}>
        <EmailField />
      </AccountForm>
    </AccountShell>
  )
}
