import { expect, it } from 'vitest'
import { acceptsEncoding, matchesEtag } from './conditional.js'

it.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
])('matchesEtag compares If-None-Match %j with "a": %s', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches)
})

it('matchesEtag ignores the weak prefix of the stored ETag', () => {
  expect(matchesEtag('"a"', 'W/"a"')).toBe(true)
})

it.each([
  [undefined, false],
  ['', false],
  ['gzip, deflate, br', true],
  ['BR', true],
  ['br;q=0.5', true],
  ['br;q=0', false],
  ['br;q=0.000, *', false],
  ['*', true],
  ['*;q=0', false],
  ['gzip', false],
  ['brotli', false],
])('acceptsEncoding reads br from Accept-Encoding %j as %s', (header, accepted) => {
  expect(acceptsEncoding(header, 'br')).toBe(accepted)
})
