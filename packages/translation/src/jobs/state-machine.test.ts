import { translationFailureCodes } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { limitExceeded } from '../run/to-failure.js'
import { afterFailedAttempt, backoffMilliseconds, isFinal, transitions, workerLost } from './state-machine.js'

const fresh = { attempts: 1, maxAttempts: 3, budgetLeftMilliseconds: 1000 }

describe('translation state machine', () => {
  it('reaches a final state from every state', () => {
    const reachesAnEnd = (state: keyof typeof transitions, visited = new Set<string>()): boolean => {
      if (isFinal(state)) return true
      if (visited.has(state)) return false
      return transitions[state].some((next) => reachesAnEnd(next, new Set([...visited, state])))
    }
    expect(Object.keys(transitions).filter((state) => !reachesAnEnd(state as keyof typeof transitions))).toEqual([])
  })

  it('never leaves the succeeded state', () => {
    expect(transitions.succeeded).toEqual([])
  })

  it('retries reader faults and lost workers after a delay', () => {
    expect(afterFailedAttempt(fresh, { code: 'reader-fault' })).toEqual({ state: 'queued', afterMilliseconds: 1000 })
    expect(afterFailedAttempt({ ...fresh, attempts: 2 }, workerLost)).toEqual({
      state: 'queued',
      afterMilliseconds: 2000,
    })
  })

  it('retries after a full disk, but not beyond the memory limit', () => {
    expect(afterFailedAttempt(fresh, limitExceeded('free-space', 0)).state).toBe('queued')
    expect(afterFailedAttempt(fresh, limitExceeded('memory', 1)).state).toBe('failed')
  })

  it('fails at once for every code except reader-fault and cancelled', () => {
    const codes = translationFailureCodes.filter((code) => afterFailedAttempt(fresh, { code }).state === 'failed')
    expect(codes).toEqual(translationFailureCodes.filter((code) => code !== 'reader-fault' && code !== 'cancelled'))
  })

  it('fails with the reason when the attempts or the compute budget are exhausted', () => {
    const failure = { code: 'reader-fault', details: { reason: 'SIGSEGV' } } as const
    expect(afterFailedAttempt({ ...fresh, attempts: 3 }, failure)).toEqual({ state: 'failed', failure })
    expect(afterFailedAttempt({ ...fresh, budgetLeftMilliseconds: 0 }, failure)).toEqual({ state: 'failed', failure })
  })

  it('doubles the retry delay up to one minute', () => {
    const waits = Array.from({ length: 10 }, (_, index) => backoffMilliseconds(index + 1))
    expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
    expect(waits.at(-1)).toBe(60_000)
  })
})
