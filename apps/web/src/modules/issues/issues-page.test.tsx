import type { AllTopicsPage, ListedTopic } from '@kamar/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as saveFileModule from '../../platform/files/download/save-file.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, mobile, renderApp } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'
import { ani, aram, mentionables, reportResponse, topicPage, topicSummary } from '../../testing/test-topics.js'

const file = { id: 'file-1', name: 'Tower.ifc', urn: 'urn-tower', projectId: 'project-1', projectName: 'Tower' }
const listed = (over: Partial<ListedTopic> = {}): ListedTopic => ({ ...topicSummary(), file, mayChange: true, ...over })
const duct = listed()
const crack = listed({
  id: 'topic-2',
  number: 2,
  title: 'Crack',
  status: 'In Progress',
  assignee: aram,
  dueDate: '2020-01-02',
})

function page(topics: readonly ListedTopic[], over: Partial<AllTopicsPage> = {}): AllTopicsPage {
  const { counts, facets } = topicPage(topics)
  const files = [{ id: file.id, name: file.name, topics: topics.length }]
  const projects = [{ id: 'project-1', name: 'Tower', topics: topics.length }]
  return {
    topics: [...topics],
    total: topics.length,
    page: 1,
    pages: 1,
    counts: { ...counts, mine: 1, overdue: 1 },
    facets: { ...facets, file: files, project: projects },
    ...over,
  }
}

let server: StubServer
beforeEach(() => {
  server = appServer()
  server.on('GET /api/auth/topics', () => json(page([duct, crack])))
  server.on('GET /api/auth/topics/mine', () => json({ open: 3, overdue: 1 }))
  server.on('GET /api/notifications', () => json({ notifications: [], unread: 0, more: false }))
  server.on('GET /api/auth/my-urns/file-1/mentionable', () => json(mentionables))
  server.on('POST /api/auth/topics/changes', () => json({ changed: 1, failed: [] }))
  layOut(desktop)
})
afterEach(cleanUpPage)

const open = (query = '') => renderApp(`/issues${query}`, { signedIn: true })
const lastQuery = () => Object.fromEntries(server.calls('GET /api/auth/topics').at(-1)?.query ?? [])
const changes = () => server.calls('POST /api/auth/topics/changes').map(({ body }) => body)

