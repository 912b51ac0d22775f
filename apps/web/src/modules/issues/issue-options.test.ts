import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { requirePageMessages, startInternationalization } from '../../platform/i18n/index.js'
import { formatOption, isOverdue, topicAddress } from '../../platform/issues/issue-options.js'
import { defaultView, type IssueView, toQuery } from './use-issue-view.js'

describe('due date of an issue', () => {
  const now = new Date(2026, 2, 5, 23, 59)
  const check = (dueDate: string | null, isClosed = false) => isOverdue({ dueDate, isClosed }, now)

  test('has passed from the next local day on', () => {
    expect(check('2026-03-04')).toBe(true)
    expect(check('2026-03-05')).toBe(false)
    expect(check('2026-10-01')).toBe(false)
  })

  test('does not pass for closed issues, nor without a date', () => {
    expect(check('2020-01-01', true)).toBe(false)
    expect(check(null)).toBe(false)
  })
})

test('address of an issue names its file and itself, with every character escaped', () => {
  expect(topicAddress({ file: { urn: 'a&b=c' }, id: 'x y' })).toBe('/ViewerPage?urn=a%26b%3Dc&topic=x%20y')
})

describe('name of a status or priority', () => {
  beforeAll(async () => {
    await startInternationalization('en')
    await requirePageMessages('issues')
  })
  const { t } = i18next

  test('is translated when Kamar defines it, also with a space', () => {
    expect(formatOption('status', 'In Progress', t)).toBe('In progress')
    expect(formatOption('priority', 'Critical', t)).toBe('Critical')
  })

  test('remains as it was imported otherwise', () => {
    expect(formatOption('status', 'Под вопросом', t)).toBe('Под вопросом')
    expect(formatOption('priority', 'Open', t)).toBe('Open')
    expect(formatOption('priority', '', t)).toBe('')
  })
})

describe('request for the issues of a view', () => {
  const request = (over: Partial<IssueView>) => toQuery({ ...defaultView, ...over })
  const order = { sort: 'changed', order: 'desc' }

  test('is for open issues, the newest change first, unless the user says otherwise', () => {
    expect(request({})).toEqual({ state: 'open', ...order })
    expect(request({ state: 'closed', sort: 'due', isAscending: true })).toEqual({
      state: 'closed',
      sort: 'due',
      order: 'asc',
    })
  })

  test('is for every state on the board, and when both are asked for', () => {
    expect(request({ layout: 'board' })).toEqual(order)
    expect(request({ state: 'any' })).toEqual(order)
  })

  test('is not limited to open issues by the state when it is for overdue ones, which are open anyway', () => {
    expect(request({ tab: 'overdue', state: 'closed' })).toEqual({ overdue: 'true', ...order })
  })

  test('has no text when the search consists of spaces', () => {
    expect(request({ text: '  ' })).not.toHaveProperty('text')
    expect(request({ text: ' duct ', values: { label: 'MEP' } })).toMatchObject({ text: 'duct', label: 'MEP' })
  })
})
