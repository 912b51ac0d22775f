import type { SignInResponse, SignInStep } from '@kamar/contracts'
import i18next from 'i18next'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { publicApi } from '../../shared/api/api.js'
import { returnTo } from '../../shared/auth/return-to.js'
import { enterBy } from '../../shared/auth/session.js'
import { isErrorCode, messageOfCode } from '../../shared/errors/error-message.js'

/** Which of the two sign-in pages this is. */
export type Entrance = 'user' | 'administrator'

export interface SignIn {
  readonly entrance: Entrance
  /** The step that is still missing; null at the beginning. */
  readonly step: SignInStep | null
  /** What went wrong on the way here, from an identity provider's page. */
  readonly problem: string | null
  readonly dismissProblem: () => void
  /** Back from an identity provider: the form waits. */
  readonly arriving: boolean
  /** One step of signing in. On the last one the guard of visitors' pages leads on. */
  readonly enter: (ask: () => Promise<SignInResponse>) => Promise<void>
  /** Back to the first step. */
  readonly restart: (problem: string | null) => void
}

const providerTitles: Readonly<Record<string, string>> = { google: 'Google', microsoft: 'Microsoft' }

/** Signing in, whatever it takes: the first step on this page or at an identity provider, then what is missing. */
export function useSignIn(entrance: Entrance): SignIn {
  const [step, setStep] = useState<SignInStep | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [arriving, setArriving] = useState(false)
  const enter = async (ask: () => Promise<SignInResponse>): Promise<void> => {
    setStep(
      await enterBy(async () => {
        const answer = await ask()
        if (entrance === 'administrator' && 'access_token' in answer) returnTo.remember('/AdminPage')
        return answer
      }),
    )
  }
  useArrival(async (arrival) => {
    if (arrival.problem !== undefined) setProblem(problemOf(arrival.problem, arrival.provider))
    else if (arrival.ticket !== undefined) {
      const next = arrival.next === 'set-up-two-factor' ? arrival.next : 'second-factor'
      setStep({ next, ticket: arrival.ticket, expires_in: 0 })
    } else {
      setArriving(true)
      await enter(() => publicApi.call('refresh'))
        .catch(() => setProblem(problemOf('provider-refused', arrival.provider)))
        .finally(() => setArriving(false))
    }
  })
  return {
    entrance,
    step,
    problem,
    dismissProblem: () => setProblem(null),
    arriving,
    enter,
    restart(text) {
      setStep(null)
      setProblem(text)
    },
  }
}

interface Arrival {
  readonly provider?: string
  readonly problem?: string
  readonly ticket?: string
  /** Where the ticket leads. */
  readonly next?: string
}

/** What an identity provider's round trip left behind the `#` of the address; read once, and out of sight at once. */
function useArrival(arrive: (arrival: Arrival) => Promise<void>): void {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  // Once per arrival: what it leads to changes the page, and not the other way round.
  const readOnce = useEffectEvent((text: string) => {
    const facts: Arrival = Object.fromEntries(new URLSearchParams(text))
    if (facts.provider === undefined && facts.ticket === undefined) return
    void navigate(pathname, { replace: true })
    void arrive(facts)
  })
  useEffect(() => readOnce(hash.slice(1)), [hash])
}

function problemOf(code: string, provider: string | undefined): string {
  if (code === 'provider-refused' && provider === 'google') return i18next.t('account.googleFailed')
  const details = { provider: providerTitles[provider ?? ''] ?? '' }
  return isErrorCode(code) ? messageOfCode(code, details) : i18next.t('errors.unexpected')
}
