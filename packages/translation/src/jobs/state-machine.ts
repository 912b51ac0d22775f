import type { TranslationFailure, TranslationFailureCode } from '@kamar/core'
import type { TranslationState } from '@kamar/database'

/**
 * The whole life of a translation:
 *
 *     queued ──claim──▶ running ──▶ succeeded
 *       ▲ ▲                │ ├────▶ failed ───┐
 *       │ └─ another try ──┘ └────▶ cancelled ┤
 *       └──────────── asked for again ────────┘
 *
 * `queued` goes straight to `cancelled` when it is cancelled, and to `failed` when no reader is installed.
 */
export const transitions: Readonly<Record<TranslationState, readonly TranslationState[]>> = {
  queued: ['running', 'cancelled', 'failed'],
  running: ['succeeded', 'failed', 'cancelled', 'queued'],
  succeeded: [],
  failed: ['queued'],
  cancelled: ['queued'],
}

/** Number and duration of attempts, and how long a silent worker keeps a translation. */
export const jobRules = {
  maxAttempts: 3,
  /** Sum of the readers' lifetimes over all attempts. */
  computeBudgetMilliseconds: 30 * 60_000,
  leaseMilliseconds: 30_000,
  heartbeatMilliseconds: 2_000,
  firstBackoffMilliseconds: 1_000,
  maxBackoffMilliseconds: 60_000,
} as const

/** Returns whether the state is final unless the translation is requested again. */
export function isFinal(state: TranslationState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled'
}

/** Faults of ours and of the machine; a fault of the file itself recurs every time. */
const retryableCodes: ReadonlySet<TranslationFailureCode> = new Set(['reader-fault'])

/** Returns whether the same file might succeed another time. */
export function isRetryable(failure: TranslationFailure): boolean {
  return retryableCodes.has(failure.code) || failure.details?.['passing'] === 1
}

/** Attempts and compute time used by a translation. */
export interface AttemptCount {
  readonly attempts: number
  readonly maxAttempts: number
  readonly budgetLeftMilliseconds: number
}

/** The next state of a translation after an unsuccessful attempt. */
export type NextStep =
  | { readonly state: 'queued'; readonly afterMilliseconds: number }
  | { readonly state: 'failed'; readonly failure: TranslationFailure }
  | { readonly state: 'cancelled'; readonly failure: TranslationFailure }

/** Returns the delay before the next attempt: 1 s, 2 s, 4 s, … one minute. */
export function backoffMilliseconds(attempts: number): number {
  return Math.min(jobRules.maxBackoffMilliseconds, jobRules.firstBackoffMilliseconds * 2 ** Math.max(0, attempts - 1))
}

/** Decides after a failed attempt: retry, or fail with a reason that the user can read. */
export function afterFailedAttempt(count: AttemptCount, failure: TranslationFailure): NextStep {
  if (failure.code === 'cancelled') return { state: 'cancelled', failure }
  const exhausted = count.attempts >= count.maxAttempts || count.budgetLeftMilliseconds <= 0
  if (exhausted || !isRetryable(failure)) return { state: 'failed', failure }
  return { state: 'queued', afterMilliseconds: backoffMilliseconds(count.attempts) }
}

/** The failure of an attempt whose worker fell silent. */
export const workerLost: TranslationFailure = { code: 'reader-fault', details: { reason: 'worker-lost' } }
