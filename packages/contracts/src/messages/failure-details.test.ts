import { describe, expect, test } from 'vitest'
import { failureDetails } from './failure-details.js'
import { failureMessages, fillPlaceholders, languages } from './index.js'

const foreign = languages.filter((language) => language !== 'en')
const limited = (details: Record<string, string | number>) => ({ code: 'limit-exceeded', details }) as const

describe('a limit', () => {
  test.each(['triangles', 'nodes', 'objects', 'instances', 'segments'])('of %s has words in every language', (name) => {
    const failure = limited({ limit: `1500 ${name}` })
    for (const language of foreign) {
      expect(failureDetails(failure, language)['limit']).toContain('1500')
      expect(failureDetails(failure, language)['limit']).not.toContain(name)
    }
    expect(failureDetails(failure, 'en')['limit']).toMatch(/^more than 1500 /)
  })

  test.each(['2147483648 bytes inflated', '2147483648 inflatedBytes', '2147483648 bytes'])(
    'of unpacked bytes is told in gigabytes: %s',
    (limit) => {
      expect(failureDetails(limited({ limit }), 'en')['limit']).toBe('more than 2 GB when unpacked')
      expect(failureDetails(limited({ limit }), 'ru')['limit']).toBe('больше 2 ГБ в распакованном виде')
    },
  )

  test('of the package’s writer has its number beside its name', () => {
    const failure = limited({ limit: 'outputFileBytes', maximum: 300 * 1024 ** 2 })
    expect(failureDetails(failure, 'es')['limit']).toBe('300 MB por parte del resultado')
  })

  test('of a process is told by its kind, in seconds or minutes', () => {
    const seconds = limited({ limit: '90 seconds of reading', kind: 'wall-clock', value: 90 })
    const minutes = limited({ limit: '10 minutes of reading', kind: 'wall-clock', value: 600 })
    expect(failureDetails(seconds, 'ru')['limit']).toBe('90 с чтения')
    expect(failureDetails(minutes, 'hy')['limit']).toBe('10 րոպե ընթերցում')
    expect(failureDetails(limited({ limit: 'x', kind: 'free-space', value: 0 }), 'es')['limit']).toBe(
      'el disco del servidor está lleno',
    )
  })

  test('that no table knows stays as it was told', () => {
    expect(failureDetails(limited({ limit: '7 wonders' }), 'hy')['limit']).toBe('7 wonders')
    expect(failureDetails(limited({ limit: 'inflatedBytes' }), 'hy')['limit']).toBe('inflatedBytes')
  })
})

describe('what a reader names', () => {
  test('is translated where it is known, and kept where it is a name', () => {
    const failure = {
      code: 'unsupported-version',
      details: { version: 'compressed ASCII', advice: 'NWD 2016 or later' },
    } as const
    expect(failureDetails(failure, 'es')).toMatchObject({ version: 'ASCII comprimido', advice: 'NWD 2016 o posterior' })
    expect(failureDetails({ details: { names: 'a.mtl' } }, 'hy')['names']).toBe('a.mtl')
  })

  test('may be unsaid: the sentence is whole all the same', () => {
    const failure = { code: 'not-this-format', details: { expected: 'STEP' } } as const
    for (const language of languages) {
      const text = fillPlaceholders(failureMessages[language][failure.code], failureDetails(failure, language))
      expect(text).not.toContain('?')
    }
  })

  test('is the name of a format where its id is told', () => {
    expect(failureDetails({ details: { expected: 'rvt' } }, 'ru')['expected']).toBe('Revit project')
  })
})
