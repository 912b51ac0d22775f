import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { messageFolders } from '../lib/messages.mjs'
import { root } from '../lib/run.mjs'

const source = 'apps/web/src'
const target = `${source}/platform/i18n/generated`
const viewer = `${source}/viewer`

/** Renders the types of the interface's messages, and for each language the modules that load them. */
export function renderMessages() {
  const folders = messageFolders.filter((folder) => folder.startsWith(`${source}/`))
  const pages = folders.filter((folder) => basename(folder) !== 'messages')
  const namespaces = [...pages.map((folder) => basename(folder)), 'viewer']
  const types = folders.map((folder) => `typeof import('${relative(target, folder)}/en.json')`)
  const languages = readdirSync(join(root, source, 'platform/messages')).map((name) => basename(name, '.json'))
  return {
    [`${target}/messages.ts`]: `
/** All messages of the interface by key, as in English. */
export type Messages = ${types.join(' &\n  ')}

/** Messages that only their pages load: folders in \`messages\`, and all messages of the viewer. */
export type PageNamespace = ${namespaces.map((name) => `'${name}'`).join(' | ')}
`,
    ...Object.fromEntries(
      languages.flatMap((language) => [
        [`${target}/bundles/${language}.ts`, renderBundle(language, pages)],
        [`${target}/bundles/viewer/${language}.ts`, renderViewerBundle(language)],
      ]),
    ),
  }
}

const renderBundle = (language, pages) => `
/** The messages that every page may need, in one chunk that is loaded when this language is used. */
export const messages = Object.values(
  import.meta.glob<object>(['../../../../**/messages/${language}.json', '!../../../../viewer/**'], {
    eager: true,
    import: 'default',
  }),
)

/** Loads the messages of single pages. */
export const pages = {
${pages.map((folder) => `  ${basename(folder)}: async () => [(await import('${relative(`${target}/bundles`, folder)}/${language}.json')).default],`).join('\n')}
  viewer: async () => (await import('./viewer/${language}.js')).messages,
}
`

const renderViewerBundle = (language) => `
/** The messages of the viewer and its tools, in one chunk. */
export const messages = Object.values(
  import.meta.glob<object>('${relative(`${target}/bundles/viewer`, viewer)}/**/messages/${language}.json', { eager: true, import: 'default' }),
)
`
