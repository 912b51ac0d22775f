import { describe, expect, test } from 'vitest'
import { filterMembers, mentionAt, mentionedIn, textParts, withMention } from './mentions.js'
import { isOverdue, today, topicTone, listTopicOptions } from '../topic-options.js'

const members = [
  { id: '1', name: 'Ani Hakobyan' },
  { id: '2', name: 'Aram Petrosyan' },
  { id: '3', name: 'Անի' },
]

describe('mention query', () => {
  test.each([
    ['@', 1, { start: 0, text: '' }],
    ['see @Ar', 7, { start: 4, text: 'Ar' }],
    ['see @Aram Pe', 12, { start: 4, text: 'Aram Pe' }],
    ['(@Ան', 4, { start: 1, text: 'Ան' }],
    ['see @Ar and', 7, { start: 4, text: 'Ar' }],
  ])('is found in “%s” at %i', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toEqual(expected)
  })
  test.each([
    ['ani@kamar.am', 12],
    ['no mention', 10],
    ['@Ani Hakobyan and more', 22],
    ['@Ani', 0],
  ])('is null in “%s” at %i', (text, caret) => {
    expect(mentionAt(text, caret)).toBeNull()
  })
})

describe('mention suggestions', () => {
  test.each([
    ['', ['1', '2', '3']],
    ['a', ['1', '2']],
    ['PETRO', ['2']],
    ['ան', ['3']],
    ['x', []],
  ])('match the typed text “%s”', (typed, ids) => {
    expect(filterMembers(members, typed).map(({ id }) => id)).toEqual(ids)
  })
  test('are limited to the given number', () => {
    expect(filterMembers(members, '', 2)).toHaveLength(2)
  })
})

describe('comment text', () => {
  test('contains a chosen name with the caret after it', () => {
    const query = { start: 4, text: 'Ar' }
    expect(withMention('see @Ar please', query, 'Aram Petrosyan')).toEqual({
      text: 'see @Aram Petrosyan please',
      caret: 20,
    })
  })
  test('yields the mentioned members', () => {
    expect(mentionedIn('@Ani Hakobyan and @Անի', members)).toEqual(['1', '3'])
    expect(mentionedIn('Ani Hakobyan', members)).toEqual([])
  })
  test('is split at mentioned names and keeps everything else as plain text', () => {
    expect(textParts('hi @Ani Hakobyan <b>(x)</b>', ['Ani Hakobyan'])).toEqual([
      { text: 'hi ', isMention: false },
      { text: '@Ani Hakobyan', isMention: true },
      { text: ' <b>(x)</b>', isMention: false },
    ])
    expect(textParts('a.*b', ['.*'])).toEqual([{ text: 'a.*b', isMention: false }])
    expect(textParts('plain', [])).toEqual([{ text: 'plain', isMention: false }])
  })
})

describe('topic metadata', () => {
  test('offers a value in use that no list contains', () => {
    expect(listTopicOptions('status', 'Open')).toContain('Resolved')
    expect(listTopicOptions('status', 'Waiting for steel').at(-1)).toBe('Waiting for steel')
    expect(listTopicOptions('priority', '')).not.toContain('')
  })
  test('has a tone for each state', () => {
    expect(topicTone({ isClosed: true, status: 'Open' })).toBe('closed')
    expect(topicTone({ isClosed: false, status: 'In Progress' })).toBe('progress')
    expect(topicTone({ isClosed: false, status: 'Whatever' })).toBe('open')
  })
  test('is overdue from the day after the due date unless the topic is closed', () => {
    const now = today(new Date(2026, 10, 21))
    expect(now).toBe('2026-11-21')
    expect(isOverdue({ dueDate: '2026-11-20', isClosed: false }, now)).toBe(true)
    expect(isOverdue({ dueDate: '2026-11-21', isClosed: false }, now)).toBe(false)
    expect(isOverdue({ dueDate: '2026-11-20', isClosed: true }, now)).toBe(false)
    expect(isOverdue({ dueDate: null, isClosed: false }, now)).toBe(false)
  })
})
