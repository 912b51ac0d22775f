import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import english from '../../i18n/en.json'
import { storage, storageKeys } from '../storage.js'

/** Languages whose texts are complete, in the order of the switcher. */
export const interfaceLanguages = ['en', 'hy'] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]
export const languageNames: Record<InterfaceLanguage, string> = { en: 'English', hy: 'Հայերեն' }

export type Texts = typeof english

const isInterfaceLanguage = (value: string | null): value is InterfaceLanguage =>
  interfaceLanguages.some((language) => language === value)

export function storedLanguage(): InterfaceLanguage {
  const stored = storage.read(storageKeys.language)
  return isInterfaceLanguage(stored) ? stored : 'en'
}

export function currentLanguage(): InterfaceLanguage {
  const language = i18next.language ?? null
  return isInterfaceLanguage(language) ? language : 'en'
}

/** English travels with the first chunk as the fallback; another language is fetched only when it is wanted. */
async function loadTexts(language: InterfaceLanguage): Promise<void> {
  if (language === 'en' || i18next.hasResourceBundle(language, 'translation')) return
  const { default: texts } = await import('../../i18n/hy.json')
  i18next.addResourceBundle(language, 'translation', withPlainPlurals(texts))
}

interface TextTree {
  readonly [key: string]: string | TextTree
}

/**
 * A browser without a language's plural rules answers with those of its own language, whose forms the texts may not
 * have. The plain key, which is looked up last, then holds the general form.
 */
export function withPlainPlurals(texts: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]): [string, string | TextTree][] => {
      if (typeof value !== 'string') return [[key, withPlainPlurals(value)]]
      return key.endsWith('_other')
        ? [
            [key, value],
            [key.slice(0, -'_other'.length), value],
          ]
        : [[key, value]]
    }),
  )
}

export async function startInternationalization(language: InterfaceLanguage = storedLanguage()): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: english } },
    // React escapes already; escaping twice would show "&amp;" in file names.
    interpolation: { escapeValue: false },
  })
  await showLanguage(language)
}

async function showLanguage(language: InterfaceLanguage): Promise<void> {
  await loadTexts(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Switches the interface and remembers the choice on this device. */
export async function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  storage.write(storageKeys.language, language)
  await showLanguage(language)
}
