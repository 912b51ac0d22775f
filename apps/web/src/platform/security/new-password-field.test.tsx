import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { renderPart } from '../../testing/render-app.js'
import { json, type StubServer, stubServer } from '../../testing/stub-server.js'
import { NewPasswordField } from './new-password-field.js'

const checks = 'POST /api/auth/password/check'
const tooCommon = 'This password is too common. Choose a different one.'
let server: StubServer
beforeEach(() => {
  server = stubServer({ [checks]: () => json({ isTooCommon: false }) })
})
afterEach(cleanUpPage)

test('the field of a new password says on leaving it that the password is too weak, and follows its correction', async () => {
  const { user } = await renderPart(<NewPasswordField label="New password" />)
  const field = screen.getByLabelText('New password')
  await user.type(field, 'abc')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  await user.tab()
  expect(screen.getByText(/at least 8 characters/)).toBeTruthy()
  await user.type(field, 'defgh')
  expect(screen.getByText(tooCommon)).toBeTruthy()
  await user.type(field, ' stone arch')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.queryByText(/too common/)).toBeNull()
})

test('the field asks the server on leaving it whether the password is known from leaks', async () => {
  server.on(checks, ({ body }) => json({ isTooCommon: (body as { password: string }).password === 'trustno1x' }))
  const { user } = await renderPart(<NewPasswordField label="New password" />)
  const field = screen.getByLabelText('New password')
  await user.type(field, 'trustno1x')
  expect(server.calls(checks)).toHaveLength(0)
  await user.tab()
  expect(await screen.findByText(tooCommon)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.type(field, ' and more')
  expect(screen.queryByText(tooCommon)).toBeNull()
  await user.tab()
  await expect.poll(() => server.calls(checks)).toHaveLength(2)
  expect(screen.queryByText(tooCommon)).toBeNull()
})

test('the response for a password is ignored once another one is typed', async () => {
  const response = deferred<Response>()
  server.on(checks, () => response.promise)
  const { user } = await renderPart(<NewPasswordField label="New password" />)
  const field = screen.getByLabelText('New password')
  await user.type(field, 'trustno1x')
  await user.tab()
  await user.type(field, ' and more')
  response.resolve(json({ isTooCommon: true }))
  await response.promise
  await user.type(field, '!')
  expect(screen.queryByText(tooCommon)).toBeNull()
})
