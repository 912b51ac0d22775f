import type { InterfaceLanguage } from './languages.js'
import type { TextTree } from './load-texts.js'

/** Rooms below `i18n/pages`: long texts that only the pages fetch that show them. */
export type PageRoom = 'audit' | 'documentation' | 'contact' | 'privacy' | 'terms' | 'licences'

const files = import.meta.glob<TextTree>('../../i18n/pages/*/*.json', { import: 'default' })

/** The texts of one page in a language; empty when there are none. */
export async function loadPageTexts(room: PageRoom, language: InterfaceLanguage): Promise<TextTree> {
  return (await files[`../../i18n/pages/${room}/${language}.json`]?.()) ?? {}
}
