import type { InterfaceLanguage } from './languages.js'

const secondsPerYear = 365 * 24 * 60 * 60

/** Tells the server which of the pre-rendered pages to answer with; nothing else is in the cookie. */
export function writeLanguageCookie(language: InterfaceLanguage): void {
  document.cookie = `language=${language}; Path=/; Max-Age=${secondsPerYear}; SameSite=Lax`
}
