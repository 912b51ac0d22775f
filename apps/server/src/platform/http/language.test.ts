import { expect, it } from 'vitest'
import { preferredLanguage } from './language.js'

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['hy', 'hy'],
  ['hy-AM,hy;q=0.9,en;q=0.8', 'hy'],
  ['fr-FR, ru;q=0.4, es;q=0.7', 'es'],
  ['en;q=0.1, ru;q=0.2', 'ru'],
  ['ES', 'es'],
  ['de, *', 'en'],
  ['ru;q=0, hy;q=0.1', 'hy'],
  ['ru;q=banana', 'en'],
  ['\u0000;;;,,,=q', 'en'],
])('preferredLanguage maps %j to %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

it('preferredLanguage reads only the beginning of a long header', () => {
  expect(preferredLanguage(`${'xx,'.repeat(10_000)}hy`)).toBe('en')
})
