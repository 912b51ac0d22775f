import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { NewPasswordField } from './new-password-field.js'

afterEach(cleanUpPage)

test('the field of a new password says on leaving it that the password is too weak, and follows its correction', async () => {
  const { user } = await renderPart(<NewPasswordField label="New password" />)
  const field = screen.getByLabelText('New password')
  await user.type(field, 'abc')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  await user.tab()
  expect(screen.getByText(/at least 8 characters/)).toBeTruthy()
  await user.type(field, 'defgh')
  expect(screen.getByText('This password is too common. Choose a different one.')).toBeTruthy()
  await user.type(field, ' stone arch')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.queryByText(/too common/)).toBeNull()
})
