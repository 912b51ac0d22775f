import { afterEach, expect, test, vi } from 'vitest'
import { accessToken } from './access-token.js'

afterEach(() => {
  accessToken.clear()
  vi.restoreAllMocks()
})

test('accessToken is stored under the key accessToken', () => {
  accessToken.write('secret')
  expect(localStorage.getItem('accessToken')).toBe('secret')
  accessToken.clear()
  expect(localStorage.getItem('accessToken')).toBeNull()
})

test('accessToken notifies subscribers of a change until they unsubscribe', () => {
  const listener = vi.fn()
  const stop = accessToken.subscribe(listener)
  accessToken.write('one')
  accessToken.write('one')
  expect(listener).toHaveBeenCalledOnce()
  stop()
  accessToken.clear()
  expect(listener).toHaveBeenCalledOnce()
})

test('accessToken follows a sign-in or sign-out in another tab', () => {
  const listener = vi.fn()
  const stop = accessToken.subscribe(listener)
  localStorage.setItem('accessToken', 'from another tab')
  expect(accessToken.read(), 'before the event').toBe('from another tab')
  dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
  expect(accessToken.read()).toBe('from another tab')
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(accessToken.read()).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})

test('accessToken is null after its storage entry was removed', () => {
  accessToken.write('one')
  localStorage.removeItem('accessToken')
  expect(accessToken.read()).toBeNull()
})

test('accessToken is held in memory while storage denies access', () => {
  const deny = (): never => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: deny, setItem: deny, removeItem: deny })
  accessToken.write('here alone')
  expect(accessToken.read()).toBe('here alone')
  accessToken.clear()
  expect(accessToken.read()).toBeNull()
  vi.unstubAllGlobals()
  accessToken.write('kept')
  expect(localStorage.getItem('accessToken')).toBe('kept')
  localStorage.clear()
  expect(accessToken.read()).toBeNull()
})
