import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessages, failureMessages, languages } from '@kamar/contracts'
import { describe, expect, it, test } from 'vitest'
import { filesBelow, isTest, root, readText } from './source-files.js'

interface TextTree {
  readonly [key: string]: string | TextTree
}

const folder = 'apps/web/src/i18n'
const tools = 'apps/web/src/viewer/tools'
const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** Folders of texts that every page loads, below `pages` those of single pages, and those of tools. */
const namespaces = [
  ...foldersIn(folder).filter((name) => name !== 'pages'),
  ...foldersIn(join(folder, 'pages')).map((name) => `pages/${name}`),
].map((name) => join(folder, name))
const toolMessages = foldersIn(tools).map((name) => join(tools, name, 'messages'))
namespaces.push(...toolMessages.filter((path) => existsSync(join(root, path))))

/** Plural forms that the rules of a language select from; decimals and, in Spanish, millions take the last. */
const pluralForms: Record<string, readonly string[]> = {
  en: ['one', 'other'],
  hy: ['one', 'other'],
  ru: ['one', 'few', 'many', 'other'],
  es: ['one', 'other'],
}
const pluralSuffix = /_(zero|one|two|few|many|other)$/

function flat(tree: TextTree, before = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  )
}

const readMessages = (namespace: string, language: string): Map<string, string> =>
  new Map(flat(JSON.parse(readText(join(namespace, `${language}.json`))) as TextTree))

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].sort()

/** Returns keys without their plural suffixes, and the forms of each. */
function formsByKey(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const forms = new Map<string, string[]>()
  for (const key of texts.keys()) {
    const form = pluralSuffix.exec(key)?.[1]
    const plain = form ? key.slice(0, -form.length - 1) : key
    forms.set(plain, [...(forms.get(plain) ?? []), ...(form ? [form] : [])])
  }
  return forms
}

const scripts: Record<string, RegExp> = { hy: /[\u0531-\u0587]/, ru: /[\u0410-\u044F]/ }
/** Names, abbreviations and patterns that are identical in every language. */
const untranslated = new Set([
  'landing.plan',
  'preview.urn',
  'date.day',
  'date.calendarMonth',
  'date.calendarDay',
  'files.countOf',
  'upload.of',
  'report.skippedOf',
  'filter.builtIn.id',
  'properties.id',
  'difference.id',
])

/** Pre-rendered pages have a title and a description in their head: src/public/render.tsx. */
const isDescription = (key: string): boolean => key.endsWith('.metaDescription')

it('interface messages include the files namespace', () => expect(namespaces).toContain(join(folder, 'files')))

describe.each(namespaces)('messages of the namespace %s', (namespace) => {
  const english = readMessages(namespace, 'en')
  const englishForms = formsByKey(english)

  it('are typed by a declaration file', () =>
    expect(readText(join(namespace, 'messages.d.ts'))).toContain("from './en.json'"))

  describe.each([...languages])('translation to %s', (language) => {
    const texts = readMessages(namespace, language)
    const forms = formsByKey(texts)

    it('has every key and no other', () => {
      expect([...forms.keys()].sort()).toEqual([...englishForms.keys()].sort())
    })

    it('has the plural forms of the language', () => {
      const wrong = [...forms].filter(
        ([key, present]) =>
          (englishForms.get(key)?.length ?? 0) > 0 &&
          present.sort().join() !== [...(pluralForms[language] ?? [])].sort().join(),
      )
      expect(wrong).toEqual([])
    })

    it('has the placeholders of English', () => {
      const wrong = [...texts].flatMap(([key, text]) => {
        const plain = key.replace(pluralSuffix, '')
        const expected = english.get(plain) ?? english.get(`${plain}_other`) ?? ''
        return placeholders(text).join() === placeholders(expected).join() ? [] : [`${key}: ${text}`]
      })
      expect(wrong).toEqual([])
    })

    it('has no empty or padded text', () => {
      expect([...texts].filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
    })

    it('is written in the script of the language', () => {
      const script = scripts[language]
      const foreign = [...texts].filter(
        ([key, text]) => script && !script.test(text) && !untranslated.has(key.replace(pluralSuffix, '')),
      )
      expect(foreign).toEqual([])
    })
  })
})

it('no two namespaces share the first part of a key', () => {
  const firstSegments = namespaces.flatMap((namespace) =>
    Object.keys(JSON.parse(readText(join(namespace, 'en.json'))) as TextTree),
  )
  expect(firstSegments).toHaveLength(new Set(firstSegments).size)
})

it('every message is used', () => {
  const sources = filesBelow('apps/web/src', ['.ts', '.tsx']).filter((path) => !isTest(path))
  const code = sources.map(readText).join('\n')
  // `viewer.${tool.text}` and reportWord('finding', …) cover all keys with that prefix.
  const openPrefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '')
  const isUsed = (key: string): boolean =>
    code.includes(`'${key}'`) || isDescription(key) || openPrefixes.some((prefix) => key.startsWith(prefix))
  const keys = namespaces.flatMap((namespace) => [...formsByKey(readMessages(namespace, 'en')).keys()])
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

it('every keyboard shortcut of the viewer is documented', () => {
  const path = 'apps/web/src/features/documentation/generated/viewer-keys.json'
  const actions = (JSON.parse(readText(path)) as { action: string }[]).map(({ action }) => action)
  const explained = readMessages(join(folder, 'pages/documentation'), 'en')
  expect(actions.length).toBeGreaterThan(8)
  expect(actions.filter((action) => !explained.has(`documentation.keyboard.${action}`))).toEqual([])
})

test.each([...languages])('%s has twelve month names', (language) => {
  expect(readMessages(join(folder, 'shared'), language).get('date.months')?.split(' ')).toHaveLength(12)
})

describe.each([...languages])('messages of the server in %s', (language) => {
  it.each([
    ['errors', errorMessages],
    ['failures', failureMessages],
  ] as const)('have the placeholders of English: %s', (_, messages) => {
    const wrong = Object.entries(messages[language]).filter(
      ([code, text]) =>
        text === '' ||
        placeholders(text).join() !== placeholders((messages.en as Record<string, string>)[code] ?? '').join(),
    )
    expect(wrong).toEqual([])
  })
})
