import { describe, expect, it } from 'vitest'
import { encodeLatin1, directoryLines, parseEntities, formatLine, parameterLine } from './fixtures/iges-document.js'
import type { FixtureEntity } from './fixtures/iges-writer.js'
import { IgesFile, type IgesEntity } from './iges-file.js'
import { decodeColumns } from './iges-text.js'

const fileFrom = (...lines: readonly string[]): IgesFile => new IgesFile(lines.join('\n'))
const line: FixtureEntity = { type: 110, values: [0, 0, 0, 1, 0, 0] }

/** Parses entities and returns the last one. */
function entityFrom(...entities: readonly FixtureEntity[]): { file: IgesFile; entity: IgesEntity } {
  const file = parseEntities(...entities)
  const entity = file.entities.at(-1)
  if (!entity) throw new Error('no entity')
  return { file, entity }
}

describe('IGES directory', () => {
  it('gives an entity its fields', () => {
    const lines = directoryLines([124, 7, 0, 0, 12, 0, 3, 0, '01020300'], [124, 0, 5, 2, 1, '', '', 'FRAME', 4])
    expect(fileFrom(lines).entities).toEqual([
      {
        ...{ number: 1, type: 124, form: 1, level: 12, transform: 3, color: 5, label: 'FRAME 4' },
        ...{ isBlanked: true, isIndependent: true, use: 3, firstParameterLine: 7, parameterLines: 2 },
      },
    ])
  })

  it('has defaults where fields are blank', () => {
    expect(fileFrom(directoryLines([110, 1], [110])).entities).toEqual([
      {
        ...{ number: 1, type: 110, form: 0, level: 0, transform: 0, color: 0, label: '' },
        ...{ isBlanked: false, isIndependent: true, use: 0, firstParameterLine: 1, parameterLines: 1 },
      },
    ])
  })

  it.each([
    ['00000000', { isBlanked: false, isIndependent: true, use: 0 }],
    ['01000000', { isBlanked: true, isIndependent: true, use: 0 }],
    ['00010000', { isBlanked: false, isIndependent: false, use: 0 }],
    ['00020000', { isBlanked: false, isIndependent: true, use: 0 }],
    ['00030600', { isBlanked: false, isIndependent: false, use: 6 }],
    ['    0500', { isBlanked: false, isIndependent: true, use: 5 }],
    [' 1 1 2 0', { isBlanked: true, isIndependent: false, use: 2 }],
    ['WHATEVER', { isBlanked: false, isIndependent: true, use: 0 }],
  ])('reads the status %j', (status, expected) => {
    expect(fileFrom(directoryLines([110, 1, 0, 0, 0, 0, 0, 0, status], [110])).entities[0]).toMatchObject(expected)
  })

  it.each([
    ['an invalid type', directoryLines(['LINE', 1], ['LINE'])],
    ['type 0, the null entity', directoryLines([0, 1], [0])],
    ['no parameters', directoryLines([110, 0], [110])],
  ])('omits an entity with %s and keeps the numbers of the others', (_, identity) => {
    const { entities } = fileFrom(identity, directoryLines([110, 1], [110]))
    expect(entities.map(({ number }) => number)).toEqual([3])
  })

  it('omits an entity whose second line was cut', () => {
    const lines = directoryLines([110, 1], [110])
    expect(fileFrom(lines, lines.split('\n')[0] ?? '').entities).toHaveLength(1)
  })

  it('decodes labels that are not ASCII', () => {
    const label = decodeColumns(Uint8Array.from(Buffer.from('Люк')))
    expect(fileFrom(directoryLines([110, 1], [110, 0, 0, 1, 0, '', '', label])).entities[0]?.label).toBe('Люк')
  })
})

describe('IGES pointer', () => {
  it('finds an entity by its first line number, ignoring the sign', () => {
    const file = parseEntities(line, line)
    expect(file.entity(3)).toBe(file.entities[1])
    expect(file.entity(-3)).toBe(file.entities[1])
  })

  it.each([0, 2, 99, null])('finds nothing for %s', (number) => {
    expect(parseEntities(line, line).entity(number)).toBeNull()
  })
})

