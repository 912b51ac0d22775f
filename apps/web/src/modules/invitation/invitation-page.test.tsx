import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { returnTo } from '../../platform/auth/return-to.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { openedInvitation, projectMembers } from '../../testing/test-topics.js'

const openRoute = 'POST /api/invitations/open'
const acceptRoute = 'POST /api/invitations/accept'
let server: StubServer

beforeEach(() => {
  server = appServer()
  server.on(openRoute, () => json(openedInvitation()))
})
afterEach(cleanUpPage)

test('invitation page shows a visitor the inviter, project, address and role, and keeps its URL for the return', async () => {
  await renderApp('/invitation#code=abc')
  expect(await screen.findByText('Ani Hakobyan invited you to “Tower”.')).toBeTruthy()
  expect(screen.getByText(/gor@kamar\.am/)).toBeTruthy()
  expect(screen.getByText('Commenter · Can view, download, comment and create issues')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signUp')
  expect(server.calls(openRoute)[0]?.body).toEqual({ code: 'abc' })
  await waitFor(() => expect(returnTo.path()).toBe('/invitation#code=abc'))
})

test('invitation page opens the shared files after a user accepted', async () => {
  server.on(openRoute, () => json(openedInvitation({ email: 'ani@kamar.am' })))
  server.on(acceptRoute, () => json(projectMembers().project))
  const { user, getPath } = await renderApp('/invitation#code=abc', { signedIn: true })
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(getPath()).toBe('/home?scope=shared'))
  expect(server.calls(acceptRoute)[0]?.body).toEqual({ code: 'abc' })
  expect(await screen.findByText('You joined the project “Tower”.')).toBeTruthy()
})

test('invitation page cannot be accepted with another email address', async () => {
  await renderApp('/invitation#code=abc', { signedIn: true })
  expect((await screen.findByRole('alert')).textContent).toMatch(/for gor@kamar\.am, but you’re signed in as/)
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('invitation page shows why accepting failed and links to the files', async () => {
  server.on(openRoute, () => json(openedInvitation({ email: 'ani@kamar.am' })))
  server.on(acceptRoute, () => errorResponse(410, 'link-not-valid', 'Not valid'))
  const { user } = await renderApp('/invitation#code=abc', { signedIn: true })
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(screen.getByRole('link', { name: 'Not now' }).getAttribute('href')).toBe('/home')
})

test('invitation page shows why the code is invalid and offers no sign-up', async () => {
  server.on(openRoute, () => errorResponse(410, 'link-not-valid', 'Not valid'))
  await renderApp('/invitation#code=old')
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
})

test('invitation page without a code takes the link of the invitation, and refuses a link without a code', async () => {
  const { user } = await renderApp('/invitation')
  const field = await screen.findByLabelText('Link of the invitation')
  await user.type(field, 'https://kamar.test/home')
  await user.click(screen.getByRole('button', { name: 'Open invitation' }))
  expect(await screen.findByText('This link is no longer valid. Request a new one.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'https://kamar.test/invitation#code=abc')
  await user.click(screen.getByRole('button', { name: 'Open invitation' }))
  expect(await screen.findByText('Ani Hakobyan invited you to “Tower”.')).toBeTruthy()
  expect(server.calls(openRoute).map(({ body }) => body)).toEqual([{ code: 'abc' }])
})
