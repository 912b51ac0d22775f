import { administratorSignInPath, type SignInResponse } from '@kamar/contracts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Checkbox } from '../../platform/design/fields/checkbox.js'
import { PasswordField } from '../../platform/design/fields/text-field.js'
import { AccountForm } from './forms/account-form.js'
import { AccountShell } from './account-shell.js'
import { OwnPasswordForm } from './forms/own-password-form.js'
import { ProviderButtons } from './forms/provider-buttons.js'
import { SecondFactorForm } from './forms/second-factor-form.js'
import { SetUpTwoFactor } from './forms/set-up-two-factor.js'
import { returnTo } from '../../platform/auth/return-to.js'
import { hasSessionEnded } from '../../platform/auth/session-ended.js'
import { TextLink } from './text-link.js'
import { fieldText } from '../../platform/field-text.js'
import { useForm } from './forms/use-form.js'
import { type SignInMode, type SignIn, useSignIn } from './use-sign-in.js'

interface FirstStepProps {
  readonly mode: SignInMode
  readonly heading: string
  readonly subtitle: string
  /** Message when sign-in fails without a server message. */
  readonly fallback?: string
  readonly signInRequest: (fields: FormData, common: { password: string; remember: boolean }) => Promise<SignInResponse>
  /** Accepts a value that the browser rejects. */
  readonly accepts?: (field: HTMLInputElement) => boolean
  /** Field above the password. */
  readonly children: ReactNode
}

/** Renders a sign-in page: name and password first, then the further steps of the account. */
export function SignInScreen(props: FirstStepProps) {
  const signIn = useSignIn(props.mode)
  if (signIn.step?.next === 'second-factor') return <SecondFactorForm signIn={signIn} ticket={signIn.step.ticket} />
  if (signIn.step?.next === 'new-password') return <OwnPasswordForm signIn={signIn} ticket={signIn.step.ticket} />
  if (signIn.step?.next === 'set-up-two-factor') return <SetUpTwoFactor signIn={signIn} ticket={signIn.step.ticket} />
  return <FirstStep {...props} signIn={signIn} />
}

/** Says why the user has to sign in: the session ended, or a page was requested. */
function SignInReason() {
  const { t } = useTranslation()
  const { state } = useLocation()
  const text = hasSessionEnded(state) ? 'sessionEnded' : returnTo.target() === null ? null : 'continue'
  return text === null ? null : (
    <p className="mb-5 rounded-control bg-sunken px-3 py-2.5 text-14">{t(`signIn.${text}`)}</p>
  )
}

function FirstStep({
  accepts,
  signInRequest,
  children,
  fallback,
  heading,
  signIn,
  subtitle,
}: FirstStepProps & { signIn: SignIn }) {
  const { t } = useTranslation()
  const [remember, setRemember] = useState(false)
  const form = useForm(
    (fields) => signIn.enter(() => signInRequest(fields, { password: fieldText(fields, 'password'), remember })),
    fallback === undefined ? {} : { fallback },
  )
  return (
    <AccountShell heading={heading} subtitle={subtitle}>
      <SignInReason />
      <AccountForm
        form={form}
        {...(accepts && { accepts })}
        error={signIn.error}
        onEdit={signIn.dismissError}
        waiting={signIn.arriving}
        submit={t('signIn.submit')}
        submitting={t('signIn.submitting')}
      >
        {children}
        <PasswordField label={t('account.password')} name="password" autoComplete="current-password" required />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox
            name="remember"
            label={t('signIn.remember')}
            checked={remember}
            onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
            className="me-auto"
          />
          <Link
            to="/forgot-password"
            className="inline-flex min-h-7 items-center rounded-control pointer-coarse:min-h-11 text-13 text-muted underline underline-offset-4 hover:text-text"
          >
            {t('signIn.forgot')}
          </Link>
        </div>
      </AccountForm>
      <ProviderButtons remember={remember} />
      <p className="mt-8 text-14 text-muted">
        {t('signIn.noAccount')} <TextLink to="/signup">{t('signIn.signUp')}</TextLink>
      </p>
      {signIn.mode === 'user' ? (
        <p className="mt-2 text-13 text-muted">
          <TextLink to={administratorSignInPath}>{t('signIn.administrator')}</TextLink>
        </p>
      ) : null}
    </AccountShell>
  )
}
