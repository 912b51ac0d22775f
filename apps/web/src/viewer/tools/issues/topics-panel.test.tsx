import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { announceCollaboration, useLiveCollaboration } from '../../../platform/collaboration/live-collaboration.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { stubCapture } from '../../../testing/stub-capture.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import {
  ani,
  aram,
  reportResponse,
  topicComment,
  topicPage,
  topicRecord,
  topicServer,
  topicSummary,
  viewpointSummary,
} from '../../../testing/test-topics.js'
import { TestSession } from '../../../testing/test-session.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import type { Collaboration, NewTopicTarget } from './collaboration.js'
import { useAnchorPicker } from './topic/use-anchor-picker.js'
import { TopicsPanel } from './topics-panel.js'

const base = '/api/auth/my-urns/file-1'
const view = { form: { sections: [], selection: [] }, snapshot: new Blob(['x']) }
let server: StubServer
let capture: ReturnType<typeof stubCapture>

beforeEach(() => {
  capture = stubCapture(view)
  server = topicServer(base)
  server.on('POST /api/notifications/read', () => json({ unread: 0 }))
})
afterEach(cleanUpPage)

interface Start {
  readonly fileId?: string | null
  readonly asRole?: Collaboration['role']
  readonly topicId?: string
  readonly newTopic?: NewTopicTarget
  readonly isExample?: boolean
}

/** Renders the panel with the state that the page provides. */
function Stage({ fileId = 'file-1', asRole: role = 'owner', isExample = false, ...start }: Start) {
  const [topicId, openTopic] = useState<string | null>(start.topicId ?? null)
  const [newTopic, setNewTopic] = useState<NewTopicTarget | null>(start.newTopic ?? null)
  const [engine] = useState(() => testViewer())
  useLiveCollaboration()
  const open = (id: string | null): void => {
    setNewTopic(null)
    openTopic(id)
  }
  const anchorPicker = useAnchorPicker({ viewer: engine.viewer, onStart: () => undefined, onEnd: () => undefined })
  const subject = { fileId, role, fileVersion: null, isExample }
  const collaboration = { ...subject, topicId, openTopic: open, newTopic, setNewTopic, anchorPicker }
  const model = { viewer: engine.viewer, urn: 'urn-tower', manifest: testManifest(), hasFirstFrame: true }
  return (
    <TestSession engine={engine}>
      <TopicsPanel collaboration={collaboration} model={model as unknown as ActiveModel} tree={null} />
    </TestSession>
  )
}

function chooseArchive(): void {
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  Object.defineProperty(input, 'files', { configurable: true, value: [new File(['PK'], 'topics.bcf')] })
  Object.defineProperty(input, 'value', { configurable: true, writable: true, value: '' })
  fireEvent.change(input)
}

const getQueries = (route: string) => server.calls(route).map(({ query }) => Object.fromEntries(query))

