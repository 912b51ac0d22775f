import { afterEach, expect, test, vi } from 'vitest'
import { returnTo } from './return-to.js'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('returnTo is /home before a page is requested', () => {
  expect(returnTo.path()).toBe('/home')
})

test('returnTo is the requested page until it is cleared', () => {
  returnTo.remember('/ViewerPage?urn=abc#top')
  expect(returnTo.path()).toBe('/ViewerPage?urn=abc#top')
  returnTo.clear()
  expect(returnTo.path()).toBe('/home')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'returnTo rejects an address outside the application: %s',
  (path) => {
    returnTo.remember(path)
    expect(returnTo.path()).toBe('/home')
  },
)

test('returnTo is /home when session storage denies access', () => {
  const deny = (): never => {
    throw new DOMException('denied')
  }
  vi.stubGlobal('sessionStorage', { getItem: deny, setItem: deny, removeItem: deny })
  returnTo.remember('/ViewerPage')
  expect(returnTo.path()).toBe('/home')
  expect(() => returnTo.clear()).not.toThrow()
})
