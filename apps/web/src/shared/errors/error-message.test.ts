import { ApiError, errorMessages, errorTable } from '@kamar/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { startInternationalization } from '../i18n/index.js'
import { errorMessage, errorReference, messageOfCode } from './error-message.js'

beforeEach(() => startInternationalization('en'))

const answered = (status: number, body: { code?: string; message?: string; reference?: string } = {}) =>
  new ApiError(status, { status, code: body.code ?? 'unheard-of', message: body.message ?? '', ...body })

describe('in English, word for word', () => {
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
  ])('status %s without a message', (status, text) => {
    expect(errorMessage(new ApiError(status, null))).toBe(text)
  })

  test('no answer', () => {
    expect(errorMessage(new ApiError(null, null))).toBe('Network error, please check your connection')
  })

  test.each([new TypeError('x'), 'words', undefined])('anything else: %s', (error) => {
    expect(errorMessage(error)).toBe('An unexpected error occurred')
  })

  test('a server message goes before everything', () => {
    expect(errorMessage(answered(409, { message: 'That name is taken' }))).toBe('That name is taken')
    expect(errorMessage(answered(401, { code: 'not-signed-in', message: 'Sign in, please' }))).toBe('Sign in, please')
  })

  test('a known code without a message has the text of our table', () => {
    expect(errorMessage(answered(413, { code: 'file-too-large' }))).toBe('File size exceeds 100MB limit')
  })
})

describe('in another language', () => {
  beforeEach(() => startInternationalization('hy'))

  test.each(Object.keys(errorTable) as (keyof typeof errorTable)[])('code %s has its own text', (code) => {
    const error = answered(errorTable[code].status, { code, message: 'in English' })
    expect(errorMessage(error)).not.toBe('in English')
    expect(errorMessage(error)).toMatch(/[\u0531-\u0587]/)
  })

  test('a status without a code has one too', () => {
    expect(errorMessage(new ApiError(422, null))).toBe(errorMessages.hy['invalid-input'])
  })

  test('a message under a code that we do not know is shown as it came', () => {
    expect(errorMessage(answered(400, { message: 'Ինչ-որ բան' }))).toBe('Ինչ-որ բան')
  })
})

test('a code’s text is filled with its details', () => {
  expect(messageOfCode('unsupported-format', { extension: '.docx' })).toBe('Unsupported file format: .docx')
})

test('a fault of the server has a reference to tell the administrator', () => {
  expect(errorReference(answered(500, { reference: '8f2k' }))).toBe('8f2k')
  expect(errorReference(new ApiError(null, null))).toBeNull()
  expect(errorReference(new TypeError('x'))).toBeNull()
})
