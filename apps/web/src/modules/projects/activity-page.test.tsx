import type { AuditPage } from '@kamar/contracts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accessToken } from '../../platform/api/access-token.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderApp } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'

const route = 'GET /api/projects/tower/activity'
const event = (sequence: number, subjectName: string): AuditPage['events'][number] => ({
  sequence,
  time: '2026-11-20T10:00:00.000Z',
  actor: 'a',
  actorName: 'Gor',
  action: 'file.upload',
  subject: `f${sequence}`,
  subjectName,
  details: { version: 1 },
})

let server: StubServer
beforeEach(() => {
  accessToken.write('token')
  server = appServer([])
})
afterEach(cleanUpPage)

describe('activity page', () => {
  test('lists what members changed and loads older events', async () => {
    server.on(route, ({ query }) =>
      json(
        query.get('before') === null
          ? { events: [event(9, 'slab.ifc')], names: {}, next: 9 }
          : { events: [event(3, 'wall.ifc')], names: {}, next: null },
      ),
    )
    const { user } = await renderApp('/projects/tower/activity')
    expect(await screen.findByText('slab.ifc')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('wall.ifc')).toBeTruthy()
  })

  test('says that nothing was changed yet', async () => {
    server.on(route, () => json({ events: [], names: {}, next: null }))
    await renderApp('/projects/tower/activity')
    expect(await screen.findByText('Nothing here yet')).toBeTruthy()
  })

  test('describes a project that the account does not see as missing', async () => {
    server.on(route, () => errorResponse(404, 'not-found', 'Not found'))
    await renderApp('/projects/tower/activity')
    expect(await screen.findByText('Not found, or not shared with you.')).toBeTruthy()
  })

  test('says why it could not be loaded', async () => {
    server.on(route, () => errorResponse(409, 'too-many', 'Too many'))
    await renderApp('/projects/tower/activity')
    expect((await screen.findByRole('alert')).textContent).toContain('Too many')
  })
})