describe('issues page', () => {
  test('lists the issues of all files, each a link to it in the viewer', async () => {
    await open()
    const link = await screen.findByRole('link', { name: /Crack/ })
    expect(link.getAttribute('href')).toBe('/ViewerPage?urn=urn-tower&topic=topic-2')
    const row = within(link.closest('tr') as HTMLElement)
    for (const text of ['In progress', 'Aram Petrosyan', 'Tower.ifc', 'overdue'])
      expect(row.getByText(text)).toBeTruthy()
    expect(screen.getByText('2 issues')).toBeTruthy()
  })

  test('filters by tab, value and text, and keeps the filter in the address', async () => {
    const { user, getPath } = await open()
    await screen.findByRole('link', { name: /Crack/ })
    expect(lastQuery()).toMatchObject({ state: 'open', sort: 'changed', order: 'desc' })
    await user.click(screen.getByRole('button', { name: /^Mine/ }))
    await user.selectOptions(screen.getByLabelText('Label'), 'MEP')
    await user.type(screen.getByRole('searchbox', { name: 'Search issues' }), 'duct')
    await waitFor(() => expect(lastQuery()).toMatchObject({ mine: 'assigned', label: 'MEP', text: 'duct' }))
    expect(getPath()).toContain('tab=mine')
    expect(getPath()).toContain('label=MEP')
  })

  test('opens with the filter of its address', async () => {
    await open('?tab=overdue&file=file-1&sort=due&order=asc')
    await screen.findByRole('link', { name: /Crack/ })
    expect(lastQuery()).toMatchObject({ overdue: 'true', file: 'file-1', sort: 'due', order: 'asc' })
  })

  test('sorts by a column, and reverses it', async () => {
    const { user } = await open()
    await screen.findByRole('link', { name: /Crack/ })
    await user.click(screen.getByRole('button', { name: 'Due date' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'due', order: 'asc' }))
    await user.click(screen.getByRole('button', { name: 'Due date' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'due', order: 'desc' }))
  })

  test('changes the ticked issues at once, and names the reason for those that stay', async () => {
    server.on('POST /api/auth/topics/changes', () =>
      json({ changed: 1, failed: [{ topicId: 'topic-2', code: 'not-allowed' }] }),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    const bar = within(screen.getByRole('region', { name: '2 selected' }))
    await user.selectOptions(bar.getByRole('combobox', { name: 'Status' }), 'Closed')
    await waitFor(() => expect(changes()).toHaveLength(1))
    expect(changes()[0]).toEqual({
      topics: [duct, crack].map(({ id }) => ({ fileId: 'file-1', topicId: id })),
      change: { status: 'Closed' },
    })
    await screen.findByText('1 issue changed')
    await screen.findByText(/^1 issue couldn’t be changed: You don't have permission/)
  })

  test('assigns the ticked issues to a member of all their projects, and adds a label', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Crack' }))
    const bar = within(screen.getByRole('region', { name: '1 selected' }))
    await bar.findByRole('option', { name: ani.name })
    await user.selectOptions(bar.getByRole('combobox', { name: 'Assigned to' }), ani.id)
    await waitFor(() => expect(changes()).toHaveLength(1))
    await waitFor(() => expect(bar.getByRole('textbox', { name: 'Add label' })).toHaveProperty('disabled', false))
    await user.type(bar.getByRole('textbox', { name: 'Add label' }), 'site{Enter}')
    await waitFor(() => expect(changes()).toHaveLength(2))
    expect(changes()).toMatchObject([{ change: { assigneeId: ani.id } }, { change: { addLabel: 'site' } }])
  })

  test('exports the ticked issues, or those that match the filter', async () => {
    const save = vi.spyOn(saveFileModule, 'saveFile').mockReturnValue(undefined)
    server.on('POST /api/auth/topics/report', () => reportResponse('Tower issues.pdf', 'pdf'))
    const { user } = await open('?label=MEP')
    await screen.findByRole('link', { name: /Crack/ })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'PDF with pictures' }))
    await waitFor(() => expect(save).toHaveBeenCalledWith(expect.any(Blob), 'Tower issues.pdf'))
    await user.click(screen.getByRole('checkbox', { name: 'Select Crack' }))
    await user.click(screen.getByRole('button', { name: 'Export selected' }))
    await user.click(await screen.findByRole('menuitem', { name: 'BCF 2.1' }))
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
    const forms = server.calls('POST /api/auth/topics/report').map(({ body }) => body)
    expect(forms).toMatchObject([
      { format: 'pdf', query: { label: 'MEP', state: 'open' } },
      { format: 'bcf', version: '2.1', topics: ['topic-2'] },
    ])
  })

  test('shows a board whose cards move by dragging and by their status field', async () => {
    const { user } = await open('?view=board')
    const column = (name: string) => within(screen.getByRole('region', { name }))
    await screen.findByRole('link', { name: /Crack/ })
    expect(lastQuery()).not.toHaveProperty('state')
    expect(column('In progress').getByText('Crack')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status: Duct meets beam' }), 'Closed')
    await waitFor(() => expect(changes()).toHaveLength(1))
    const data = new Map<string, string>()
    const dataTransfer = {
      types: ['application/x-kamar-topic'],
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
    }
    fireEvent.dragStart(screen.getByText('Crack').closest('li') as HTMLElement, { dataTransfer })
    fireEvent.drop(screen.getByRole('region', { name: 'Resolved' }), { dataTransfer })
    await waitFor(() => expect(changes()).toHaveLength(2))
    expect(changes()).toMatchObject([
      { topics: [{ topicId: 'topic-1' }], change: { status: 'Closed' } },
      { topics: [{ topicId: 'topic-2' }], change: { status: 'Resolved' } },
    ])
  })

  test('has cards on a phone, and hides the filters behind a button', async () => {
    layOut(mobile)
    const { user } = await open()
    await screen.findByRole('link', { name: /Crack/ })
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByLabelText('Label')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    expect(screen.getByLabelText('Label')).toBeTruthy()
  })

  test('says that there are none, and how to create one', async () => {
    server.on('GET /api/auth/topics', () => json(page([])))
    await open()
    expect(await screen.findByText('No issues yet')).toBeTruthy()
  })

  test('is reached by a link that counts the open issues of the user', async () => {
    await open()
    const link = await screen.findByRole('link', { name: 'Issues (3 open issues assigned to you)' })
    expect(link.getAttribute('href')).toBe('/issues')
  })
})

