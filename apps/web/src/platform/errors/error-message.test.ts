import { ApiError, errorMessages } from '@kamar/contracts'
import { errorTable } from '@kamar/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { startInternationalization } from '../i18n/index.js'
import { errorMessage, errorReference, messageOfCode } from './error-message.js'

beforeEach(() => startInternationalization('en'))

const answered = (status: number, body: { code?: string; message?: string; reference?: string } = {}) =>
  new ApiError(status, { status, code: body.code ?? 'unheard-of', message: body.message ?? '', ...body })

describe('errorMessage in English', () => {
  test.each([
    [400, 'Please check your input and try again'],
    [401, 'Please log in again'],
    [403, "You don't have permission for this"],
    [409, 'This already exists'],
    [422, 'Please check your input'],
    [429, 'Too many requests, please wait'],
    [500, 'Server error, please try again'],
    [418, 'Something went wrong'],
    [502, 'Something went wrong'],
  ])('has the specified text for status %s without a message', (status, text) => {
    expect(errorMessage(new ApiError(status, null))).toBe(text)
  })

  test('reports a network error when there is no response', () => {
    expect(errorMessage(new ApiError(null, null))).toBe('Network error, please check your connection')
  })

  test.each([new TypeError('x'), 'words', undefined])('reports an unexpected error for %s', (error) => {
    expect(errorMessage(error)).toBe('An unexpected error occurred')
  })

  test('prefers the message of the server', () => {
    expect(errorMessage(answered(409, { message: 'That name is taken' }))).toBe('That name is taken')
    expect(errorMessage(answered(401, { code: 'not-signed-in', message: 'Sign in, please' }))).toBe('Sign in, please')
  })

  test('uses the text of a known code without a message', () => {
    expect(errorMessage(answered(413, { code: 'file-too-large' }))).toBe('File size exceeds 100MB limit')
  })
})

describe('errorMessage in Armenian', () => {
  beforeEach(() => startInternationalization('hy'))

  test.each(Object.keys(errorTable) as (keyof typeof errorTable)[])('translates code %s', (code) => {
    const error = answered(errorTable[code].status, { code, message: 'in English' })
    expect(errorMessage(error)).not.toBe('in English')
    expect(errorMessage(error)).toMatch(/[\u0531-\u0587]/)
  })

  test('translates a status without a code', () => {
    expect(errorMessage(new ApiError(422, null))).toBe(errorMessages.hy['invalid-input'])
  })

  test('shows the message of an unknown code unchanged', () => {
    expect(errorMessage(answered(400, { message: 'Ինչ-որ բան' }))).toBe('Ինչ-որ բան')
  })
})

test('messageOfCode fills its placeholders with details', () => {
  expect(messageOfCode('unsupported-format', { extension: '.docx' })).toBe('Unsupported file format: .docx')
})

test('errorReference returns the reference of a server error, else null', () => {
  expect(errorReference(answered(500, { reference: '8f2k' }))).toBe('8f2k')
  expect(errorReference(new ApiError(null, null))).toBeNull()
  expect(errorReference(new TypeError('x'))).toBeNull()
})
