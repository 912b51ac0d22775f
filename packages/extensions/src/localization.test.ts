import { expect, it } from 'vitest'
import { Localization } from './localization.js'

it('Localization translates into the current language, else English, else returns the key', () => {
  const languages: string[] = []
  const localization = new Localization('en', (language) => languages.push(language))
  localization.extend({ en: { greeting: 'Hello {{name}}', only: 'Only here' }, hy: { greeting: 'Ողջույն {{name}}' } })
  expect(localization.translate('greeting', { name: 'Ani' })).toBe('Hello Ani')
  localization.setLanguage('hy')
  localization.setLanguage('hy')
  expect(languages).toEqual(['hy'])
  expect(localization.translate('greeting', { name: 'Ani' })).toBe('Ողջույն Ani')
  expect(localization.translate('only')).toBe('Only here')
  expect(localization.translate('nobody.knows')).toBe('nobody.knows')
  expect(localization.translate('greeting')).toBe('Ողջույն {{name}}')
})
