import { languages } from '@kamar/contracts'
import { describe, expect, it, test } from 'vitest'
import {
  exportMessages,
  importMessages,
  listKeys,
  messageFolders,
  readMessages,
  splitPlural,
} from '../../scripts/lib/messages.mjs'
import { filesBelow, isTest, readText } from './source-files.js'

const web = 'apps/web/src'
const interfaceFolders = messageFolders.filter((folder) => folder.startsWith(`${web}/`))

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].sort()

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
  'topicNews.status-changed.subject',
])

/** Pre-rendered pages have a title and a description in their head: src/public/render.tsx. */
const isDescription = (key: string): boolean => key.endsWith('.metaDescription')

it('interface messages include those of the file list', () =>
  expect(messageFolders).toContain(`${web}/modules/files/messages`))

describe.each(messageFolders)('messages in %s', (folder) => {
  const english = readMessages(folder, 'en')

  describe.each([...languages])('translation to %s', (language) => {
    const texts = readMessages(folder, language)

    it('has every key and no other', () => {
      expect([...texts.keys()].sort()).toEqual(listKeys(folder, language).sort())
    })

    it('has the placeholders of English', () => {
      const wrong = [...texts].flatMap(([key, text]) => {
        const [plain] = splitPlural(key)
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
        ([key, text]) => script && !script.test(text) && !untranslated.has(splitPlural(key)[0]),
      )
      expect(foreign).toEqual([])
    })
  })
})

it('every key of the interface has one text', () => {
  const keys = interfaceFolders.flatMap((folder) => [...readMessages(folder, 'en').keys()])
  const parents = new Set(keys.flatMap((key) => key.split('.').map((_, at, parts) => parts.slice(0, at).join('.'))))
  expect(keys.filter((key, at) => parents.has(key) || keys.indexOf(key) !== at)).toEqual([])
})

it('every message is used', () => {
  const sources = filesBelow(web, ['.ts', '.tsx']).filter((path) => !isTest(path))
  const code = sources.map(readText).join('\n')
  // `viewer.${tool.text}` and reportWord('finding', …) cover all keys with that prefix.
  const openPrefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '')
  const isUsed = (key: string): boolean =>
    code.includes(`'${key}'`) || isDescription(key) || openPrefixes.some((prefix) => key.startsWith(prefix))
  const keys = interfaceFolders.flatMap((folder) =>
    [...readMessages(folder, 'en').keys()].map((key) => splitPlural(key)[0]),
  )
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

it('every keyboard shortcut of the viewer is documented', () => {
  const path = `${web}/modules/documentation/generated/viewer-keys.json`
  const actions = (JSON.parse(readText(path)) as { action: string }[]).map(({ action }) => action)
  const explained = readMessages(`${web}/modules/documentation/messages/documentation`, 'en')
  expect(actions.length).toBeGreaterThan(8)
  expect(actions.filter((action) => !explained.has(`documentation.keyboard.${action}`))).toEqual([])
})

test.each([...languages])('%s has twelve month names', (language) => {
  expect(readMessages(`${web}/platform/messages`, language).get('date.months')?.split(' ')).toHaveLength(12)
})

it('the script of the first paint lists every language', () => {
  expect(readText('apps/web/public/first-paint.js')).toContain(`(${languages.join('|')})`)
})

describe('messages for translators', () => {
  test.each(languages.filter((language) => language !== 'en'))(
    'return unchanged to their folders in %s',
    (language) => {
      const files = importMessages(language, exportMessages(language))
      expect(Object.entries(files).filter(([path, text]) => readText(path) !== text)).toEqual([])
    },
  )

  it('have the plural forms of a new language, without texts', () => {
    const rows = exportMessages('pl')[`${web}/platform/files/messages`] ?? {}
    expect(rows['files.count_few']).toEqual({ en: '{{count}} files', pl: '' })
    expect(importMessages('pl', {})[`${web}/platform/files/messages/pl.json`]).toBe('{}\n')
  })

  it('are refused with a key that English does not have', () => {
    const rows = { [`${web}/platform/files/messages`]: { 'files.unknown': { hy: 'Ֆայլեր' } } }
    expect(() => importMessages('hy', rows)).toThrow('files.unknown')
  })
})