describe('issue list', () => {
  test('shows number, title, status, assignee and overdue state', async () => {
    const topic = topicSummary({ number: 12, assignee: aram, dueDate: '2020-01-02', comments: 4 })
    server.on(`GET ${base}/topics`, () => json(topicPage([topic])))
    await renderPart(<Stage />)
    const row = within(await screen.findByRole('button', { name: /Duct meets beam/ }))
    for (const text of ['#12', 'Open', 'Aram Petrosyan', 'overdue', '4']) expect(row.getByText(text)).toBeTruthy()
  })

  test('counts issues by state and requests the chosen state', async () => {
    const { user } = await renderPart(<Stage />)
    const chips = within(await screen.findByRole('group', { name: 'Show issues' }))
    await waitFor(() => expect(chips.getByRole('button', { name: /^Open/ }).textContent).toBe('Open1'))
    expect(chips.getByRole('button', { name: /^Open/ }).getAttribute('aria-pressed')).toBe('true')
    for (const name of [/^Mine/, /^Overdue/, /^All/]) await user.click(chips.getByRole('button', { name }))
    await waitFor(() => expect(getQueries(`GET ${base}/topics`)).toHaveLength(4))
    expect(getQueries(`GET ${base}/topics`)).toEqual([
      { state: 'open', page: '1' },
      { state: 'open', mine: 'assigned', page: '1' },
      { overdue: 'true', page: '1' },
      { page: '1' },
    ])
  })

  test('is searched after a pause in typing, filtered and sorted', async () => {
    const { user } = await renderPart(<Stage />)
    await screen.findByText('Duct meets beam')
    await user.type(screen.getByRole('searchbox', { name: 'Search issues' }), 'duct')
    await waitFor(() =>
      expect(getQueries(`GET ${base}/topics`).at(-1)).toEqual({ state: 'open', text: 'duct', page: '1' }),
    )
    await user.click(screen.getByRole('button', { name: 'Filter issues' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'MEP (1)' }))
    await waitFor(() => expect(getQueries(`GET ${base}/topics`).at(-1)).toMatchObject({ label: 'MEP', text: 'duct' }))
    await user.click(screen.getByRole('button', { name: 'Sort issues' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Due date' }))
    await waitFor(() => expect(getQueries(`GET ${base}/topics`).at(-1)).toMatchObject({ sort: 'due', order: 'asc' }))
  })

  test('loads the next page on request', async () => {
    server.on(`GET ${base}/topics`, ({ query }) =>
      json(
        topicPage([topicSummary({ id: `t${query.get('page')}`, title: `Page ${query.get('page')}` })], {
          pages: 2,
          page: Number(query.get('page')),
        }),
      ),
    )
    const { user } = await renderPart(<Stage />)
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('Page 2')).toBeTruthy()
    expect(screen.getByText('Page 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('shows when there are no issues, no matches or an error', async () => {
    server.on(`GET ${base}/topics`, () => json(topicPage([])))
    const { unmount } = await renderPart(<Stage />)
    expect(await screen.findByText('No issues yet')).toBeTruthy()
    unmount()
    server.on(`GET ${base}/topics`, () =>
      json(topicPage([], { counts: { all: 3, open: 0, closed: 3, mine: 0, overdue: 0 } })),
    )
    const second = await renderPart(<Stage />)
    await second.user.click(await screen.findByRole('button', { name: 'Show all issues' }))
    await waitFor(() => expect(getQueries(`GET ${base}/topics`).at(-1)).toEqual({ page: '1' }))
    second.unmount()
    server.on(`GET ${base}/topics`, () => errorResponse(500, 'internal', 'Server error, please try again'))
    await renderPart(<Stage />)
    expect((await screen.findByRole('alert')).textContent).toContain('Server error, please try again')
  })

  test('offers viewers neither a new issue nor a BCF import', async () => {
    server.on(`GET ${base}/topics`, () => json(topicPage([], { mayCreate: false })))
    const { user } = await renderPart(<Stage asRole="viewer" />)
    expect(await screen.findByText(/^View only/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New issue' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'BCF import and export' }))
    expect(await screen.findAllByRole('menuitem')).toHaveLength(5)
  })

  test('explains why a sample model has no issues', async () => {
    await renderPart(<Stage fileId={null} isExample />)
    expect(screen.getByText(/^Issues aren’t available for sample models/)).toBeTruthy()
  })

  test('imports a BCF archive and shows the result', async () => {
    const outcome = { version: '3.0', created: 2, changed: 1, unchanged: 0, comments: 4, viewpoints: 2, skipped: [] }
    server.on(`POST ${base}/bcf`, () => new Response(`${JSON.stringify({ result: outcome })}\n`))
    await renderPart(<Stage />)
    await screen.findByText('Duct meets beam')
    chooseArchive()
    expect(await screen.findByText('BCF imported. New: 2, updated: 1.')).toBeTruthy()
    expect((server.calls(`POST ${base}/bcf`)[0]?.body as FormData | undefined)?.get('file')).toBeInstanceOf(File)
  })

  test('shows the progress of a BCF import and cancels it', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const send = (event: object) => writer.write(new TextEncoder().encode(`${JSON.stringify(event)}\n`))
    server.on(`POST ${base}/bcf`, () => new Response(readable))
    await renderPart(<Stage />)
    await screen.findByText('Duct meets beam')
    chooseArchive()
    expect(await screen.findByRole('progressbar', { name: 'Importing BCF' })).toBeTruthy()
    await send({ imported: 3, topics: 12 })
    expect(await screen.findByText('Issues imported: 3 of 12')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Importing BCF' }).getAttribute('aria-valuenow')).toBe('25')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    // Browsers abort the body of a cancelled fetch in the same way.
    await writer.abort(new DOMException('aborted', 'AbortError'))
    expect(await screen.findByText('Import cancelled. Issues imported so far are kept.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'BCF import and export' })).toBeTruthy()
  })

  test('shows the error of a failed BCF import', async () => {
    const error = { status: 413, code: 'bcf-too-large', message: 'This BCF file is too large or too complex to import' }
    server.on(`POST ${base}/bcf`, () => new Response(`${JSON.stringify({ error })}\n`))
    await renderPart(<Stage />)
    await screen.findByText('Duct meets beam')
    chooseArchive()
    expect(
      await screen.findByText('BCF import or export failed: This BCF file is too large or too complex to import'),
    ).toBeTruthy()
  })
})

describe('several issues of one file', () => {
  const topics = ['Duct', 'Beam', 'Crack'].map((title, index) => topicSummary({ id: `topic-${index + 1}`, title }))
  const renderPicking = async () => {
    server.on(`GET ${base}/topics`, () => json(topicPage(topics)))
    server.on('POST /api/auth/topics/changes', () => json({ changed: 2, failed: [] }))
    const part = await renderPart(<Stage />)
    await screen.findByText('Duct')
    await part.user.click(screen.getByRole('button', { name: 'Select several issues' }))
    return part
  }

  test('are changed together, as on the page of all issues', async () => {
    const { user } = await renderPicking()
    await user.click(screen.getByRole('checkbox', { name: 'Select Duct' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Crack' }))
    const bar = within(await screen.findByRole('region', { name: '2 selected' }))
    await user.selectOptions(bar.getByRole('combobox', { name: 'Status' }), 'Closed')
    await waitFor(() => expect(server.calls('POST /api/auth/topics/changes')).toHaveLength(1))
    expect(server.calls('POST /api/auth/topics/changes')[0]?.body).toEqual({
      topics: ['topic-1', 'topic-3'].map((topicId) => ({ fileId: 'file-1', topicId })),
      change: { status: 'Closed' },
    })
  })

  test('are exported, and only those', async () => {
    const saved = stubSavedFiles()
    server.on('POST /api/auth/topics/report', () => reportResponse('Tower issues.bcfzip', 'PK'))
    const { user } = await renderPicking()
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Beam' }))
    const bar = within(await screen.findByRole('region', { name: '2 selected' }))
    await user.click(bar.getByRole('button', { name: 'Export selected' }))
    await user.click(await screen.findByRole('menuitem', { name: 'BCF 3.0' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Tower issues.bcfzip']))
    expect(server.calls('POST /api/auth/topics/report')[0]?.body).toMatchObject({
      format: 'bcf',
      topics: ['topic-1', 'topic-3'],
    })
    await user.click(bar.getByRole('button', { name: 'Clear selection' }))
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  })
})

describe('issue details', () => {
  const discussed = topicRecord({
    description: 'Ask @Ani Hakobyan',
    viewpointId: 'view-1',
    viewpoints: [viewpointSummary(), viewpointSummary({ id: 'view-2' })],
    discussion: [
      topicComment({ viewpointId: 'view-2', mentions: [ani], text: '@Ani Hakobyan move it' }),
      topicComment({ id: 'comment-2', author: ani, text: 'Done', mayChange: true, mayDelete: true, revision: 4 }),
    ],
  })
  beforeEach(() => server.on(`GET ${base}/topics/topic-1`, () => json(discussed)))

  test('show the first viewpoint at once and others on request', async () => {
    const { user } = await renderPart(<Stage topicId="topic-1" />)
    await waitFor(() => expect(capture.openViewpoint).toHaveBeenCalledWith(expect.anything(), 'file-1', 'view-1'))
    await user.click(screen.getByRole('button', { name: 'Show view' }))
    expect(capture.openViewpoint).toHaveBeenLastCalledWith(expect.anything(), 'file-1', 'view-2')
    await user.click(screen.getByRole('button', { name: 'Show view 1' }))
    expect(capture.openViewpoint).toHaveBeenCalledTimes(3)
    expect(screen.getByRole('button', { name: 'Show view 1' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('highlight mentions and mark notifications as read', async () => {
    await renderPart(<Stage topicId="topic-1" />)
    const log = within(await screen.findByRole('log'))
    expect(log.getByText('@Ani Hakobyan').className).toContain('text-accent')
    await waitFor(() => expect(server.calls('POST /api/notifications/read')[0]?.body).toEqual({ topicId: 'topic-1' }))
  })

  test('change status, assignee, due date, labels and title with the loaded revision', async () => {
    server.on(`PATCH ${base}/topics/topic-1`, ({ body }) => json({ ...discussed, ...(body as object) }))
    const { user } = await renderPart(<Stage topicId="topic-1" />)
    await user.selectOptions(await screen.findByLabelText(/^Status/), 'Resolved')
    await user.selectOptions(screen.getByLabelText(/^Assigned to/), 'Aram Petrosyan')
    await user.type(screen.getByLabelText(/^Due date/), '{Control>}a{/Control}1.12.2026{Enter}')
    await user.type(screen.getByLabelText(/^Labels/), ', Roof{Enter}')
    await user.click(screen.getByRole('button', { name: 'Edit title' }))
    const title = screen.getByRole('textbox', { name: 'Title' })
    await user.clear(title)
    await user.type(title, 'Duct under beam{Enter}')
    const sent = server.calls(`PATCH ${base}/topics/topic-1`).map(({ body }) => body)
    for (const part of [
      { status: 'Resolved', revision: 1 },
      { assigneeId: 'account-2', revision: 1 },
      { dueDate: '2026-12-01', revision: 1 },
      { labels: ['MEP', 'Roof'], revision: 1 },
      { title: 'Duct under beam', revision: 1 },
    ])
      expect(sent).toContainEqual(part)
  })

  test('show a conflicting change and reload', async () => {
    server.on(`PATCH ${base}/topics/topic-1`, () => errorResponse(409, 'changed-meanwhile', 'Somebody was faster'))
    const { user } = await renderPart(<Stage topicId="topic-1" />)
    await user.selectOptions(await screen.findByLabelText(/^Status/), 'Closed')
    expect(await screen.findByText('Somebody was faster')).toBeTruthy()
    await waitFor(() => expect(server.calls(`GET ${base}/topics/topic-1`).length).toBeGreaterThan(1))
  })

  test('show new comments of others without a page reload', async () => {
    await renderPart(<Stage topicId="topic-1" />)
    await screen.findByText('Done')
    const grown = { ...discussed, discussion: [...discussed.discussion, topicComment({ id: 'c3', text: 'And here' })] }
    server.on(`GET ${base}/topics/topic-1`, () => json(grown))
    announceCollaboration({ type: 'topic', fileId: 'file-1', topicId: 'topic-1', change: 'changed', revision: 2 })
    expect(await screen.findByText('And here')).toBeTruthy()
  })

  test('place the caret after a chosen mention', async () => {
    const { user } = await renderPart(<Stage topicId="topic-1" />)
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
    await user.type(field, ' see you')
    await user.type(field, '@ara', { initialSelectionStart: 0, initialSelectionEnd: 0 })
    await screen.findByRole('listbox', { name: 'People' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field.value.slice(0, field.selectionStart).trim()).toBe('@Aram Petrosyan')
    expect(field.value).toContain('see you')
  })

  test('send a comment with mentions and the current viewpoint', async () => {
    server.on(`POST ${base}/topics/topic-1/comments`, () => json(topicComment({ viewpointId: 'view-9' })))
    const { user } = await renderPart(<Stage topicId="topic-1" />)
    const field = await screen.findByRole('textbox', { name: 'Comment' })
    await user.type(field, '@ara')
    const offered = within(await screen.findByRole('listbox', { name: 'People' }))
    await user.click(offered.getByRole('option', { name: 'Aram Petrosyan' }))
    await user.type(field, 'look')
    await user.click(screen.getByLabelText('Attach current view'))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(capture.sendPicture).toHaveBeenCalledWith('file-1', 'view-9', view.snapshot))
    expect(server.calls(`POST ${base}/topics/topic-1/comments`)[0]?.body).toMatchObject({
      text: '@Aram Petrosyan look',
      mentions: ['account-2'],
      viewpoint: view.form,
    })
    expect((field as HTMLTextAreaElement).value).toBe('')
  })

  test('keep an unsent comment and show why it was refused', async () => {
    server.on(`POST ${base}/topics/topic-1/comments`, () => errorResponse(403, 'not-allowed', 'You may not do this'))
    const { user, unmount } = await renderPart(<Stage topicId="topic-1" />)
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'half a thought')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    unmount()
    await renderPart(<Stage topicId="topic-1" />)
    expect(((await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement).value).toBe(
      'half a thought',
    )
  })

  test('allow changing and deleting own comments only', async () => {
    server.on(`PATCH ${base}/topics/topic-1/comments/comment-2`, () => json(topicComment({ id: 'comment-2' })))
    server.on(`DELETE ${base}/topics/topic-1/comments/comment-2`, () => json({ done: true }))
    const { user } = await renderPart(<Stage topicId="topic-1" />)
    expect(await screen.findAllByRole('button', { name: 'Edit comment' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Edit comment' }))
    await user.type(screen.getByRole('textbox', { name: 'Edit comment' }), ' today')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.calls(`PATCH ${base}/topics/topic-1/comments/comment-2`)[0]?.body).toEqual({
        text: 'Done today',
        revision: 4,
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete comment' }))
    await waitFor(() => expect(server.calls(`DELETE ${base}/topics/topic-1/comments/comment-2`)).toHaveLength(1))
  })

  test('delete the issue after confirmation, and are read-only for viewers', async () => {
    server.on(`DELETE ${base}/topics/topic-1`, () => json({ done: true }))
    const { user, unmount } = await renderPart(<Stage topicId="topic-1" />)
    await user.click(await screen.findByRole('button', { name: 'Delete issue' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete issue' }))
    expect(await screen.findByRole('searchbox', { name: 'Search issues' })).toBeTruthy()
    unmount()
    server.on(`GET ${base}/topics/topic-1`, () =>
      json({ ...discussed, mayChange: false, mayComment: false, mayDelete: false }),
    )
    await renderPart(<Stage topicId="topic-1" asRole="viewer" />)
    expect(await screen.findByText(/^View only/)).toBeTruthy()
    expect(screen.getByLabelText(/^Status/)).toHaveProperty('disabled', true)
    expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  })

  test('show an error when the issue cannot be loaded', async () => {
    server.on(`GET ${base}/topics/topic-1`, () => errorResponse(404, 'not-found', 'Not found'))
    await renderPart(<Stage topicId="topic-1" />)
    expect((await screen.findByRole('alert')).textContent).toContain('The issue couldn’t be loaded')
  })
})

describe('new issue form', () => {
  const target: NewTopicTarget = {
    anchor: { point: [1, 2, 3], normal: [0, 0, 1], sourceId: 'id-wall' },
    elementName: 'Outer wall',
  }

  test('sends anchor, viewpoint and mentions', async () => {
    server.on(`POST ${base}/topics`, () => json(topicRecord({ viewpointId: 'view-7' })))
    server.on(`GET ${base}/topics/topic-1`, () => json(topicRecord()))
    const { user } = await renderPart(<Stage newTopic={target} />)
    expect(screen.getByText('About: Outer wall')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Create issue' })).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Crack')
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'See @Aram Petrosyan')
    await user.selectOptions(screen.getByLabelText(/^Priority/), 'Critical')
    await user.click(screen.getByRole('button', { name: 'Create issue' }))
    await waitFor(() => expect(capture.sendPicture).toHaveBeenCalledWith('file-1', 'view-7', view.snapshot))
    expect(server.calls(`POST ${base}/topics`)[0]?.body).toMatchObject({
      title: 'Crack',
      description: 'See @Aram Petrosyan',
      priority: 'Critical',
      type: 'Issue',
      status: 'Open',
      anchor: target.anchor,
      mentions: ['account-2'],
      viewpoint: view.form,
    })
    expect(await screen.findByRole('heading', { name: 'Duct meets beam' })).toBeTruthy()
  })

  test('shows why the issue was refused and keeps its content', async () => {
    server.on(`POST ${base}/topics`, () => errorResponse(409, 'too-many', 'There are too many'))
    const { user, unmount } = await renderPart(<Stage newTopic={{ anchor: null }} />)
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Crack')
    await user.click(screen.getByRole('button', { name: 'Create issue' }))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    unmount()
    const again = await renderPart(<Stage newTopic={{ anchor: null }} />)
    expect((screen.getByRole('textbox', { name: 'Title' }) as HTMLInputElement).value).toBe('Crack')
    await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Duct meets beam')).toBeTruthy()
  })
})
