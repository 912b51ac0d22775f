import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { writeNumber } from '../format/number.js'
import { storage, storageKeys } from '../storage.js'
import { type InterfaceLanguage, isInterfaceLanguage } from './languages.js'
import { rememberForServer } from './language-cookie.js'
import { loadTexts, withPlainPlurals } from './load-texts.js'
import { loadPageTexts, type PageRoom } from './page-texts.js'

export { type InterfaceLanguage, interfaceLanguages, languageNames } from './languages.js'

const mostDecimals = 4

/** Numbers in texts are written as the language writes them; i18next chose the plural form before. */
const numberFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown) =>
    typeof value === 'number' ? writeNumber(value, currentLanguage(), { mostDecimals }) : (value as string),
}

/**
 * The language an address asks for, else the one chosen on this device, else the one the server answered in, which is
 * English by default.
 */
export function storedLanguage(): InterfaceLanguage {
  const asked = new URLSearchParams(location.search).get('lang')
  if (isInterfaceLanguage(asked)) return asked
  const stored = storage.read(storageKeys.language)
  if (isInterfaceLanguage(stored)) return stored
  const answered = document.documentElement.lang
  return isInterfaceLanguage(answered) ? answered : 'en'
}

export function currentLanguage(): InterfaceLanguage {
  const language = i18next.language ?? null
  return isInterfaceLanguage(language) ? language : 'en'
}

/** Loads the texts of a language and readies i18next with them; without them English is better than nothing. */
export async function startInternationalization(language: InterfaceLanguage = storedLanguage()): Promise<void> {
  const texts = await loadTexts(language).catch(() => null)
  if (!texts && language !== 'en') return startInternationalization('en')
  await i18next
    .use(initReactI18next)
    .use(numberFormatter)
    .init({
      lng: language,
      // A test holds every language complete, so no second language travels with the first.
      fallbackLng: false,
      resources: { [language]: { translation: texts ?? {} } },
      // React escapes already; escaping twice would show "&amp;" in file names.
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
  await addPageTexts(language)
  announce(language)
}

/** Pages with long texts that have been opened; their texts follow every change of language. */
const openedPages = new Set<PageRoom>()

/** Fetches the texts of a page that has its own. */
export async function needPageTexts(room: PageRoom): Promise<void> {
  openedPages.add(room)
  await addPageTexts(currentLanguage())
}

async function addPageTexts(language: InterfaceLanguage): Promise<void> {
  const texts = await Promise.all([...openedPages].map((room) => loadPageTexts(room, language)))
  for (const tree of texts) i18next.addResourceBundle(language, 'translation', withPlainPlurals(tree), true)
}

/** The language chosen last: texts of an earlier choice that arrive after it are not shown. */
let wanted: InterfaceLanguage | null = null

async function showLanguage(language: InterfaceLanguage): Promise<void> {
  wanted = language
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await loadTexts(language))
  }
  await addPageTexts(language)
  if (wanted !== language) return
  await i18next.changeLanguage(language)
  announce(language)
}

function announce(language: InterfaceLanguage): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** Switches the interface and remembers the choice on this device. */
export async function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  storage.write(storageKeys.language, language)
  rememberForServer(language)
  forgetAskedLanguage()
  await showLanguage(language)
}

// Chosen in another tab: this one follows.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key !== storageKeys.language || !isInterfaceLanguage(newValue)) return
  forgetAskedLanguage()
  showLanguage(newValue).catch(() => null)
})

/** A choice outweighs the language in the address, also at the next reload. */
function forgetAskedLanguage(): void {
  const { pathname, search, hash } = location
  const query = new URLSearchParams(search)
  if (!query.has('lang')) return
  query.delete('lang')
  const rest = query.toString()
  history.replaceState(history.state, '', pathname + (rest && `?${rest}`) + hash)
}
