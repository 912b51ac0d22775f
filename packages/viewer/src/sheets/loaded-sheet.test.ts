import { pushDrawing } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ViewerError } from '../engine/errors.js'
import type { PackageLoader } from '../engine/types.js'
import { writeTestPackage, type TestPackage } from '../testing/test-package.js'
import { readSheetEntitySets, readSheetTexts } from './lazy-sheets.js'
import { SheetFiles } from './loaded-sheet.js'

let drawing: TestPackage
beforeAll(async () => {
  drawing = await writeTestPackage((scene) => pushDrawing(scene))
})

/** A loader that records the fetched paths; `change` replaces bytes. */
function createLoader(change: (path: string, bytes: Uint8Array) => Uint8Array = (_, bytes) => bytes) {
  const paths: string[] = []
  const signals: AbortSignal[] = []
  const loader: PackageLoader = {
    fetchManifest: () => Promise.resolve(drawing.manifest),
    fetchFile: async (path, signal) => {
      paths.push(path)
      signals.push(signal)
      const bytes = drawing.files.get(path)
      if (bytes === undefined) throw new RangeError(path)
      return change(path, bytes.slice())
    },
  }
  return { loader, paths, signals }
}
const getCode = (failure: Promise<unknown>): Promise<string> =>
  failure.then(
    () => 'none',
    (error: ViewerError) => error.code,
  )

describe('SheetFiles', () => {
  it('loads the drawing data of a sheet', async () => {
    const files = new SheetFiles(drawing.manifest, createLoader().loader)
    const sheet = await files.sheet(0)
    expect([sheet.number, sheet.info.name, sheet.info.kind]).toEqual([0, 'Model', 'model'])
    const { counts } = sheet.info
    expect(sheet.lines.reduce((sum, { count }) => sum + count, 0)).toBe(counts.polylines)
    expect(sheet.fills?.count).toBe(1)
    expect(sheet.texts?.texts.map(({ string }) => string)).toEqual(['Kitchen\nКухня\nԽոհանոց', '24.0'])
  })

  it('fetches each file once, also while it is still loading', async () => {
    const { loader, paths } = createLoader()
    const files = new SheetFiles(drawing.manifest, loader)
    const [one, other] = await Promise.all([files.sheet(0), files.sheet(0)])
    expect(other).toBe(one)
    await files.withShown(1)
    await files.entities(0)
    await files.entities(0)
    expect(paths.length).toBe(new Set(paths).size)
  })

  it('loads the sheets that a layout shows, and none twice', async () => {
    const files = new SheetFiles(drawing.manifest, createLoader().loader)
    expect([...(await files.withShown(1)).keys()]).toEqual([1, 0])
    expect([...(await files.withShown(0)).keys()]).toEqual([0])
  })

  it('finds handle, type, name and layer of each entity', async () => {
    const files = new SheetFiles(drawing.manifest, createLoader().loader)
    const entities = await files.entities(0)
    const rows = Array.from({ length: entities.count }, (_, entity) => [entities.handle(entity), entities.type(entity)])
    expect(rows).toEqual([
      ['2A', 'HATCH'],
      ['2B', 'LWPOLYLINE'],
      ['2C', 'INSERT'],
      ['2D', 'LINE'],
      ['2E', 'LINE'],
      ['2F', 'MTEXT'],
      ['30', 'TEXT'],
    ])
    expect(entities.name(2)).toBe('Table')
  })

  it('fetches the property sets of an entity that has some', async () => {
    const files = new SheetFiles(drawing.manifest, createLoader().loader)
    expect(await files.fetchSets(0, 1)).toEqual([
      { name: 'Geometry', properties: [{ name: 'Area', value: 24, unit: 'm²' }] },
    ])
    expect(await files.fetchSets(0, 0)).toEqual([])
  })

  it('reports damaged files, and fetches them again when asked again', async () => {
    let isDamaged = true
    const { loader } = createLoader((path, bytes) =>
      isDamaged && path.includes('lines') ? bytes.subarray(0, 9) : bytes,
    )
    const files = new SheetFiles(drawing.manifest, loader)
    expect(await getCode(files.sheet(0))).toBe('package-damaged')
    isDamaged = false
    expect(await getCode(files.sheet(0))).toBe('none')
  })

  it.each([
    ['sheet.json that is no JSON', /sheet\.json$|sheets\/.*\.json$/, '{'],
    ['sheet.json of another format', /sheet\.json$|sheets\/.*\.json$/, '{"format":"other"}'],
  ])('refuses a %s', async (_, pattern, text) => {
    const { loader } = createLoader((path, bytes) => (pattern.test(path) ? new TextEncoder().encode(text) : bytes))
    expect(await getCode(new SheetFiles(drawing.manifest, loader).sheet(0))).toBe('package-damaged')
  })

  it('refuses a sheet that the package does not have', async () => {
    const files = new SheetFiles(drawing.manifest, createLoader().loader)
    expect(await getCode(files.sheet(7))).toBe('package-damaged')
    expect(await getCode(new SheetFiles({ ...drawing.manifest, sheets: [] }, createLoader().loader).sheet(0))).toBe(
      'package-damaged',
    )
  })

  it('reports a failed fetch, and cancels pending ones when it is disposed', async () => {
    const { loader, signals } = createLoader()
    const failing: PackageLoader = { ...loader, fetchFile: () => Promise.reject(new TypeError('no network')) }
    expect(await getCode(new SheetFiles(drawing.manifest, failing).sheet(0))).toBe('fetch-failed')
    const files = new SheetFiles(drawing.manifest, loader)
    await files.sheet(0)
    expect(signals.some(({ aborted }) => aborted)).toBe(false)
    files.dispose()
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
  })
})

describe('sheets without drawing them', () => {
  it('are searched for texts, including those behind viewports', async () => {
    const search = await readSheetTexts({ ...createLoader(), manifest: drawing.manifest, number: 1 })
    expect(search('plan').map(({ text }) => text)).toEqual(['Plan 1:50'])
    expect(search('խոհանոց').map(({ layer }) => layer)).toEqual(['Texts'])
    expect(search('attic')).toEqual([])
  })

  it('give the property sets of an entity', async () => {
    const options = { ...createLoader(), manifest: drawing.manifest, sheet: 0, entity: 1 }
    expect((await readSheetEntitySets(options)).map(({ name }) => name)).toEqual(['Geometry'])
  })
})
