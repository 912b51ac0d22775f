import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.js'
import { fetchAccount } from '../auth/session.js'
import { Button } from '../design/button.js'
import { FormError } from '../design/fields/form-error.js'
import { notify } from '../design/toasts-state.js'
import { PasswordField, TextField } from '../design/fields/text-field.js'
import { Toggle } from '../design/fields/toggle.js'
import { errorMessage } from '../errors/error-message.js'
import { fieldText } from '../field-text.js'
import { AuthenticatorSecret } from '../two-factor/authenticator-secret.js'
import { RecoveryCodes } from '../two-factor/recovery-codes.js'

type Step =
  | { readonly name: 'none' | 'password' | 'end' }
  | { readonly name: 'scan'; readonly uri: string; readonly secret: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] }

const none: Step = { name: 'none' }
const refreshAccount = (): void => void fetchAccount().catch(() => null)

/** Renders the toggle of two-factor sign-in and its set-up steps: password, app, first code, recovery codes. */
export function TwoFactor({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>(none)
  const initialStep = enabled ? 'end' : 'password'
  return (
    <>
      <Toggle
        label={t('preferences.twoFactorAuth')}
        hint={t('preferences.twoFactorAuthHint')}
        checked={enabled || step.name === 'scan' || step.name === 'password'}
        onChange={() => setStep(step.name === 'none' ? { name: initialStep } : none)}
      />
      {step.name === 'password' ? <Begin onStep={setStep} /> : null}
      {step.name === 'scan' ? <Scan {...step} onStep={setStep} /> : null}
      {step.name === 'codes' ? <RecoveryCodes codes={step.codes} onDone={() => setStep(none)} /> : null}
      {step.name === 'end' ? <End onStep={setStep} /> : null}
      {enabled && step.name === 'none' ? <NewCodes onStep={setStep} /> : null}
    </>
  )
}

interface StepProps {
  readonly onStep: (step: Step) => void
}

function Begin({ onStep }: StepProps) {
  const { t } = useTranslation()
  const begin = useMutation({
    mutationFn: (password: string) => api.call('beginTwoFactor', { body: { password } }),
    onSuccess: ({ uri, secret }) => onStep({ name: 'scan', uri, secret }),
  })
  return (
    <StepForm
      work={begin}
      confirm={t('preferences.continue')}
      onCancel={() => onStep(none)}
      field={
        <PasswordField label={t('preferences.yourPassword')} name="value" autoComplete="current-password" required />
      }
    />
  )
}

function Scan({ uri, secret, onStep }: StepProps & { uri: string; secret: string }) {
  const { t } = useTranslation()
  const confirm = useMutation({
    mutationFn: (code: string) => api.call('confirmTwoFactor', { body: { code } }),
    onSuccess({ recoveryCodes }) {
      refreshAccount()
      onStep({ name: 'codes', codes: recoveryCodes })
    },
  })
  return (
    <AuthenticatorSecret uri={uri} secret={secret}>
      <StepForm
        work={confirm}
        confirm={t('preferences.turnOn')}
        onCancel={() => onStep(none)}
        field={
          <TextField
            label={t('preferences.code')}
            name="value"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
          />
        }
      />
    </AuthenticatorSecret>
  )
}

function End({ onStep }: StepProps) {
  const { t } = useTranslation()
  const end = useMutation({
    mutationFn: (code: string) => api.call('endTwoFactor', { body: { code } }),
    onSuccess() {
      refreshAccount()
      notify(t('preferences.turnedOff'))
      onStep(none)
    },
  })
  return (
    <StepForm
      work={end}
      confirm={t('preferences.turnOff')}
      danger
      onCancel={() => onStep(none)}
      field={<FactorCode />}
    />
  )
}

function NewCodes({ onStep }: StepProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const renew = useMutation({
    mutationFn: (code: string) => api.call('renewRecoveryCodes', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onStep({ name: 'codes', codes: recoveryCodes }),
  })
  if (!isConfirming) {
    return (
      <Button size="small" onClick={() => setConfirming(true)}>
        {t('preferences.newCodes')}
      </Button>
    )
  }
  return (
    <StepForm
      work={renew}
      confirm={t('preferences.newCodes')}
      onCancel={() => setConfirming(false)}
      field={<FactorCode />}
    />
  )
}

/** Renders the field of a code; not numeric, as recovery codes contain letters. */
function FactorCode() {
  const { t } = useTranslation()
  return (
    <TextField label={t('preferences.anyCode')} name="value" autoComplete="one-time-code" maxLength={40} required />
  )
}

interface StepFormProps {
  readonly work: {
    readonly mutate: (value: string) => void
    readonly reset: () => void
    readonly isPending: boolean
    readonly isError: boolean
    readonly error: Error | null
  }
  readonly field: ReactNode
  readonly confirm: string
  readonly danger?: boolean
  readonly onCancel: () => void
}

/** Renders one field with its error, and buttons to continue or cancel. */
function StepForm({ work, field, confirm, danger = false, onCancel }: StepFormProps) {
  const { t } = useTranslation()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    work.mutate(fieldText(new FormData(event.currentTarget), 'value'))
  }
  return (
    <form onSubmit={submit} onInput={work.reset} className="mt-3 max-w-90 space-y-4">
      {field}
      <FormError text={work.isError ? errorMessage(work.error) : null} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone={danger ? 'danger' : 'primary'} busy={work.isPending}>
          {confirm}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}
