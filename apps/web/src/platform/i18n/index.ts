import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { writeNumber } from '../format/number.js'
import { storage, storageKeys } from '../storage.js'
import { type InterfaceLanguage, isInterfaceLanguage } from './languages.js'
import { writeLanguageCookie } from './language-cookie.js'
import type { PageNamespace } from './generated/messages.js'
import { loadMessages, loadPageMessages } from './load-messages.js'

export { type InterfaceLanguage, interfaceLanguages, languageNames } from './languages.js'

const maxDecimals = 4

/** Formats numbers in texts for the language; i18next has already chosen the plural form. */
const numberFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown) =>
    typeof value === 'number' ? writeNumber(value, currentLanguage(), { maxDecimals }) : (value as string),
}

/**
 * Returns the language in the address, else the one chosen on this device, else the language of the server's response,
 * which is English by default.
 */
export function storedLanguage(): InterfaceLanguage {
  const requested = new URLSearchParams(location.search).get('lang')
  if (isInterfaceLanguage(requested)) return requested
  const stored = storage.read(storageKeys.language)
  if (isInterfaceLanguage(stored)) return stored
  const answered = document.documentElement.lang
  return isInterfaceLanguage(answered) ? answered : 'en'
}

export function currentLanguage(): InterfaceLanguage {
  const language = i18next.language ?? null
  return isInterfaceLanguage(language) ? language : 'en'
}

/** Loads the messages of a language and initialises i18next with them; falls back to English. */
export async function startInternationalization(language: InterfaceLanguage = storedLanguage()): Promise<void> {
  const messages = await loadMessages(language).catch(() => null)
  if (!messages && language !== 'en') return startInternationalization('en')
  await i18next
    .use(initReactI18next)
    .use(numberFormatter)
    .init({
      lng: language,
      // A test ensures that every language is complete, so no fallback language is loaded.
      fallbackLng: false,
      resources: { [language]: { translation: messages ?? {} } },
      // React already escapes; escaping twice would show "&amp;" in file names.
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
  await addPageMessages(language)
  announce(language)
}

/** Opened pages with messages of their own, which are loaded again after each change of language. */
const openedPages = new Set<PageNamespace>()

/** Loads the messages of a page that has its own. */
export async function requirePageMessages(namespace: PageNamespace): Promise<void> {
  openedPages.add(namespace)
  await addPageMessages(currentLanguage())
}

/** Waits for a page that is loading, and for its messages, which are loaded at the same time. */
export async function withMessages<Loaded>(namespace: PageNamespace, loading: Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([loading, requirePageMessages(namespace)])
  return loaded
}

async function addPageMessages(language: InterfaceLanguage): Promise<void> {
  const messages = await Promise.all([...openedPages].map((namespace) => loadPageMessages(namespace, language)))
  for (const tree of messages) i18next.addResourceBundle(language, 'translation', tree, true)
}

/** The language requested last: messages of an earlier choice that arrive later are ignored. */
let requestedLanguage: InterfaceLanguage | null = null

async function showLanguage(language: InterfaceLanguage): Promise<void> {
  requestedLanguage = language
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await loadMessages(language))
  }
  await addPageMessages(language)
  if (requestedLanguage !== language) return
  await i18next.changeLanguage(language)
  announce(language)
}

function announce(language: InterfaceLanguage): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** Switches the interface and stores the choice on this device. */
export async function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  storage.write(storageKeys.language, language)
  writeLanguageCookie(language)
  clearLanguageParameter()
  await showLanguage(language)
}

// Follows a choice in another tab.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key !== storageKeys.language || !isInterfaceLanguage(newValue)) return
  clearLanguageParameter()
  showLanguage(newValue).catch(() => null)
})

/** Removes the language from the address, so that the choice takes precedence, also after a reload. */
function clearLanguageParameter(): void {
  const { pathname, search, hash } = location
  const query = new URLSearchParams(search)
  if (!query.has('lang')) return
  query.delete('lang')
  const rest = query.toString()
  history.replaceState(history.state, '', pathname + (rest && `?${rest}`) + hash)
}
