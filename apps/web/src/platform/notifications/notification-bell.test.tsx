import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announceCollaboration, useLiveCollaboration } from '../collaboration/live-collaboration.js'
import { liveConnection } from '../files/live/live-connection.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { notification } from '../../testing/test-topics.js'
import { NotificationBell } from './notification-bell.js'
import { toPath } from './use-notifications.js'

const route = 'GET /api/notifications'
let server: StubServer

beforeEach(() => {
  server = appServer()
  server.on(route, () => json({ notifications: [notification()], next: null, unread: 1 }))
  server.on('POST /api/notifications/read', () => json({ unread: 0 }))
})
afterEach(cleanUpPage)

function Stage() {
  useLiveCollaboration()
  return <NotificationBell />
}

test('NotificationBell shows the unread count and lists notifications', async () => {
  const { user } = await renderPart(<Stage />)
  await user.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }))
  const line = await screen.findByRole('button', { name: /Aram Petrosyan mentioned you in “Duct meets beam”/ })
  expect(line.textContent).toContain('@Ani Hakobyan look here')
  expect(line.textContent).toContain('Tower.ifc')
})

test('NotificationBell marks a clicked notification as read and closes the list', async () => {
  const { user } = await renderPart(<Stage />)
  await user.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }))
  await user.click(await screen.findByRole('button', { name: /mentioned you/ }))
  await waitFor(() =>
    expect(server.calls('POST /api/notifications/read')[0]?.body).toEqual({ ids: ['notification-1'] }),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: /mentioned you/ })).toBeNull())
})

test('NotificationBell marks all notifications as read', async () => {
  const { user } = await renderPart(<Stage />)
  await user.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }))
  server.on(route, () =>
    json({ notifications: [notification({ readAt: '2026-11-21T00:00:00.000Z' })], next: null, unread: 0 }),
  )
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  expect(server.calls('POST /api/notifications/read')[0]?.body).toEqual({})
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
})

test('NotificationBell updates after live events and after a reconnection', async () => {
  server.on(route, () => json({ notifications: [], next: null, unread: 0 }))
  await renderPart(<Stage />)
  await screen.findByRole('button', { name: 'Notifications' })
  server.on(route, () => json({ notifications: [notification()], next: null, unread: 1 }))
  announceCollaboration({ type: 'notification', notification: notification(), unread: 1 })
  expect(await screen.findByRole('button', { name: 'Notifications: 1 unread' })).toBeTruthy()
  server.on(route, () => json({ notifications: [notification()], next: null, unread: 2 }))
  liveConnection.set(true)
  expect(await screen.findByRole('button', { name: 'Notifications: 2 unread' })).toBeTruthy()
})

test('NotificationBell loads older pages and shows empty and error states', async () => {
  server.on(route, ({ query }) =>
    json(
      query.has('after')
        ? { notifications: [notification({ id: 'n2', kind: 'assigned' })], next: null, unread: 0 }
        : { notifications: [notification({ kind: 'status-changed' })], next: 'n1', unread: 0 },
    ),
  )
  const { user, unmount } = await renderPart(<Stage />)
  await user.click(await screen.findByRole('button', { name: 'Notifications' }))
  await user.click(await screen.findByRole('button', { name: 'Show older' }))
  expect(await screen.findByRole('button', { name: /assigned “Duct meets beam” to you/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /changed the status/ })).toBeTruthy()
  unmount()
  server.on(route, () => json({ notifications: [], next: null, unread: 0 }))
  const empty = await renderPart(<Stage />)
  await empty.user.click(await screen.findByRole('button', { name: 'Notifications' }))
  expect(await screen.findByText(/^No notifications yet/)).toBeTruthy()
  empty.unmount()
  server.on(route, () => errorResponse(500, 'internal', 'Server error, please try again'))
  const failed = await renderPart(<Stage />)
  await failed.user.click(await screen.findByRole('button', { name: 'Notifications' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Server error, please try again')
})

test.each([
  [notification(), '/ViewerPage?urn=urn-tower&topic=topic-1'],
  [notification({ topic: null, kind: 'shared' }), '/ViewerPage?urn=urn-tower'],
  [
    notification({ topic: null, file: null, project: { id: 'p', name: 'Tower', role: 'viewer' } }),
    '/home?scope=shared',
  ],
  [notification({ topic: null, file: null }), null],
])('notification address is derived from its topic, file or project: %#', (record, path) => {
  expect(toPath(record)).toBe(path)
})
