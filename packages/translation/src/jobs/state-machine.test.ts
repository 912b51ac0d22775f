import { translationFailureCodes } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { limitExceeded } from '../run/failure-of.js'
import { afterFailedAttempt, backoffMilliseconds, isFinal, transitions, workerLost } from './state-machine.js'

const fresh = { attempts: 1, maxAttempts: 3, budgetLeftMilliseconds: 1000 }

describe('the life of a translation', () => {
  it('leads from everywhere to an end', () => {
    const reachesAnEnd = (state: keyof typeof transitions, visited = new Set<string>()): boolean => {
      if (isFinal(state)) return true
      if (visited.has(state)) return false
      return transitions[state].some((next) => reachesAnEnd(next, new Set([...visited, state])))
    }
    expect(Object.keys(transitions).filter((state) => !reachesAnEnd(state as keyof typeof transitions))).toEqual([])
  })

  it('never leaves success', () => {
    expect(transitions.succeeded).toEqual([])
  })

  it('tries a fault of ours again, after a pause', () => {
    expect(afterFailedAttempt(fresh, { code: 'reader-fault' })).toEqual({ state: 'queued', afterMilliseconds: 1000 })
    expect(afterFailedAttempt({ ...fresh, attempts: 2 }, workerLost)).toEqual({
      state: 'queued',
      afterMilliseconds: 2000,
    })
  })

  it('tries again when the disk was full, but not when the model is too large', () => {
    expect(afterFailedAttempt(fresh, limitExceeded('free-space', 0)).state).toBe('queued')
    expect(afterFailedAttempt(fresh, limitExceeded('memory', 1)).state).toBe('failed')
  })

  it('gives up what the file itself is guilty of at once', () => {
    const codes = translationFailureCodes.filter((code) => afterFailedAttempt(fresh, { code }).state === 'failed')
    expect(codes).toEqual(translationFailureCodes.filter((code) => code !== 'reader-fault' && code !== 'cancelled'))
  })

  it('gives up with the reason when the attempts or the compute budget are spent', () => {
    const failure = { code: 'reader-fault', details: { reason: 'SIGSEGV' } } as const
    expect(afterFailedAttempt({ ...fresh, attempts: 3 }, failure)).toEqual({ state: 'failed', failure })
    expect(afterFailedAttempt({ ...fresh, budgetLeftMilliseconds: 0 }, failure)).toEqual({ state: 'failed', failure })
  })

  it('waits longer every time, up to a minute', () => {
    const waits = Array.from({ length: 10 }, (_, index) => backoffMilliseconds(index + 1))
    expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
    expect(waits.at(-1)).toBe(60_000)
  })
})
