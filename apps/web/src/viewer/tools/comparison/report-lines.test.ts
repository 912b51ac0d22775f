import { compareModels, type PropertySource } from '@kamar/comparison'
import { decodeFingerprints, decodeTree, encodeFingerprints, encodeTree } from '@kamar/package-format'
import i18next from 'i18next'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startInternationalization } from '../../../platform/i18n/index.js'
import { testManifest } from '../../../testing/test-viewer.js'
import { createFingerprints, type VersionElement } from '../../../testing/test-versions.js'
import { testTree } from '../../../testing/test-tree.js'
import type { PackageComparison, VersionPackage } from './compare-packages.js'
import { readReport, type ReportLine, writeReportCsv } from './report-lines.js'

beforeAll(() => startInternationalization('en'))

function createVersion(elements: readonly VersionElement[], fireRating: string): VersionPackage {
  const properties: PropertySource = {
    of: vi.fn(async () => [{ name: 'Pset', properties: [{ name: 'FireRating', value: fireRating }] }]),
  }
  return {
    urn: 'urn',
    loader: { fetchManifest: () => Promise.reject(new TypeError()), fetchFile: () => Promise.reject(new TypeError()) },
    manifest: testManifest(),
    tree: decodeTree(encodeTree(testTree(elements))),
    fingerprints: decodeFingerprints(encodeFingerprints(createFingerprints(elements))),
    properties,
  }
}

function compared(before: readonly VersionElement[], after: readonly VersionElement[]): PackageComparison {
  const [older, newer] = [createVersion(before, 'F30'), createVersion(after, 'F90')]
  return { older, newer, comparison: compareModels(older, newer) }
}

const read = (result: PackageComparison, onFraction: (fraction: number) => void = () => undefined) =>
  readReport(result, { t: i18next.t, language: 'en', signal: new AbortController().signal, onFraction })

const wall: VersionElement = { id: 'wall', name: 'Wall', className: 'IfcWall' }

describe('readReport', () => {
  test('returns one line for each difference of an element', async () => {
    const movedWall = { ...wall, name: 'South wall', origin: [500, 0, 0], properties: 6, shape: 8, volume: 2 } as const
    const lines = await read(compared([wall], [movedWall]))
    expect(lines.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Name', 'Wall', 'South wall'],
      ['Moved by 0.5 m', '0; 0; 0', '0.5; 0; 0'],
      ['Volume', '1 m³', '2 m³'],
      ['Pset: FireRating', 'F30', 'F90'],
    ])
  })

  test('writes numbers before and after with the same decimal places', async () => {
    const lines = await read(compared([{ ...wall, volume: 1.0531 }], [{ ...wall, shape: 8, volume: 1.061 }]))
    expect(lines.map(({ before, after }) => [before, after])).toEqual([['1.0531 m³', '1.0610 m³']])
  })

  test('omits the GlobalId when the IDs of all elements are new', async () => {
    const createGlobalIds = (value: string): PropertySource => ({
      of: async () => [
        {
          name: 'Element',
          properties: [
            { name: 'GlobalId', value },
            { name: 'Mark', value },
          ],
        },
      ],
    })
    const result = compared([wall], [{ ...wall, properties: 6 }])
    const { older, newer, comparison } = result
    const withIds = (areIdsStable: boolean): PackageComparison => ({
      older: { ...older, properties: createGlobalIds('old') },
      newer: { ...newer, properties: createGlobalIds('new') },
      comparison: { ...comparison, areIdsStable },
    })
    const readLabels = async (areIdsStable: boolean) => (await read(withIds(areIdsStable))).map(({ label }) => label)
    expect(await readLabels(true)).toEqual(['Element: GlobalId', 'Element: Mark'])
    expect(await readLabels(false)).toEqual(['Element: Mark'])
  })

  test('reports a changed shape of the same size', async () => {
    const lines = await read(compared([wall], [{ ...wall, shape: 8 }]))
    expect(lines).toMatchObject([{ label: 'Geometry', before: '', after: 'changed' }])
  })

  test('lists added, removed and changed elements in this order, with one line for each added or removed element', async () => {
    const removed = { ...wall, id: 'gone', name: 'Gone', origin: [9000, 0, 0] } as const
    const added = { ...wall, id: 'new', name: 'New', origin: [0, 9000, 0] } as const
    const lines = await read(compared([wall, removed], [{ ...wall, properties: 6 }, added]))
    expect(lines.map(({ kind, name, label }) => [kind, name, label])).toEqual([
      ['added', 'New', ''],
      ['removed', 'Gone', ''],
      ['changed', 'Wall', 'Pset: FireRating'],
    ])
  })

  test('reads properties only of elements whose properties changed, and reports progress', async () => {
    const walls = Array.from({ length: 100 }, (_, index): VersionElement => ({
      ...wall,
      id: `wall ${index}x`,
      origin: [index * 3000, 0, 0],
    }))
    const result = compared(
      walls,
      walls.map((each, index) => (index === 40 ? { ...each, properties: 6 } : { ...each, name: 'Wand' })),
    )
    const fractions: number[] = []
    await read(result, (fraction) => fractions.push(fraction))
    expect(result.older.properties.of).toHaveBeenCalledTimes(1)
    expect(fractions.at(-1)).toBe(1)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  })

  test('rejects when its signal is aborted', async () => {
    const options = { t: i18next.t, language: 'en', signal: AbortSignal.abort(), onFraction: () => undefined } as const
    await expect(readReport(compared([wall], []), options)).rejects.toThrow(/abort/i)
  })
})

describe('writeReportCsv', () => {
  const line: ReportLine = {
    kind: 'changed',
    id: 'wall',
    name: 'Wall',
    className: 'IfcWall',
    label: 'Name',
    before: 'a',
    after: 'b',
  }
  const writeRow = (over: Partial<ReportLine>) =>
    writeReportCsv([{ ...line, ...over }], { t: i18next.t }).split('\r\n')[1]

  test('starts with a byte order mark and the column names', () => {
    expect(writeReportCsv([line], { t: i18next.t })).toBe(
      '\uFEFFChange,ID,Name,Class,Property,Before,After\r\nChanged,wall,Wall,IfcWall,Name,a,b\r\n',
    )
  })

  test.each([
    ['a,b', '"a,b"'],
    ['5" pipe', '"5"" pipe"'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-3.5 m', '-3.5 m'],
    ['-A1', "'-A1"],
  ])('writes %j as %j', (before, cell) => {
    expect(writeRow({ before })).toBe(`Changed,wall,Wall,IfcWall,Name,${cell},b`)
  })
})
