import { describe, expect, test } from 'vitest'
import { failureDetails } from './failure-details.js'
import { failureMessages, fillPlaceholders, languages } from './index.js'

const foreign = languages.filter((language) => language !== 'en')
const limited = (details: Record<string, string | number>) => ({ code: 'limit-exceeded', details }) as const

describe('limit in a failure message', () => {
  test.each(['triangles', 'nodes', 'objects', 'instances', 'segments'])(
    'is translated into every language for %s',
    (name) => {
      const failure = limited({ limit: `1500 ${name}` })
      for (const language of foreign) {
        expect(failureDetails(failure, language)['limit']).toContain('1500')
        expect(failureDetails(failure, language)['limit']).not.toContain(name)
      }
      expect(failureDetails(failure, 'en')['limit']).toMatch(/^more than 1500 /)
    },
  )

  test.each(['2147483648 bytes inflated', '2147483648 inflatedBytes', '2147483648 bytes'])(
    'shows unpacked bytes in gigabytes: %s',
    (limit) => {
      expect(failureDetails(limited({ limit }), 'en')['limit']).toBe('more than 2 GB when unpacked')
      expect(failureDetails(limited({ limit }), 'ru')['limit']).toBe('больше 2 ГБ в распакованном виде')
    },
  )

  test('shows the maximum of the package writer', () => {
    const failure = limited({ limit: 'outputFileBytes', maximum: 300 * 1024 ** 2 })
    expect(failureDetails(failure, 'es')['limit']).toBe('300 MB por parte del resultado')
  })

  test('shows seconds, minutes or a full disk for a process', () => {
    const seconds = limited({ limit: '90 seconds of reading', kind: 'wall-clock', value: 90 })
    const minutes = limited({ limit: '10 minutes of reading', kind: 'wall-clock', value: 600 })
    expect(failureDetails(seconds, 'ru')['limit']).toBe('90 с чтения')
    expect(failureDetails(minutes, 'hy')['limit']).toBe('10 րոպե ընթերցում')
    expect(failureDetails(limited({ limit: 'x', kind: 'free-space', value: 0 }), 'es')['limit']).toBe(
      'el disco del servidor está lleno',
    )
  })

  test('is shown with what a file needs', () => {
    const details = { kind: 'memory', value: 4 * 1024 ** 3, needed: 12.4 * 1024 ** 3, setting: 'KAMAR_READER_MEMORY' }
    const failure = { code: 'reader-limit-too-low', details } as const
    const text = (language: 'en' | 'ru'): string =>
      fillPlaceholders(failureMessages[language][failure.code], failureDetails(failure, language))
    expect(text('en')).toBe(
      'Reading this file needs about 12.4 GB of memory. This server permits 4 GB of memory. Split the model or ask the administrator to raise KAMAR_READER_MEMORY.',
    )
    expect(text('ru')).toContain('примерно 12.4 ГБ памяти, а сервер допускает 4 ГБ памяти')
  })

  test('is shown unchanged when it is unknown', () => {
    expect(failureDetails(limited({ limit: '7 wonders' }), 'hy')['limit']).toBe('7 wonders')
    expect(failureDetails(limited({ limit: 'inflatedBytes' }), 'hy')['limit']).toBe('inflatedBytes')
  })
})

describe('reader term in a failure message', () => {
  test('is translated when it is known, and unchanged when it is a name', () => {
    const failure = {
      code: 'unsupported-version',
      details: { version: 'compressed ASCII', advice: 'NWD 2016 or later' },
    } as const
    expect(failureDetails(failure, 'es')).toMatchObject({ version: 'ASCII comprimido', advice: 'NWD 2016 o posterior' })
    expect(failureDetails({ details: { names: 'a.mtl' } }, 'hy')['names']).toBe('a.mtl')
  })

  test('leaves no placeholder when it is missing', () => {
    const failure = { code: 'not-this-format', details: { expected: 'STEP' } } as const
    for (const language of languages) {
      const text = fillPlaceholders(failureMessages[language][failure.code], failureDetails(failure, language))
      expect(text).not.toContain('?')
    }
  })

  test('is the name of a format instead of its id', () => {
    expect(failureDetails({ details: { expected: 'rvt' } }, 'ru')['expected']).toBe('Revit project')
  })
})
