import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

const pluralOrder = ['zero', 'one', 'two', 'few', 'many', 'other']
const pluralSuffix = new RegExp(`_(${pluralOrder.join('|')})$`)

/** Lists the folders of messages, which have a file for each language: `messages`, and folders in it for single pages. */
export const messageFolders = ['apps', 'packages']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)))
  .filter((path) => /\/messages\/([^/]+\/)?en\.json$/.test(path) && !/\/(node_modules|dist)\//.test(path))
  .map(dirname)
  .sort()

/** Reads the messages of a folder in a language: texts by key, such as `commands.group.general`. */
export function readMessages(folder, language) {
  const path = join(root, folder, `${language}.json`)
  return new Map(existsSync(path) ? flatten(JSON.parse(readFileSync(path, 'utf8'))) : [])
}

const flatten = (tree, prefix = '') =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )

/** Splits a key into itself without the plural form, and the form: `few` of `files.count_few`. */
export function splitPlural(key) {
  const form = pluralSuffix.exec(key)?.[1]
  return form ? [key.slice(0, -form.length - 1), form] : [key]
}

/** Returns the plural forms of a language; Spanish millions take the last. */
export function listPluralForms(language) {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return pluralOrder.filter((form) => pluralCategories.includes(form) && !(language === 'es' && form === 'many'))
}

/** Returns the keys that a folder must have in a language, in the order of English. */
export function listKeys(folder, language) {
  const forms = listPluralForms(language)
  return [...readMessages(folder, 'en').keys()].flatMap((key) => {
    const [plain, form] = splitPlural(key)
    if (form === undefined) return [key]
    return form === 'other' ? forms.map((name) => `${plain}_${name}`) : []
  })
}

/** Returns all messages for the translators of a language: by folder and key, English beside the translation. */
export function exportMessages(language) {
  const rows = (folder) => {
    const english = readMessages(folder, 'en')
    const texts = readMessages(folder, language)
    return listKeys(folder, language).map((key) => {
      const en = english.get(key) ?? english.get(`${splitPlural(key)[0]}_other`)
      return [key, { en, [language]: texts.get(key) ?? '' }]
    })
  }
  return Object.fromEntries(messageFolders.map((folder) => [folder, Object.fromEntries(rows(folder))]))
}

/** Returns the message files of a language from what its translators return, by path; texts not translated are absent. */
export function importMessages(language, rows) {
  for (const [folder, messages] of Object.entries(rows)) {
    const keys = messageFolders.includes(folder) ? listKeys(folder, language) : []
    const unknown = Object.keys(messages).find((key) => !keys.includes(key))
    if (unknown !== undefined) throw new Error(`${folder} has no message ${unknown}`)
  }
  const files = messageFolders.map((folder) => {
    const tree = {}
    for (const key of listKeys(folder, language)) {
      const text = rows[folder]?.[key]?.[language] ?? ''
      if (text !== '') insert(tree, key.split('.'), text)
    }
    return [`${folder}/${language}.json`, `${JSON.stringify(tree, null, 2)}\n`]
  })
  return Object.fromEntries(files)
}

function insert(tree, [name, ...rest], text) {
  if (rest.length === 0) tree[name] = text
  else insert((tree[name] ??= {}), rest, text)
}
