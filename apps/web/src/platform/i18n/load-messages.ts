import type { PageNamespace } from './generated/messages.js'
import type { InterfaceLanguage } from './languages.js'

export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

interface Bundle {
  readonly messages: readonly MessageTree[]
  readonly pages: Readonly<Record<PageNamespace, () => Promise<readonly MessageTree[]>>>
}

const bundles = import.meta.glob<Bundle>('./generated/bundles/*.ts')

/** Loads the messages that every page may need in a language, and those of single pages, as one tree. */
export async function loadMessages(
  language: InterfaceLanguage,
  pages: readonly PageNamespace[] = [],
): Promise<MessageTree> {
  const bundle = await loadBundle(language)
  const pageMessages = await Promise.all(pages.map((namespace) => loadPageMessages(namespace, language)))
  return joinMessages([...(bundle?.messages ?? []), ...pageMessages])
}

/** Loads the messages of one page, or of the viewer, in a language. */
export async function loadPageMessages(namespace: PageNamespace, language: InterfaceLanguage): Promise<MessageTree> {
  const bundle = await loadBundle(language)
  return joinMessages((await bundle?.pages[namespace]()) ?? [])
}

const loadBundle = async (language: InterfaceLanguage): Promise<Bundle | undefined> =>
  bundles[`./generated/bundles/${language}.ts`]?.()

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
