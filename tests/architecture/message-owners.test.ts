import { expect, it } from 'vitest'
import { messageFolders, readMessages, splitPlural } from '../../scripts/lib/messages.mjs'
import { filesBelow, isTest, readText } from './source-files.js'

const web = 'apps/web/src'

/** Actions of the audit log that look like keys. */
const otherMeanings = [
  'apps/web/src/platform/audit/audit-message.ts names contact.send',
  // The synonyms of each command, which the tool of the command owns.
  'apps/web/src/platform/commands/use-command-names.ts names `synonyms.${id}`',
]

/** Returns the folder whose source files may name the keys of a `messages` folder: what others import is shared. */
function getUsers(owner: string): string {
  if (owner.startsWith(`${web}/platform/`)) return `${web}/`
  return owner.startsWith(`${web}/viewer/kit/`) ? `${web}/viewer/` : owner
}

/** Folders whose source files may name each key. */
const owners = new Map(
  messageFolders
    .filter((folder) => folder.startsWith(`${web}/`))
    .flatMap((folder) => {
      const [owner = ''] = folder.split('messages')
      return [...readMessages(folder, 'en').keys()].map((key) => [splitPlural(key)[0], getUsers(owner)] as const)
    }),
)

/** Returns the keys that a file names: in quotes, or as a template that has keys of that form. */
function listNamedKeys(text: string): { readonly name: string; readonly keys: readonly string[] }[] {
  const quoted = [...text.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key = '']) => ({ name: key, keys: [key] }))
  const templates = [...text.matchAll(/`([\w.-]+\.)\$\{[^`]*\}([\w.]*)`/g)].map(([name, before = '', after = '']) => ({
    name,
    keys: [...owners.keys()].filter((key) => key.startsWith(before) && key.endsWith(after)),
  }))
  return [...quoted.filter(({ name }) => owners.has(name)), ...templates.filter(({ keys }) => keys.length > 0)]
}

it('messages are named below the folder that has them', () => {
  const sources = filesBelow(web, ['.ts', '.tsx']).filter((path) => !isTest(path))
  const mentions = sources.flatMap((path) => listNamedKeys(readText(path)).map((mention) => ({ path, ...mention })))
  expect(mentions.length).toBeGreaterThan(1000)
  const foreign = mentions
    .filter(({ path, keys }) => !keys.some((key) => path.startsWith(owners.get(key) ?? '')))
    .map(({ path, name }) => `${path} names ${name}`)
  expect(foreign).toEqual(otherMeanings)
})
