import { describe, expect, it } from 'vitest'
import type { Route } from './route.js'
import { routes } from '../generated/route-tables.js'

const withBody = Object.entries<Route>(routes).filter(([, { body }]) => body !== undefined)
const refusesUnknown = ({ body }: Route): boolean => {
  const parsed = body?.safeParse({ 'a field that no call has': 1 })
  return parsed?.error?.issues.some(({ code }) => code === 'unrecognized_keys') ?? false
}

/** Sign-in routes, which establish the caller’s identity and nothing else. */
const signingIn = new Set([
  'login',
  'adminLogin',
  'loginSecondFactor',
  'loginNewPassword',
  'loginBeginTwoFactor',
  'loginConfirmTwoFactor',
  'google',
])

describe('unknown request fields', () => {
  it.each(withBody.filter(([name]) => signingIn.has(name)))('are ignored by %s', (_, route) => {
    expect(refusesUnknown(route)).toBe(false)
  })

  it.each(withBody.filter(([name]) => !signingIn.has(name)))('are rejected by %s', (_, route) => {
    expect(refusesUnknown(route)).toBe(true)
  })
})
