import { expect, it } from 'vitest'
import { Localization } from './localization.js'

it('translates into the language of the page, else English, else the key', () => {
  const told: string[] = []
  const texts = new Localization('en', (language) => told.push(language))
  texts.extend({ en: { greeting: 'Hello {{name}}', only: 'Only here' }, hy: { greeting: 'Ողջույն {{name}}' } })
  expect(texts.translate('greeting', { name: 'Ani' })).toBe('Hello Ani')
  texts.setLanguage('hy')
  texts.setLanguage('hy')
  expect(told).toEqual(['hy'])
  expect(texts.translate('greeting', { name: 'Ani' })).toBe('Ողջույն Ani')
  expect(texts.translate('only')).toBe('Only here')
  expect(texts.translate('nobody.knows')).toBe('nobody.knows')
  expect(texts.translate('greeting')).toBe('Ողջույն {{name}}')
})