describe('filter of the issues page', () => {
  test('is removed from the address once it is the default again; other parameters stay', async () => {
    const { user, getPath } = await open('?tab=overdue&label=MEP&from=mail')
    await screen.findByRole('link', { name: /Crack/ })
    await user.click(screen.getByRole('button', { name: /^All/ }))
    await user.selectOptions(screen.getByLabelText('Label'), '')
    await waitFor(() => expect(getPath()).toBe('/issues?from=mail'))
  })

  test('ignores unknown words in the address', async () => {
    await open('?tab=theirs&state=broken&sort=colour&order=up&view=cube&label=')
    await screen.findByRole('table')
    expect(lastQuery()).toEqual({ state: 'open', sort: 'changed', order: 'desc', page: '1', limit: '100' })
  })

  test('offers a value of the address that no issue has', async () => {
    await open('?label=Roof')
    await screen.findByRole('link', { name: /Crack/ })
    expect(screen.getByLabelText('Label')).toHaveProperty('value', 'Roof')
  })

  test('stays when another one is set before the search has begun', async () => {
    const { user } = await open()
    await screen.findByRole('link', { name: /Crack/ })
    await user.type(screen.getByRole('searchbox', { name: 'Search issues' }), 'duct')
    await user.click(screen.getByRole('button', { name: /^Mine/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ text: 'duct' }))
    expect(lastQuery()).toMatchObject({ mine: 'assigned', text: 'duct' })
  })

  test('is cleared with its search text when nothing matches', async () => {
    const { counts } = page([duct])
    server.on('GET /api/auth/topics', ({ query }) => json(page(query.has('text') ? [] : [duct], { counts })))
    const { user, getPath } = await open('?search=nothing&state=closed')
    await screen.findByText('No matching issues')
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Show all issues' }))
    await screen.findByRole('link', { name: /Duct/ })
    expect(screen.getByRole('searchbox', { name: 'Search issues' })).toHaveProperty('value', '')
    expect(getPath()).toBe('/issues?state=any')
  })

  test('counts its parts on the button of a phone', async () => {
    layOut(mobile)
    await open('?label=MEP&assignee=nobody&state=closed')
    await screen.findByRole('link', { name: /Crack/ })
    expect(screen.getByRole('button', { name: /^Filters/ }).textContent).toBe('Filters3')
  })

  test('has no state where it would not matter', async () => {
    const { user } = await open('?view=board')
    await screen.findByRole('link', { name: /Crack/ })
    expect(screen.queryByLabelText('State')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    expect(await screen.findByLabelText('State')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Overdue/ }))
    await waitFor(() => expect(screen.queryByLabelText('State')).toBeNull())
  })
})

