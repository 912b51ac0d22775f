import { expect, it } from 'vitest'
import { limits } from '../limits.js'
import { errorText, formatLimitBytes } from './index.js'

it('errorText names the default upload limit as the specification does', () => {
  const expected = 'File size exceeds 100MB limit'
  expect(errorText('en', 'file-too-large', { limit: limits.defaultUploadBytes })).toBe(expected)
  expect(errorText('en', 'file-too-large')).toBe(expected)
})

it.each([
  ['en', 'File size exceeds 1.5GB limit'],
  ['hy', 'Ֆայլի չափը գերազանցում է 1,5 ԳԲ սահմանը'],
  ['ru', 'Размер файла превышает 1,5 ГБ'],
  ['es', 'El archivo supera el límite de 1,5 GB'],
] as const)('errorText names another limit in the units of %s', (language, expected) => {
  expect(errorText(language, 'file-too-large', { limit: 1.5 * 1024 ** 3 })).toBe(expected)
})

it('errorText fills the placeholders of other errors with their details', () => {
  expect(errorText('en', 'unsupported-format', { extension: '.exe' })).toBe('Unsupported file format: .exe')
})

it.each([
  [2048, '2KB'],
  [16 * 1024 ** 2, '16MB'],
  [5 * 1024 ** 3, '5GB'],
  [1_000_000, '976.56KB'],
])('formatLimitBytes formats %i bytes as %s', (bytes, expected) => {
  expect(formatLimitBytes('en', bytes)).toBe(expected)
})
