import { afterEach, expect, test, vi } from 'vitest'
import { returnTo } from './return-to.js'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('is the files until a page was asked for', () => {
  expect(returnTo.path()).toBe('/home')
})

test('is the page asked for until it is forgotten', () => {
  returnTo.remember('/ViewerPage?urn=abc#top')
  expect(returnTo.path()).toBe('/ViewerPage?urn=abc#top')
  returnTo.clear()
  expect(returnTo.path()).toBe('/home')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'never leads away from us: %s',
  (path) => {
    returnTo.remember(path)
    expect(returnTo.path()).toBe('/home')
  },
)

test('does without storage', () => {
  const deny = (): never => {
    throw new DOMException('denied')
  }
  vi.stubGlobal('sessionStorage', { getItem: deny, setItem: deny, removeItem: deny })
  returnTo.remember('/ViewerPage')
  expect(returnTo.path()).toBe('/home')
  expect(() => returnTo.clear()).not.toThrow()
})
