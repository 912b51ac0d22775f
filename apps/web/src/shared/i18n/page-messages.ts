import type { InterfaceLanguage } from './languages.js'
import type { MessageTree } from './load-messages.js'

/** Namespaces below `i18n/pages`: long texts that only their pages load. */
export type PageNamespace = 'audit' | 'documentation' | 'contact' | 'privacy' | 'terms' | 'licences'

const files = import.meta.glob<MessageTree>('../../i18n/pages/*/*.json', { import: 'default' })

/** Loads the messages of one page in a language; empty when there are none. */
export async function loadPageMessages(namespace: PageNamespace, language: InterfaceLanguage): Promise<MessageTree> {
  return (await files[`../../i18n/pages/${namespace}/${language}.json`]?.()) ?? {}
}
