import { describe, expect, it } from 'vitest'
import { foldForSearch, listSearchTerms, parseSearchTerms } from './search-terms.js'

describe('search words', () => {
  it('listSearchTerms returns words and the parts of words with punctuation', () => {
    expect(listSearchTerms('A-101 Ground  floor (draft)')).toEqual(['a-101', 'a', '101', 'ground', 'floor', 'draft'])
  })

  it('listSearchTerms folds Armenian, Russian and composed letters', () => {
    expect(listSearchTerms('ԱՊԱՍՏԱՆ Стена Café')).toEqual(['ապաստան', 'стена', 'café'])
    expect(foldForSearch('և')).toBe(foldForSearch('եւ'))
    expect(listSearchTerms('cafe\u0301')).toEqual(['café'])
  })

  it('parseSearchTerms drops punctuation, repetitions and blanks', () => {
    expect(parseSearchTerms('  "wall" wall,  - ')).toEqual(['wall'])
    expect(parseSearchTerms("'); drop--")).toEqual(['drop'])
    expect(parseSearchTerms(' \u0000\n')).toEqual([])
  })

  it('parseSearchTerms shortens long words', () => {
    expect(parseSearchTerms('x'.repeat(5000))).toEqual(['x'.repeat(64)])
  })

  it('listSearchTerms keeps combining marks', () => {
    expect(listSearchTerms('हिन्दी-2')).toEqual(['हिन्दी-2', 'हिन्दी', '2'])
  })
})
