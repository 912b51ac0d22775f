import { decoderReady, encoderReady } from '@kamar/package-format'
import { pushDrawing } from '@kamar/test-kit'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from './test-support/written-package.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady])
})

// Chunks are due by their number of instances alone: the clock stands still.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0))
afterEach(() => vi.restoreAllMocks())

/** Creates a package whose writer has noticed that the encoder is ready. */
async function createPackage(): Promise<WrittenPackage> {
  const viewPackage = new WrittenPackage()
  await viewPackage.writer.settle()
  viewPackage.addRoot()
  return viewPackage
}

/** Adds parts in a row; one of them is hidden when its number is listed. */
function addParts({ writer }: WrittenPackage, first: number, count: number): void {
  for (let part = first; part < first + count; part++) {
    const node = writer.addNode({ parent: 0, name: `${part}`, class: 'IfcWall', sourceId: '' })
    const mesh = writer.addMesh(boxMesh(1, 1, 1))
    if (mesh !== null) writer.addInstance({ node, mesh, placement: at(part * 2, 0, 0), material: null })
  }
}

describe('manifest in progress', () => {
  it('is written and passed on after each chunk, with all chunks and counts so far', async () => {
    const viewPackage = await createPackage()
    addParts(viewPackage, 0, 300)
    await viewPackage.announced()
    expect(viewPackage.manifests).toHaveLength(1)
    const [first] = viewPackage.manifests
    expect(first).toMatchObject({
      state: 'inprogress',
      report: null,
      bounds: { min: [0, 0, 0], max: [expect.closeTo(599, 2), expect.closeTo(1, 2), expect.closeTo(1, 2)] },
      counts: {
        nodes: 301,
        meshes: 1,
        instances: 300,
        triangles: 12,
        placedTriangles: 3600,
        lines: 0,
        sheets: 0,
        materials: 1,
      },
    })
    expect(first.chunks.map(({ path, instances }) => [path, instances])).toEqual([['provisional/000.bin', 300]])
    expect(first.files.map(({ path }) => path)).toEqual(['provisional/000.bin'])
    expect(viewPackage.manifest()).toEqual(JSON.parse(JSON.stringify(first)))
    addParts(viewPackage, 300, 480)
    await expect.poll(() => viewPackage.manifests.length).toBe(2)
    expect(viewPackage.manifests[1].chunks.map(({ instances }) => instances)).toEqual([300, 480])
    expect(viewPackage.manifests[1].counts).toMatchObject({ instances: 780, placedTriangles: 9360 })
    // The first one is as it was.
    expect(first.chunks).toHaveLength(1)
    await viewPackage.writer.finish(plainReport)
  })

  it('follows its chunk and its sheets in the order of writing', async () => {
    const viewPackage = await createPackage()
    addParts(viewPackage, 0, 300)
    await viewPackage.announced()
    expect(viewPackage.order).toEqual(['provisional/000.bin', 'manifest.json'])
    pushDrawing(viewPackage.writer)
    await viewPackage.writer.publishSheets()
    expect(viewPackage.order.at(-1)).toBe('manifest.json')
    expect(viewPackage.order.indexOf('provisional/1/sheets/001/sheet.json')).toBeGreaterThan(1)
    const last = viewPackage.manifests.at(-1)
    expect(last).toMatchObject({ version: 3, counts: { sheets: 2 } })
    expect(last?.sheets?.map(({ path }) => path)).toEqual([
      'provisional/1/sheets/000/sheet.json',
      'provisional/1/sheets/001/sheet.json',
    ])
    expect(last?.chunks).toHaveLength(1)
  })

  it('is not written without sheets to publish, nor after the package is finished', async () => {
    const viewPackage = await createPackage()
    await viewPackage.writer.publishSheets()
    expect(viewPackage.manifests).toEqual([])
    addParts(viewPackage, 0, 300)
    await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifests.filter(({ state }) => state === 'complete')).toEqual([])
    expect(viewPackage.order.filter((path) => path === 'manifest.json').length).toBe(1)
    expect(viewPackage.manifest()).toMatchObject({ state: 'complete', counts: { instances: 300 } })
  })

  it('names no provisional file any more when it is complete', async () => {
    const viewPackage = await createPackage()
    addParts(viewPackage, 0, 300)
    pushDrawing(viewPackage.writer)
    await viewPackage.writer.publishSheets()
    await viewPackage.announced()
    const manifest = await viewPackage.writer.finish(plainReport)
    expect(manifest.files.some(({ path }) => path.startsWith('provisional/'))).toBe(false)
    expect([...viewPackage.files.keys()].filter((path) => path.startsWith('provisional/'))).toEqual([])
    expect(manifest.sheets?.map(({ path }) => path)).toEqual(['sheets/000/sheet.json', 'sheets/001/sheet.json'])
  })
})

describe('settle', () => {
  it('waits for chunks when more than two are pending', async () => {
    const viewPackage = await createPackage()
    let first = 0
    for (const count of [300, 480, 768, 1229]) {
      addParts(viewPackage, first, count)
      first += count
    }
    expect(viewPackage.manifests).toEqual([])
    await viewPackage.writer.settle()
    expect(viewPackage.manifests).toHaveLength(4)
    await viewPackage.writer.settle()
    await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifest().counts.instances).toBe(2777)
  })
})
