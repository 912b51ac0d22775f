import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { growModel } from '../../bench/growth/grow-model.mjs'
import { compareWithReached, type RatchetRow } from '../../bench/lib/ratchet.mjs'

const folder = mkdtempSync(join(tmpdir(), 'kamar-grown-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const source = join(import.meta.dirname, '../../packages/formats/src/ifc/fixtures/house.ifc')

/** Returns the captures of a pattern in a text. */
const capture = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first]) => first ?? '')

describe('grown model', () => {
  const target = join(folder, 'grown.ifc')
  const house = readFileSync(source, 'latin1')
  growModel({ source, target, bytes: house.length * 3.5 })
  const grown = readFileSync(target, 'latin1')

  it('has whole copies of every product in one project', () => {
    const count = (text: string, type: string): number => text.split(`=${type}(`).length - 1
    const copies = count(grown, 'IFCBUILDING') / count(house, 'IFCBUILDING')
    expect(copies).toBeGreaterThanOrEqual(4)
    expect(count(grown, 'IFCWALL')).toBe(count(house, 'IFCWALL') * copies)
    expect(count(grown, 'IFCPROJECT')).toBe(1)
    expect(grown.length).toBeGreaterThanOrEqual(house.length * 3.5)
  })

  it('is the same for a source with spaces between type and parenthesis', () => {
    const spaced = { source: join(folder, 'spaced.ifc'), target: join(folder, 'spaced-grown.ifc') }
    writeFileSync(spaced.source, house.replaceAll(/^(#\d+) *= *(IFC\w+)\(/gm, '$1 = $2 ('), 'latin1')
    growModel({ ...spaced, bytes: house.length * 3.5 })
    expect(readFileSync(spaced.target, 'latin1')).toBe(grown)
  })

  it('has unique numbers and GlobalIds, and no reference without a statement', () => {
    const numbers = capture(grown, /^#(\d+)=/gm)
    const globalIds = capture(grown, /^#\d+=IFC\w+\('([0-9A-Za-z_$]{22})'/gm)
    const references = capture(grown.replaceAll(/'(?:[^']|'')*'/g, ''), /[(,]#(\d+)/g)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(new Set(globalIds).size).toBe(globalIds.length)
    const statementNumbers = new Set(numbers)
    expect(references.filter((reference) => !statementNumbers.has(reference))).toEqual([])
  })

  it('moves points of each copy by less than half a millimetre', () => {
    const points = (text: string): number[] =>
      capture(text, /IFCCARTESIANPOINT\(\(([^)]*)\)/g).flatMap((list) => list.split(',').map(Number))
    const before = points(house)
    const copy = points(grown).slice(0, before.length)
    const distances = copy.map((value, at) => Math.abs(value - (before[at] ?? Infinity)))
    expect(Math.max(...distances)).toBeLessThan(0.5)
    expect(copy).not.toEqual(before)
  })
})

describe('ratchet of the bench', () => {
  const row: RatchetRow = {
    work: 'translate',
    file: 'house',
    figure: 'complete package, CPU',
    unit: 's',
    peerName: 'fragments',
    ratio: 0.5,
    goal: 0.45,
    atLeast: false,
    reason: null,
  }
  const { reached } = compareWithReached([row], [])

  it('stores the first ratio with its noise', () => {
    expect(reached).toEqual([expect.objectContaining({ file: 'house', ratio: 0.5, noise: 0.08 })])
  })

  it.each([
    ['accepts a ratio within the noise and keeps the best', 0.53, 0, 0.5],
    ['stores a better ratio', 0.4, 0, 0.4],
    ['reports a worse ratio and keeps the best', 0.6, 1, 0.5],
    ['reports a ratio that is not measured any more', null, 1, 0.5],
  ])('%s', (_, ratio, reports, best) => {
    const outcome = compareWithReached([{ ...row, ratio }], reached)
    expect(outcome.worse).toHaveLength(reports)
    expect(outcome.reached[0]?.ratio).toBe(best)
  })

  it('reports a smaller value where more is better', () => {
    const share = { ...row, unit: 'share', atLeast: true, ratio: 1 }
    const best = compareWithReached([share], []).reached
    expect(compareWithReached([{ ...share, ratio: 0.9 }], best).worse).toHaveLength(1)
    expect(compareWithReached([{ ...share, ratio: 1.1 }], best).worse).toHaveLength(0)
  })

  it('ignores limits of time, which depend on the machine, and figures without a goal', () => {
    const rows = [
      { ...row, peerName: 'limit 100 s/GB', unit: 's/GB' },
      { ...row, goal: null },
    ]
    expect(compareWithReached(rows, []).reached).toEqual([])
  })
})
