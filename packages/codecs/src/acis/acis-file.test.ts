import { describe, expect, it } from 'vitest'
import { parseAcis, type AcisFile } from './acis-file.js'
import { isReversedWord, getKind, pointerOf, parseUnit } from './acis-record.js'
import { acisFile, encode, entityHeader, satBytes } from './testing/acis-text.js'
import { writeSab } from './testing/acis-writer.js'

const recordAt = (file: AcisFile, index: number) => {
  const record = file.record(index)
  if (!record) throw new Error(`No record ${index}`)
  return record
}

describe('ACIS file', () => {
  it.each([
    ['SAT', satBytes('body $-1 #'), 700],
    ['ASM binary', writeSab([['body', '$-1']], 22_300), 22_300],
  ])('is read from %s', (_, bytes, version) => {
    const file = parseAcis(bytes)
    expect([file.version, file.isCut, file.record(0)?.name]).toEqual([version, false, 'body'])
  })

  it('is read from binary ACIS with 4-byte integers', () => {
    const bytes = writeSab([['body', '$-1']], 700)
    bytes.set(encode('ACIS BinaryFile'))
    expect(parseAcis(bytes).record(0)?.tokens).toEqual([{ pointer: -1 }])
  })

  it('finds records by number and by base kind', () => {
    const file = parseAcis(satBytes('-3 tcoedge-coedge $-1 #\n-5 point 1 2 3 #'))
    expect(file.entity(3, 'coedge')?.name).toBe('tcoedge-coedge')
    expect([file.entity(3, 'edge'), file.entity(0, 'coedge'), file.record(-1)]).toEqual([null, null, null])
  })

  it('keeps the first of two records with the same number', () => {
    const file = parseAcis(satBytes('-1 body #\n-1 face #'))
    expect([...file.records].map(({ name }) => name)).toEqual(['body'])
  })
})

describe('ACIS entity header', () => {
  it.each([
    ['attributes only, before version 7', '$-1', '$-1'],
    ['an entity id and a history pointer', '$-1 -1 $-1', '$-1 -1'],
    ['two numbers and a history pointer', '$-1 -1 -1 $-1', '$-1 -1'],
  ])('is detected as %s', (_, front, plainFront) => {
    const file = parseAcis(satBytes(`body ${front} $7 $8 $9 #\ntransform ${plainFront} 1 2 3 no_rotate #`))
    expect(file.pointers(recordAt(file, 0))).toEqual([7, 8, 9])
    expect(file.plainNumbers(recordAt(file, 1))).toEqual([1, 2, 3])
  })

  it('is detected by a face when there is no body', () => {
    const file = parseAcis(satBytes(`face ${entityHeader} $7 $8 #`))
    expect(file.pointers(recordAt(file, 0))).toEqual([7, 8])
  })

  it('is one value in a file without a body or a face', () => {
    const file = parseAcis(satBytes('point $-1 1 2 3 #'))
    expect(file.numbers(recordAt(file, 0), 0, 3)).toEqual([1, 2, 3])
  })
})

describe('ACIS entity fields', () => {
  const file = acisFile(`face ${entityHeader} $4 $5 reversed $6 1 2 #`)
  const face = recordAt(file, 1)

  it('are found after the pointers', () => {
    expect(file.afterPointer(face, 2)).toEqual(['reversed', { pointer: 6 }, 1, 2])
    expect(file.afterPointer(face, 9)).toEqual([])
    expect([1, 2, 3, 9].map((number) => file.isReversed(face, number))).toEqual([false, true, true, false])
  })

  it('are numbers only when all of them are finite and present', () => {
    expect(file.numbers(face, 4, 2)).toEqual([1, 2])
    expect([file.numbers(face, 3, 2), file.numbers(face, 4, 3), file.numbers(face, 99, 1)]).toEqual([null, null, null])
    const huge = acisFile(`point ${entityHeader} 1e999 0 0 #`)
    expect(huge.numbers(recordAt(huge, 1), 0, 3)).toBeNull()
  })
})

describe('ACIS subtype blocks', () => {
  const file = acisFile(`intcurve-curve ${entityHeader} forward { first 1 { second 2 } } #
intcurve-curve ${entityHeader} forward { ref 1 } #
intcurve-curve ${entityHeader} forward { third { ref 0 } } #`)
  const readSubtypeWord = (index: number, at = 4): unknown => {
    const { tokens } = recordAt(file, index)
    const position = file.subtype(tokens, at)
    return position && position.tokens[position.at + 1]
  }

  it('are found in their own record', () => {
    expect([readSubtypeWord(1), readSubtypeWord(3)]).toEqual(['first', 'third'])
  })

  it('resolve references by the order of blocks in the whole file', () => {
    expect(readSubtypeWord(2)).toBe('second')
    expect(readSubtypeWord(3, 6)).toBe('first')
  })

  it.each(['99', '-1', '0.5', '{', '$1'])('resolve the reference number %s to nothing', (number) => {
    const other = acisFile(`intcurve-curve ${entityHeader} { ref ${number} } #`)
    expect(other.subtype(recordAt(other, 1).tokens, 3)).toBeNull()
  })

  it('resolve a reference to a reference to nothing', () => {
    const other = acisFile(`intcurve-curve ${entityHeader} { ref 0 } #`)
    expect(other.subtype(recordAt(other, 1).tokens, 3)).toBeNull()
  })
})

describe('ACIS tokens', () => {
  it.each([
    ['reversed', true],
    ['forward', false],
    ['reverse_v', false],
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    [{ enumeration: 1 }, true],
    [{ enumeration: 0 }, false],
    [{ pointer: 1 }, false],
    [undefined, false],
  ])('read %j as reversed: %s', (token, isReversed) => {
    expect(isReversedWord(token)).toBe(isReversed)
  })

  it('are pointers, or resolve to -1', () => {
    expect([pointerOf({ pointer: 3 }), pointerOf({ text: 'a' }), pointerOf(3), pointerOf(undefined)]).toEqual([
      3, -1, -1, -1,
    ])
  })

  it('are units when they are positive finite numbers', () => {
    expect([25.4, 0, -1, Infinity, 'mm', undefined].map(parseUnit)).toEqual([25.4, null, null, null, null, null])
  })

  it('take their kind from the last part of the name', () => {
    expect([getKind({ index: 0, name: 'a-b-coedge', tokens: [] }), getKind(null)]).toEqual(['coedge', ''])
  })
})
