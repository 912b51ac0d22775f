import type { InterfaceLanguage } from './languages.js'

const loaders: Record<InterfaceLanguage, () => Promise<{ messages: Record<string, object> }>> = {
  en: () => import('../../i18n/en.js'),
  hy: () => import('../../i18n/hy.js'),
  ru: () => import('../../i18n/ru.js'),
  es: () => import('../../i18n/es.js'),
}

/** Loads the messages of all namespaces in a language, as one tree. */
export async function loadMessages(language: InterfaceLanguage): Promise<MessageTree> {
  const { messages } = await loaders[language]()
  return withPlainPlurals(Object.assign({}, ...Object.values(messages)) as MessageTree)
}

export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/**
 * Adds plain keys for plurals. A browser without a language's plural rules uses those of its own language, whose forms
 * the messages may lack. The plain key, which is looked up last, then has the general form.
 */
export function withPlainPlurals(messages: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, value]): [string, string | MessageTree][] => {
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
