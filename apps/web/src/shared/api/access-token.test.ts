import { afterEach, expect, test, vi } from 'vitest'
import { accessToken } from './access-token.js'

afterEach(() => {
  accessToken.clear()
  vi.restoreAllMocks()
})

test('is kept under the name of the specification', () => {
  accessToken.write('secret')
  expect(localStorage.getItem('accessToken')).toBe('secret')
  accessToken.clear()
  expect(localStorage.getItem('accessToken')).toBeNull()
})

test('tells who listens, and no longer who stopped', () => {
  const listener = vi.fn()
  const stop = accessToken.subscribe(listener)
  accessToken.write('one')
  accessToken.write('one')
  expect(listener).toHaveBeenCalledOnce()
  stop()
  accessToken.clear()
  expect(listener).toHaveBeenCalledOnce()
})

test('follows another tab that signs in or out', () => {
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

test('a token that vanished from storage is gone at the next reading', () => {
  accessToken.write('one')
  localStorage.removeItem('accessToken')
  expect(accessToken.read()).toBeNull()
})

test('lives in the page alone where storage refuses it, until storage takes it again', () => {
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
