import type { InterfaceLanguage } from './languages.js'

const secondsPerYear = 365 * 24 * 60 * 60

/** Writes the cookie from which the server chooses the language of prerendered pages; it contains nothing else. */
export function writeLanguageCookie(language: InterfaceLanguage): void {
  document.cookie = `language=${language}; Path=/; Max-Age=${secondsPerYear}; SameSite=Lax`
}
