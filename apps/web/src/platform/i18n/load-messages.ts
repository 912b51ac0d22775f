import type { PageNamespace } from './generated/messages.js'
import type { InterfaceLanguage } from './languages.js'

export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

interface Bundle {
  readonly messages: readonly MessageTree[]
  readonly pages: Readonly<Record<string, () => Promise<MessageTree>>>
}

const bundles = import.meta.glob<Bundle>('./generated/bundles/*.ts')

/** Loads the messages that every page may need in a language, as one tree. */
export async function loadMessages(language: InterfaceLanguage): Promise<MessageTree> {
  return joinMessages((await bundles[`./generated/bundles/${language}.ts`]?.())?.messages ?? [])
}

/** Loads the messages of one page in a language. */
export async function loadPageMessages(namespace: PageNamespace, language: InterfaceLanguage): Promise<MessageTree> {
  const { pages = {} } = (await bundles[`./generated/bundles/${language}.ts`]?.()) ?? {}
  const path = Object.keys(pages).find((name) => name.includes(`/messages/${namespace}/`))
  return joinMessages([(await pages[path ?? '']?.()) ?? {}])
}

/**
 * Joins messages into one tree and adds plain keys for plurals. A browser without a language's plural rules uses those
 * of its own language, whose forms the messages may lack. The plain key, which is looked up last, then has the general
 * form.
 */
export function joinMessages(trees: readonly MessageTree[]): MessageTree {
  const joined: Record<string, string | MessageTree> = {}
  for (const [key, value] of trees.flatMap((tree) => Object.entries(tree))) {
    joined[key] = typeof value === 'string' ? value : joinMessages([(joined[key] ?? {}) as MessageTree, value])
    if (key.endsWith('_other')) joined[key.slice(0, -'_other'.length)] = value
  }
  return joined
}
