import { cleanup, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import {
  chooseLanguage,
  currentLanguage,
  requirePageMessages,
  startInternationalization,
  storedLanguage,
} from './index.js'
import { LanguageSwitch } from './language-switch.js'
import { interfaceLanguages } from './languages.js'
import { joinMessages, loadMessages } from './load-messages.js'

beforeEach(() => {
  layOut(desktop)
  // Other files of the process choose languages, too.
  document.documentElement.lang = ''
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  document.documentElement.lang = ''
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('interface language', () => {
  test.each([
    [null, 'en'],
    ['hy', 'hy'],
    ['en', 'en'],
    ['ru', 'ru'],
    ['es', 'es'],
    ['de', 'en'],
    ['nonsense', 'en'],
  ])('is read from the stored value %s as %s', (stored, language) => {
    if (stored) localStorage.setItem('language', stored)
    expect(storedLanguage()).toBe(language)
  })

  test('defaults to the language of the server response', () => {
    document.documentElement.lang = 'es'
    expect(storedLanguage()).toBe('es')
  })

  test('is stored, applied and set as a cookie when it is chosen', async () => {
    await startInternationalization('en')
    await chooseLanguage('hy')
    expect(localStorage.getItem('language')).toBe('hy')
    expect(document.cookie).toContain('language=hy')
    expect(currentLanguage()).toBe('hy')
    expect(document.documentElement.lang).toBe('hy')
    expect(i18next.t('files.view')).toBe('Դիտել մոդելը')
  })
})

describe('interface language change', () => {
  test('follows another tab and ignores unsupported values', async () => {
    await startInternationalization('en')
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'ru' }))
    await expect.poll(() => document.documentElement.lang).toBe('ru')
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'de' }))
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'hy' }))
    expect(currentLanguage()).toBe('ru')
  })

  test('keeps the last choice when messages of an earlier one arrive later', async () => {
    await startInternationalization('en')
    i18next.removeResourceBundle('hy', 'translation')
    const slower = chooseLanguage('hy')
    await chooseLanguage('en')
    await slower
    expect(currentLanguage()).toBe('en')
    expect(document.documentElement.lang).toBe('en')
  })
})

describe('messages of the viewer', () => {
  test.each(interfaceLanguages)('are not among those that every page loads in %s', async (language) => {
    const shared = await loadMessages(language)
    const withViewer = await loadMessages(language, ['viewer'])
    expect(shared).toHaveProperty('common.close')
    expect(shared).not.toHaveProperty('measure')
    expect(withViewer).toHaveProperty('common.close')
    expect(withViewer).toHaveProperty('measure.list')
  })

  test('are loaded in each language that is chosen after a page has requested them', async () => {
    await startInternationalization('en')
    await requirePageMessages('viewer')
    expect(i18next.t('viewer.fit')).toBe('Fit to Window')
    for (const language of ['hy', 'ru', 'es'] as const) {
      i18next.removeResourceBundle(language, 'translation')
      await chooseLanguage(language)
      expect(i18next.exists('viewer.fit')).toBe(true)
    }
    await chooseLanguage('en')
  })
})

describe('plural form selection', () => {
  test('is correct in English', async () => {
    await startInternationalization('en')
    expect(i18next.t('files.count', { count: 0 })).toBe('0 files')
    expect(i18next.t('files.count', { count: 1 })).toBe('1 file')
    expect(i18next.t('files.count', { count: 12 })).toBe('12 files')
  })

  test('uses one form in Armenian', async () => {
    await startInternationalization('hy')
    expect(i18next.t('files.count', { count: 1 })).toBe('1 ֆայլ')
    expect(i18next.t('files.count', { count: 12 })).toBe('12 ֆայլ')
  })

  test.each([
    [1, '1 файл'],
    [2, '2 файла'],
    [5, '5 файлов'],
    [11, '11 файлов'],
    [21, '21 файл'],
    [1234, '1\u00A0234 файла'],
  ])('uses three forms in Russian: %s', async (count, text) => {
    await startInternationalization('ru')
    expect(i18next.t('files.count', { count })).toBe(text)
  })

  test('is correct in Spanish, including millions', async () => {
    await startInternationalization('es')
    expect(i18next.t('files.count', { count: 1 })).toBe('1 archivo')
    expect(i18next.t('files.count', { count: 10_000 })).toBe('10.000 archivos')
    expect(i18next.t('files.count', { count: 1_000_000 })).toBe('1.000.000 archivos')
  })

  test('has a fallback for browsers without the plural rules', () => {
    const folders = [{ files: { count_one: 'a', count_other: 'b' }, other: 'c' }, { files: { open: 'd' } }]
    expect(joinMessages(folders)).toEqual({
      files: { count_one: 'a', count_other: 'b', count: 'b', open: 'd' },
      other: 'c',
    })
  })
})

test('LanguageSwitch opens on click and closes after a choice', async () => {
  const { user } = await renderPart(<LanguageSwitch />)
  await user.click(screen.getByRole('button', { name: /Language/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Հայերեն' }))
  expect(screen.queryByRole('menu')).toBeNull()
  await screen.findByRole('button', { name: /Լեզու/ })
  await waitFor(() => expect(localStorage.getItem('language')).toBe('hy'))
})
