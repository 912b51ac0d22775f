import { describe, expect, it } from 'vitest'
import { foldForSearch, listSearchWords, parseSearchWords, splitSearchWord } from './search-words.js'

describe('search words', () => {
  it('listSearchWords returns words and the parts of words with punctuation', () => {
    expect(listSearchWords('A-101 Ground  floor (draft)')).toEqual(['a-101', 'a', '101', 'ground', 'floor', 'draft'])
  })

  it('listSearchWords folds Armenian, Russian and composed letters', () => {
    expect(listSearchWords('ԱՊԱՍՏԱՆ Стена Café')).toEqual(['ապաստան', 'стена', 'café'])
    expect(foldForSearch('և')).toBe(foldForSearch('եւ'))
    expect(listSearchWords('cafe\u0301')).toEqual(['café'])
  })

  it('parseSearchWords drops punctuation, repetitions and blanks', () => {
    expect(parseSearchWords('  "wall" wall,  - ')).toEqual(['wall'])
    expect(parseSearchWords("'); drop--")).toEqual(['drop'])
    expect(parseSearchWords(' \u0000\n')).toEqual([])
  })

  it('parseSearchWords shortens long words', () => {
    expect(parseSearchWords('x'.repeat(5000))).toEqual(['x'.repeat(64)])
  })

  it('splitSearchWord keeps combining marks', () => {
    expect(splitSearchWord('क़लम-2')).toEqual(['क़लम'.normalize('NFC'), '2'])
  })
})
