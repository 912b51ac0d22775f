import { describe, expect, test } from 'vitest'
import { filterMembers, mentionAt, mentionedIn, textParts, withMention } from './mentions.js'
import { isOverdue, today, topicTone, listTopicOptions } from './topic-options.js'

const members = [
  { id: '1', name: 'Ani Hakobyan' },
  { id: '2', name: 'Aram Petrosyan' },
  { id: '3', name: 'Անի' },
]

describe('a name that is being written', () => {
  test.each([
    ['@', 1, { start: 0, text: '' }],
    ['see @Ar', 7, { start: 4, text: 'Ar' }],
    ['see @Aram Pe', 12, { start: 4, text: 'Aram Pe' }],
    ['(@Ան', 4, { start: 1, text: 'Ան' }],
    ['see @Ar and', 7, { start: 4, text: 'Ar' }],
  ])('in “%s” at %i', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toEqual(expected)
  })
  test.each([
    ['ani@kamar.am', 12],
    ['no mention', 10],
    ['@Ani Hakobyan and more', 22],
    ['@Ani', 0],
  ])('is none in “%s” at %i', (text, caret) => {
    expect(mentionAt(text, caret)).toBeNull()
  })
})

describe('people who are offered', () => {
  test.each([
    ['', ['1', '2', '3']],
    ['a', ['1', '2']],
    ['PETRO', ['2']],
    ['ան', ['3']],
    ['x', []],
  ])('for “%s”', (typed, ids) => {
    expect(filterMembers(members, typed).map(({ id }) => id)).toEqual(ids)
  })
  test('are not more than there is room for', () => {
    expect(filterMembers(members, '', 2)).toHaveLength(2)
  })
})

describe('a text with mentions', () => {
  test('gets the chosen name and the caret after it', () => {
    const query = { start: 4, text: 'Ar' }
    expect(withMention('see @Ar please', query, 'Aram Petrosyan')).toEqual({
      text: 'see @Aram Petrosyan please',
      caret: 20,
    })
  })
  test('says whom it names', () => {
    expect(mentionedIn('@Ani Hakobyan and @Անի', members)).toEqual(['1', '3'])
    expect(mentionedIn('Ani Hakobyan', members)).toEqual([])
  })
  test('is cut at the names, and nothing else of it means anything', () => {
    expect(textParts('hi @Ani Hakobyan <b>(x)</b>', ['Ani Hakobyan'])).toEqual([
      { text: 'hi ', isMention: false },
      { text: '@Ani Hakobyan', isMention: true },
      { text: ' <b>(x)</b>', isMention: false },
    ])
    expect(textParts('a.*b', ['.*'])).toEqual([{ text: 'a.*b', isMention: false }])
    expect(textParts('plain', [])).toEqual([{ text: 'plain', isMention: false }])
  })
})

describe('words of topics', () => {
  test('offer what is chosen even when no table has it', () => {
    expect(listTopicOptions('status', 'Open')).toContain('Resolved')
    expect(listTopicOptions('status', 'Waiting for steel').at(-1)).toBe('Waiting for steel')
    expect(listTopicOptions('priority', '')).not.toContain('')
  })
  test('have a tone each', () => {
    expect(topicTone({ isClosed: true, status: 'Open' })).toBe('closed')
    expect(topicTone({ isClosed: false, status: 'In Progress' })).toBe('progress')
    expect(topicTone({ isClosed: false, status: 'Whatever' })).toBe('open')
  })
  test('a day is over the day after it, unless all is done', () => {
    const now = today(new Date(2026, 10, 21))
    expect(now).toBe('2026-11-21')
    expect(isOverdue({ dueDate: '2026-11-20', isClosed: false }, now)).toBe(true)
    expect(isOverdue({ dueDate: '2026-11-21', isClosed: false }, now)).toBe(false)
    expect(isOverdue({ dueDate: '2026-11-20', isClosed: true }, now)).toBe(false)
    expect(isOverdue({ dueDate: null, isClosed: false }, now)).toBe(false)
  })
})
