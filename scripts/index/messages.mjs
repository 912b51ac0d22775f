import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { messageFolders } from '../lib/messages.mjs'
import { root } from '../lib/run.mjs'

const source = 'apps/web/src'
const target = `${source}/platform/i18n/generated`

/** Renders the types of the interface's messages, and for each language a module that loads them. */
export function renderMessages() {
  const folders = messageFolders.filter((folder) => folder.startsWith(`${source}/`))
  const pages = folders.map((folder) => basename(folder)).filter((name) => name !== 'messages')
  const types = folders.map((folder) => `typeof import('${relative(target, folder)}/en.json')`)
  const languages = readdirSync(join(root, source, 'platform/messages')).map((name) => basename(name, '.json'))
  return {
    [`${target}/messages.ts`]: `
/** All messages of the interface by key, as in English. */
export type Messages = ${types.join(' &\n  ')}

/** Folders of messages that only their pages load. */
export type PageNamespace = ${pages.map((name) => `'${name}'`).join(' | ')}
`,
    ...Object.fromEntries(languages.map((language) => [`${target}/bundles/${language}.ts`, renderBundle(language)])),
  }
}

const renderBundle = (language) => `
/** The messages that every page may need, in one chunk that is loaded when this language is used. */
export const messages = Object.values(
  import.meta.glob<object>('../../../../**/messages/${language}.json', { eager: true, import: 'default' }),
)

/** Loads the messages of single pages, by the path of their file. */
export const pages = import.meta.glob<object>('../../../../**/messages/*/${language}.json', { import: 'default' })
`
