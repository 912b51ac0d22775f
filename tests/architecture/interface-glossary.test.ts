import { languages, type Language } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { messageFolders, readMessages } from '../../scripts/lib/messages.mjs'
import { readText } from './source-files.js'

const textsIn = (language: Language): [string, string][] =>
  messageFolders.flatMap((folder) => [...readMessages(folder, language)])

const englishTexts = textsIn('en')

/** Texts fixed verbatim by the specification: the same phrases in other texts are mistakes. */
const specifiedTexts = new Set([
  'Access token required for file upload',
  'Add New Application',
  'Admin Dashboard',
  'Authentication Required',
  'CAD Files',
  'Clear All',
  'Create User',
  'Delete File',
  'Fit to Window',
  'Full Name',
  'Profile Settings',
  'Ready to Load 3D Models',
  'Reset View',
  'Return to Home',
  'Schedule Demo',
  'Sign In',
  'Sign Out',
  'Start Free Trial',
  'This action cannot be undone.',
  'Toggle Fullscreen',
  'Upgrade Plan',
  'Upload CAD File',
  'User Applications',
  'View Model',
  'Watch Demo',
  'Welcome Back',
  // The plural of “Delete File”.
  'Delete Files',
  // Two parts of one headline.
  'Complete; {{count}} note',
  'Complete; {{count}} notes',
])

const forbidden: readonly (readonly [RegExp, string])[] = [
  [/;/, 'two sentences, or a dash'],
  [/\be-mail/i, 'email'],
  [/(?<!the )\bmails?\b(?! server)/i, 'email'],
  [/\b(?:some|any|every|no)body\b/i, 'someone, anyone, everyone, no one, unassigned'],
  [/\bwhoever\b/i, 'anyone who, the person who'],
  [/\bpress(?:es|ed)?\b/i, 'click, pick, select, touch and hold'],
  [/\bcatch(?:es)?\b/i, 'snap to'],
  [/\btake apart|put together|take(?:s|n)? back\b/i, 'explode, reset, undo, revoke'],
  [/\bturn(?:s|ed|ing)?\b(?! (?:on|off|them on)\b)(?!ed off)/i, 'orbit, rotate'],
  [/\bfor good\b|\bfor ever\b/i, 'permanently'],
  [/\bon its way\b|\bon the way\b/i, 'sent, in transit'],
  [/\b(?:is|are) not (?:right|shown again|valid any more)\b/i, 'incorrect, won’t be shown again, no longer valid'],
  [/\bcannot\b|\bcould not\b/i, 'can’t, couldn’t'],
  [/\bids?\b|\bId\b/, 'ID'],
  [/\bsecret links?\b/i, 'share link'],
  [/\b(?:name|list|order|width|address) of the\b/i, 'a compound: view name, file list'],
  [/\b(?:mentions|assigns|shares) (?:you|“)/i, 'the past tense'],
  [/^(?:Close|Copy|Edit|Delete|Remove|Empty|Clear|Back to) the (?!panel$|last )[^.–]*$/, 'no article on a button'],
]

const properNames = /^(?:Asian|Autodesk|Google|Kamar|Max|Microsoft|Platform|Services)/

/** Returns whether a label of at most four words has a capital letter inside, such as “Save Changes”. */
const isTitleCase = (text: string): boolean => {
  const [, ...rest] = text.split(' ')
  return (
    rest.length < 4 &&
    !/[.,:?!]/.test(text) &&
    rest.some((word) => /^\p{Lu}\p{Ll}/u.test(word) && !properNames.test(word))
  )
}

describe('English interface texts', () => {
  it.each(forbidden)('avoid %s in favour of: %s', (phrase) => {
    expect(englishTexts.filter(([, text]) => phrase.test(text) && !specifiedTexts.has(text))).toEqual([])
  })

  it('are in sentence case', () => {
    const months = 'date.months'
    const wrong = englishTexts.filter(([key, text]) => key !== months && isTitleCase(text) && !specifiedTexts.has(text))
    expect(wrong).toEqual([])
  })

  it('contain every text that the specification fixes', () => {
    const present = new Set(englishTexts.map(([, text]) => text))
    expect([...specifiedTexts].filter((text) => !present.has(text))).toEqual([])
  })
})

describe('interface glossary', () => {
  const rows = readText('docs/interface-glossary.md')
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const key = /^`([\w.-]+)`$/.exec(cells[7] ?? '')?.[1]
      return key === undefined ? [] : [{ key, terms: cells.slice(1, 5) }]
    })

  it('lists more than 60 text keys', () => expect(rows.length).toBeGreaterThan(60))

  it.each([...languages])('matches the interface texts in %s', (language) => {
    const column = languages.indexOf(language)
    const texts = new Map(textsIn(language))
    const wrong = rows.filter(({ key, terms }) => texts.get(key) !== terms[column])
    expect(wrong).toEqual([])
  })
})