describe('list of the issues page', () => {
  test('says why it could not be loaded, and loads again on request', async () => {
    server.on('GET /api/auth/topics', () => errorResponse(403, 'not-allowed', 'No'))
    const { user } = await open()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    server.on('GET /api/auth/topics', () => json(page([crack])))
    await user.click(retry)
    expect(await screen.findByRole('link', { name: /Crack/ })).toBeTruthy()
  })

  test('adds the next page on request, and ticks of both pages count together', async () => {
    server.on('GET /api/auth/topics', ({ query }) =>
      json(page(query.get('page') === '1' ? [duct] : [crack], { page: Number(query.get('page')), pages: 2, total: 2 })),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Duct meets beam' }))
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select Crack' }))
    expect(screen.getByRole('region', { name: '2 selected' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('tells which column it is sorted by, and in which direction', async () => {
    const { user } = await open('?sort=title&order=asc')
    await screen.findByRole('link', { name: /Crack/ })
    const heading = (name: string) => screen.getByRole('button', { name }).closest('th') as HTMLElement
    expect(heading('Title').getAttribute('aria-sort')).toBe('ascending')
    expect(heading('Status').hasAttribute('aria-sort')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Updated' }))
    await waitFor(() => expect(heading('Updated').getAttribute('aria-sort')).toBe('descending'))
  })

  test('offers no bulk changes on the board, where nothing shows what is ticked', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Crack' }))
    await user.click(screen.getByRole('button', { name: 'Board' }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Crack' })).toBeNull())
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull()
  })

  test('ticks all or none with the box of its heading, which is mixed between', async () => {
    const { user } = await open()
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
    await user.click(screen.getByRole('checkbox', { name: 'Select Crack' }))
    expect(all).toMatchObject({ checked: false, indeterminate: true })
    await user.click(all)
    expect(all).toMatchObject({ checked: true, indeterminate: false })
    await user.click(all)
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull()
  })

  test('can be ticked and changed on a phone', async () => {
    layOut(mobile)
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Crack' }))
    const bar = within(screen.getByRole('region', { name: '1 selected' }))
    await user.selectOptions(bar.getByRole('combobox', { name: 'Assigned to' }), 'Unassigned')
    await waitFor(() => expect(changes()).toMatchObject([{ change: { assigneeId: null } }]))
  })
})

describe('bar for ticked issues', () => {
  const tickAll = async () => {
    const result = await open()
    await result.user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    return { ...result, bar: within(screen.getByRole('region', { name: /selected$/ })) }
  }

  test('offers only assignees who are in the projects of all of them', async () => {
    const bridge = { ...file, id: 'file-2', name: 'Bridge.ifc', projectId: 'project-2', projectName: 'Bridge' }
    server.on('GET /api/auth/topics', () => json(page([duct, { ...crack, file: bridge }])))
    server.on('GET /api/auth/my-urns/file-2/mentionable', () => json(mentionables.slice(1)))
    const { bar } = await tickAll()
    await bar.findByRole('option', { name: aram.name })
    expect(bar.queryByRole('option', { name: ani.name })).toBeNull()
  })

  test('sets the due date that was typed', async () => {
    const { bar, user } = await tickAll()
    await user.type(bar.getByLabelText('Set due date'), '1.12.2026{Enter}')
    await waitFor(() => expect(changes()).toMatchObject([{ change: { dueDate: '2026-12-01' } }]))
  })

  test('does not send an empty label', async () => {
    const { bar, user } = await tickAll()
    await user.type(bar.getByRole('textbox', { name: 'Add label' }), '   {Enter}')
    await user.click(bar.getByRole('button', { name: 'Clear selection' }))
    expect(changes()).toEqual([])
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull()
  })

  test('says when the server refused all of it, and leaves the ticks', async () => {
    server.on('POST /api/auth/topics/changes', () => errorResponse(403, 'not-allowed', 'Not yours'))
    const { bar, user } = await tickAll()
    await user.selectOptions(bar.getByRole('combobox', { name: 'Status' }), 'Closed')
    expect(await screen.findByText('Not yours')).toBeTruthy()
    expect(screen.getByRole('region', { name: '2 selected' })).toBeTruthy()
  })

  test('says why a report could not be created, and can create it again', async () => {
    server.on('POST /api/auth/topics/report', () => errorResponse(413, 'too-many', 'Too large'))
    const { bar, user } = await tickAll()
    await user.click(bar.getByRole('button', { name: 'Export selected' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    expect(await screen.findByText(/^The report couldn’t be created: /)).toBeTruthy()
    await waitFor(() => expect(bar.getByRole('button', { name: 'Export selected' })).toHaveProperty('disabled', false))
  })
})

describe('board of the issues page', () => {
  const openBoard = (topics: readonly ListedTopic[]) => {
    const status = topics.flatMap(({ status: value }) => (value === '' ? [] : [{ value, topics: 1 }]))
    server.on('GET /api/auth/topics', () => json(page(topics, { facets: { ...page(topics).facets, status } })))
    return open('?view=board')
  }
  const drop = (name: string, id: string, type = 'application/x-kamar-topic') =>
    fireEvent.drop(screen.getByRole('region', { name }), {
      dataTransfer: { types: [type], getData: (key: string) => (key === type ? id : '') },
    })

  test('has a column for each status of imported issues, and one for those without', async () => {
    await openBoard([listed({ status: 'Awaiting approval' }), listed({ id: 'topic-3', title: 'Bare', status: '' })])
    expect(await screen.findByRole('region', { name: 'Awaiting approval' })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'No status' })).getByText('Bare')).toBeTruthy()
  })

  test('changes nothing when a card is dropped on its own column, or on the one without a status', async () => {
    await openBoard([duct, listed({ id: 'topic-3', status: '' })])
    await screen.findByRole('region', { name: 'No status' })
    drop('Open', 'topic-1')
    drop('No status', 'topic-1')
    drop('Closed', 'topic-1', 'text/plain')
    drop('Closed', 'topic-unknown')
    drop('Closed', 'topic-1')
    await waitFor(() => expect(changes()).toHaveLength(1))
    expect(changes()).toMatchObject([{ change: { status: 'Closed' } }])
  })

  test('neither drags nor changes issues that the user may only read', async () => {
    await openBoard([listed({ mayChange: false })])
    const card = (await screen.findByRole('link', { name: /Duct/ })).closest('li') as HTMLElement
    expect(card.getAttribute('draggable')).toBe('false')
    expect(within(card).queryByRole('combobox')).toBeNull()
  })
})
