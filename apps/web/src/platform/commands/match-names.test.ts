import { describe, expect, test } from 'vitest'
import { scoreMatch } from './match-names.js'

const score = (typed: string, name: string, ...synonyms: readonly string[]): number =>
  scoreMatch(typed, { names: [name], synonyms }) ?? -1

describe('scoreMatch', () => {
  test('ranks a name, a synonym, beginnings of a name, of words, parts of words and beginnings of synonyms', () => {
    const scores = [
      score('section', 'Section'),
      score('cut', 'Section', 'cut'),
      score('sect', 'Section box'),
      score('box', 'Section box'),
      score('ox', 'Section box'),
      score('cu', 'Section', 'cut'),
      score('print', 'Plane through three points'),
    ]
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores).size).toBe(scores.length)
    expect(scores.at(-1)).toBe(-1)
  })

  test('ignores case, accents, hyphens and the order of words', () => {
    expect(score('sección', 'SECCION')).toBe(score('section', 'Section'))
    expect(score('x ray', 'Ghost', 'x-ray')).toBe(score('cut', 'Section', 'cut'))
    expect(score('box sec', 'Section box')).toBe(score('box', 'Section box'))
    expect(score('', 'Anything')).toBe(0)
  })
})
