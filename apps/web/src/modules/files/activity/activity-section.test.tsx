import type { FileActivity, FileRecord } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accessToken } from '../../../platform/api/access-token.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { renderPart } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer, stubServer } from '../../../testing/stub-server.js'
import { ActivitySection } from './activity-section.js'

const route = 'GET /api/auth/my-urns/f1/activity'
const event = (sequence: number, over: Partial<FileActivity['events'][number]> = {}) => ({
  sequence,
  time: '2026-11-20T10:00:00.000Z',
  actor: 'a',
  actorName: 'Gor',
  action: 'file.open',
  subject: 'f1',
  subjectName: 'Duplex_A.ifc',
  details: { version: 1 },
  ...over,
})
const page = (over: Partial<FileActivity> = {}): FileActivity => ({
  events: [event(2)],
  names: {},
  next: null,
  openers: [],
  ...over,
})

let server: StubServer
beforeEach(() => {
  server = stubServer()
  accessToken.write('token-1')
  server.on(route, () => json(page()))
})
afterEach(cleanUpPage)

const show = (over: Partial<FileRecord> = {}) =>
  renderPart(<ActivitySection file={fileRecord({ id: 'f1', ...over })} />)
const section = () => within(screen.getByRole('region', { name: 'Activity' }))
const toggle = () => section().getByRole('button', { name: 'Activity' })

test('activity section loads nothing before it is expanded, and collapses again', async () => {
  const { user } = await show()
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
  expect(server.calls(route)).toHaveLength(0)
  await user.click(toggle())
  expect(await section().findByText('Not opened in the last 7 days')).toBeTruthy()
  expect(toggle().getAttribute('aria-expanded')).toBe('true')
  await user.click(toggle())
  expect(section().queryByRole('listitem')).toBeNull()
})

test('activity section names recent viewers, and guests by the recipient of their link', async () => {
  const lastOpenedAt = '2026-11-20T10:00:00.000Z'
  const openers = [
    { name: 'Gor', isGuest: false, lastOpenedAt },
    { name: 'Anna', isGuest: true, lastOpenedAt },
    { name: null, isGuest: true, lastOpenedAt },
  ]
  server.on(route, () => json(page({ openers })))
  const { user } = await show()
  await user.click(toggle())
  const list = (await section().findByText('Opened in the last 7 days by')).nextElementSibling as HTMLElement
  const names = within(list).getAllByRole('listitem')
  expect(names.map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual([
    'Gor',
    'Anna (guest by link)',
    'Guest by link',
  ])
})

test('activity section lists events and loads older ones on request', async () => {
  server.on(route, ({ query }) =>
    json(query.has('before') ? page({ events: [event(1, { action: 'file.download' })] }) : page({ next: 2 })),
  )
  const { user } = await show()
  await user.click(toggle())
  await section().findByRole('listitem')
  await user.click(section().getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(section().getAllByRole('listitem')).toHaveLength(2))
  expect(
    section()
      .getAllByRole('listitem')
      .map((item) => item.querySelector('p')?.textContent),
  ).toEqual(['Gor opened Duplex_A.ifc, version 1', 'Gor downloaded Duplex_A.ifc, version 1'])
  expect(section().queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('activity section shows why it could not be loaded', async () => {
  server.on(route, () => errorResponse(404, 'not-found', 'Not found'))
  const { user } = await show()
  await user.click(toggle())
  expect(await section().findByText(/^Couldn’t load the activity: /)).toBeTruthy()
})

test('activity section is hidden from an editor', async () => {
  const sharing: FileRecord['sharing'] = {
    projectId: 'p',
    folderId: 'p',
    projectName: 'Tower',
    personal: false,
    role: 'editor',
    mine: false,
    people: 2,
    owner: { id: 'o', name: 'Ani' },
  }
  await show({ sharing })
  expect(screen.queryByRole('region', { name: 'Activity' })).toBeNull()
})
