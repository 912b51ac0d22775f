import { decodeCellElements, decodeCells, decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { CellElementsTable } from '../../engine/residency/cells/cell-elements-table.js'
import { testCellLimits, buildCity } from '../../testing/test-city.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { FederatedLoader } from './federated-loader.js'
import { unmoved } from './placement.js'

const signal = new AbortController().signal
const sides = [6, 8, 5]
let models: TestPackage[] = []

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady])
  for (const side of sides)
    models.push(await writeTestPackage((scene) => buildCity(scene, side), [], { cellLimits: testCellLimits }))
  models = models.slice()
})

/** Federates the cities in a row, 200 m apart, the second rotated by a quarter. */
const federate = (): FederatedLoader =>
  new FederatedLoader(
    models.map(({ manifest, files }, at) => ({
      key: `city-${at}`,
      label: `City ${at}`,
      manifest,
      placement: { ...unmoved, x: at * 200, rotationDegrees: at === 1 ? 90 : 0 },
      loader: {
        fetchManifest: async () => manifest,
        fetchFile: async (path: string) => files.get(path) ?? Promise.reject(new Error(path)),
      },
    })),
    models[0].manifest.origin,
  )

const decodeTree = async (loader: FederatedLoader) => {
  const { chunks, proxies = [] } = loader.manifest
  const counts = { chunks: chunks.length, proxies: proxies.length }
  return decodeCells((await loader.fetchFile('cells.bin', signal)) as Uint8Array, counts)
}

describe('federation of models of cells', () => {
  it('is a model of cells with the chunks and proxies of all models, in their order', () => {
    const { manifest } = federate()
    expect(models.map(({ manifest: { version } }) => version)).toEqual([5, 5, 5])
    expect([manifest.version, manifest.packs]).toEqual([4, undefined])
    const paths = (name: 'chunks' | 'proxies') =>
      models.flatMap((model, at) => (model.manifest[name] ?? []).map(({ path }) => `m${at}/${path}`))
    expect(manifest.chunks.map(({ path }) => path)).toEqual(paths('chunks'))
    expect(manifest.proxies?.map(({ path }) => path)).toEqual(paths('proxies'))
  })

  it('is not one of cells if one of the models is not', async () => {
    const ordered = await writeTestPackage((scene) => buildCity(scene, 3))
    models.push(ordered)
    const { manifest } = federate()
    models.pop()
    expect([manifest.version, manifest.proxies]).toEqual([3, undefined])
  })

  it('has one root, which is always open, above the trees of the models, with every chunk in one cell', async () => {
    const loader = federate()
    const tree = await decodeTree(loader)
    expect([tree.childCount[0], tree.error[0]]).toEqual([3, Infinity])
    const chunkCounts = models.map(({ manifest }) => manifest.chunks.length)
    const counts = new Uint8Array(loader.manifest.chunks.length)
    const visit = (node: number, model: number): void => {
      const first = chunkCounts.slice(0, model).reduce((sum, count) => sum + count, 0)
      for (let chunk = tree.firstChunk[node]; chunk < tree.firstChunk[node] + tree.chunkCount[node]; chunk++) {
        expect(chunk).toBeGreaterThanOrEqual(first)
        expect(chunk).toBeLessThan(first + chunkCounts[model])
        counts[chunk]++
      }
      for (let child = 0; child < tree.childCount[node]; child++) visit(tree.firstChild[node] + child, model)
    }
    for (let model = 0; model < 3; model++) visit(1 + model, model)
    expect(counts.every((count) => count === 1)).toBe(true)
    const [west, , , east] = tree.box.subarray(12, 18)
    expect(west).toBeGreaterThan(80)
    expect(east).toBeLessThan(220)
  })

  it('has the boxes of all elements where their models are, also after one was moved', async () => {
    const loader = federate()
    const readBox = async (element: number): Promise<number[]> => {
      const tree = await decodeTree(loader)
      const bytes = (await loader.fetchFile('cell-elements.bin', signal)) as Uint8Array
      const table = new CellElementsTable(decodeCellElements(bytes, tree.chunkRank.length), tree.box)
      expect(table.hasShape(loader.offsetsByModel[2].element)).toBe(false)
      const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
      table.growBox(element, box)
      return box
    }
    const house = loader.offsetsByModel[2].element + 1
    const before = await readBox(house)
    expect(before[0]).toBeCloseTo(400, 1)
    loader.move([unmoved, unmoved, { ...unmoved, x: 400, y: 50 }])
    const after = await readBox(house)
    for (const side of [1, 4]) expect(after[side] - before[side]).toBeCloseTo(50, 0)
  })
})