describe('IGES parameter values', () => {
  const entityAt = (first: number, count: number): string => directoryLines([110, first], [110, 0, 0, count])

  it('span as many lines as the directory states', () => {
    const file = fileFrom(entityAt(1, 2), parameterLine('110,1,2,', 1, 1), parameterLine('3;', 1, 2))
    expect(file.values(file.entities[0])).toEqual(['1', '2', '3'])
  })

  it('are null when the directory states too few lines', () => {
    const file = fileFrom(entityAt(1, 1), parameterLine('110,1,2,', 1, 1), parameterLine('3;', 1, 2))
    expect(file.values(file.entities[0])).toBeNull()
  })

  it('may contain a Hollerith string that continues on the next line', () => {
    const text = 'x'.repeat(70)
    const record = `110,70H${text};`
    const lines = [parameterLine(record.slice(0, 64), 1, 1), parameterLine(record.slice(64), 1, 2)]
    const file = fileFrom(entityAt(1, 2), ...lines)
    expect(file.values(file.entities[0])).toEqual([text])
  })

  it('are null as numbers when one is not numeric', () => {
    const file = parseEntities({ type: 110, values: [1, '1HA', 3] })
    expect(file.numbers(file.entities[0])).toBeNull()
    expect(parseEntities(line).numbers(parseEntities(line).entities[0])).toEqual([0, 0, 0, 1, 0, 0])
  })

  it('are limited when entities claim every line of the file', () => {
    const remarks = Array.from({ length: 9 }, (_, at) => parameterLine('1,', 1, at + 2))
    const lines = [entityAt(1, 99_999_999), parameterLine('110,7;', 1, 1), ...remarks].join('\n')
    const file = new IgesFile(lines, 35)
    const reads = Array.from({ length: 5 }, () => file.values(file.entities[0])?.length ?? null)
    expect(reads).toEqual([1, 1, 1, null, null])
  })
})

describe('IGES transform', () => {
  const transform = (values: readonly (number | string)[], next = 0): FixtureEntity => ({
    type: 124,
    transform: next,
    values,
  })
  const rotation = transform([0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30])
  const getPlacement = (...entities: readonly FixtureEntity[]): readonly number[] => {
    const { file, entity } = entityFrom(...entities)
    return [...file.placement(entity)]
  }
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]

  it('is read in row order and stored in column order', () => {
    expect(getPlacement(rotation, { ...line, transform: 1 })).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 10, 20, 30])
  })

  it('applies the transform of a transform last', () => {
    const shift = transform([1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0], 1)
    // First translated by 1 along x, then rotated and translated.
    expect(getPlacement(rotation, shift, { ...line, transform: 2 }).slice(9)).toEqual([10, 21, 30])
  })

  it.each([
    ['entity zero', line],
    ['a missing entity', { ...line, transform: 40 }],
  ])('is the identity for a reference to %s', (_, entity) => {
    expect(getPlacement(entity)).toEqual(identity)
  })

  it('is the identity for an entity of another type', () => {
    expect(getPlacement(line, { ...line, transform: 1 })).toEqual(identity)
  })

  it.each([
    ['too few numbers', [1, 0, 0]],
    ['non-numeric parameters', [1, 0, 0, '1HX', 0, 1, 0, 0, 0, 0, 1, 0]],
  ])('is the identity with %s', (_, values) => {
    expect(getPlacement(transform(values), { ...line, transform: 1 })).toEqual(identity)
  })

  it('ends in a cycle of transforms', () => {
    const placement = getPlacement(transform([1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0], 1), { ...line, transform: 1 })
    expect(placement.every(Number.isFinite)).toBe(true)
  })
})

describe('IgesFile', () => {
  it.each(['', 'IGES', formatLine('', 'S'), '\u0000\u0001\n\n', decodeColumns(encodeLatin1('ÿþÿþ'))])(
    'finds no entities in %j',
    (text) => {
      expect(new IgesFile(text)).toMatchObject({ entities: [], isCut: true })
    },
  )
})
