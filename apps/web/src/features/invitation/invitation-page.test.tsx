import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { returnTo } from '../../shared/auth/return-to.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderApp } from '../../testing/render-app.js'
import { json, problem, type StubServer } from '../../testing/stub-server.js'
import { projectPeople } from '../../testing/test-topics.js'

const route = 'POST /api/invitations/accept'
let server: StubServer

beforeEach(() => {
  server = appServer()
})
afterEach(cleanUpPage)

test('a visitor signs in or up first and comes back', async () => {
  await renderApp('/invitation#code=abc')
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signUp')
  await waitFor(() => expect(returnTo.path()).toBe('/invitation#code=abc'))
})

test('somebody signed in accepts and finds what is shared', async () => {
  server.on(route, () => json(projectPeople().project))
  const { user, place } = await renderApp('/invitation#code=abc', { signedIn: true })
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(place()).toBe('/home?scope=shared'))
  expect(server.calls(route)[0]?.body).toEqual({ code: 'abc' })
  expect(await screen.findByText('You joined the project “Tower”.')).toBeTruthy()
})

test('one that is for somebody else, or over, says so', async () => {
  server.on(route, () => problem(410, 'link-not-valid', 'Not valid'))
  const { user } = await renderApp('/invitation#code=abc', { signedIn: true })
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(screen.getByRole('link', { name: 'Not now' }).getAttribute('href')).toBe('/home')
})

test('an address without a code can accept nothing', async () => {
  await renderApp('/invitation', { signedIn: true })
  expect(await screen.findByRole('button', { name: 'Accept' })).toHaveProperty('disabled', true)
})
