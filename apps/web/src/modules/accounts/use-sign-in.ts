import type { SignInResponse, SignInStep } from '@kamar/contracts'
import i18next from 'i18next'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { publicApi } from '../../platform/api/api.js'
import { returnTo } from '../../platform/auth/return-to.js'
import { signInWith } from '../../platform/auth/session.js'
import { isErrorCode, messageOfCode } from '../../platform/errors/error-message.js'

/** Type of sign-in page. */
export type SignInMode = 'user' | 'administrator'

export interface SignIn {
  readonly mode: SignInMode
  /** Next required step; null at the beginning. */
  readonly step: SignInStep | null
  /** Error that an identity provider's page has redirected with. */
  readonly error: string | null
  readonly dismissError: () => void
  /** Whether the user returns from an identity provider: the form waits. */
  readonly arriving: boolean
  /** Runs one step of signing in. After the last one the guard of visitors' pages redirects. */
  readonly enter: (signInRequest: () => Promise<SignInResponse>) => Promise<void>
  /** Returns to the first step. */
  readonly restart: (error: string | null) => void
}

const providerTitles: Readonly<Record<string, string>> = { google: 'Google', microsoft: 'Microsoft' }

/** Handles all steps of signing in: the first one on this page or at an identity provider, then the missing ones. */
export function useSignIn(mode: SignInMode): SignIn {
  const [step, setStep] = useState<SignInStep | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [arriving, setArriving] = useState(false)
  const enter = async (signInRequest: () => Promise<SignInResponse>): Promise<void> => {
    setStep(
      await signInWith(async () => {
        const result = await signInRequest()
        if (mode === 'administrator' && 'access_token' in result) returnTo.remember('/AdminPage')
        return result
      }),
    )
  }
  usePendingSignIn(async (pendingSignIn) => {
    if (pendingSignIn.problem !== undefined) setError(formatError(pendingSignIn.problem, pendingSignIn.provider))
    else if (pendingSignIn.ticket !== undefined) {
      const next = pendingSignIn.next === 'set-up-two-factor' ? pendingSignIn.next : 'second-factor'
      setStep({ next, ticket: pendingSignIn.ticket, expires_in: 0 })
    } else {
      setArriving(true)
      await enter(() => publicApi.call('refresh'))
        .catch(() => setError(formatError('provider-refused', pendingSignIn.provider)))
        .finally(() => setArriving(false))
    }
  })
  return {
    mode,
    step,
    error,
    dismissError: () => setError(null),
    arriving,
    enter,
    restart(text) {
      setStep(null)
      setError(text)
    },
  }
}

interface PendingSignIn {
  readonly provider?: string
  readonly problem?: string
  readonly ticket?: string
  /** Next step for the ticket. */
  readonly next?: string
}

/** Handles the result of an identity provider in the fragment of the URL; reads it once, and removes it at once. */
function usePendingSignIn(onSignIn: (pendingSignIn: PendingSignIn) => Promise<void>): void {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  // Once per return: its result changes the page, and not the other way round.
  const readOnce = useEffectEvent((text: string) => {
    const pendingSignIn: PendingSignIn = Object.fromEntries(new URLSearchParams(text))
    if (pendingSignIn.provider === undefined && pendingSignIn.ticket === undefined) return
    void navigate(pathname, { replace: true })
    void onSignIn(pendingSignIn)
  })
  useEffect(() => readOnce(hash.slice(1)), [hash])
}

function formatError(code: string, provider: string | undefined): string {
  if (code === 'provider-refused' && provider === 'google') return i18next.t('account.googleFailed')
  const details = { provider: providerTitles[provider ?? ''] ?? '' }
  return isErrorCode(code) ? messageOfCode(code, details) : i18next.t('errors.unexpected')
}
