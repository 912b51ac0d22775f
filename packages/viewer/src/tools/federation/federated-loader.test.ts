import {
  decodeExterior,
  decodePropertyBlock,
  decoderReady,
  decodeTree,
  decodeTreeColumns,
  propertyBlockPath,
} from '@kamar/package-format/read'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { PackageLoader } from '../../engine/types.js'
import { Arrangement } from '../../engine/model/arrangement.js'
import type { ModelContent } from '../../engine/model/model-content.js'
import { createSearchEngines } from '../../engine/search/search-messages.js'
import { InstanceStore } from '../../engine/store/instance-store.js'
import { GeometryStore } from '../../engine/store/geometry-store.js'
import { ElementStates } from '../../engine/store/element-states.js'
import { GpuChunkBuilder } from '../../engine/stream/gpu-chunk-builder.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { renumbered } from './replace-model.js'
import { failedKey, FederatedLoader, type LoadableModel } from './federated-loader.js'
import { readSavedModels, renumbering } from './model-members.js'
import { unmoved } from './placement.js'

const signal = new AbortController().signal
let files: TestPackage
let building: TestBuilding

beforeAll(async () => {
  files = await writeTestPackage((scene) => {
    scene.setOrigin([1000, 2000, 0])
    building = buildBuilding(scene)
  })
  await decoderReady
})

const createLoader = (missing = ''): PackageLoader => ({
  fetchManifest: async () => files.manifest,
  fetchFile: async (path) => {
    const bytes = files.files.get(path)
    if (bytes === undefined || path === missing) throw new RangeError(path)
    return bytes.slice()
  },
})
const createModel = (key: string, change: Partial<LoadableModel> = {}): LoadableModel => ({
  key,
  label: `${key}.ifc`,
  manifest: files.manifest,
  placement: unmoved,
  loader: createLoader(),
  ...change,
})
const asBytes = (bytes: ArrayBuffer | Uint8Array): Uint8Array =>
  bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
const joined = (): FederatedLoader =>
  new FederatedLoader(
    [
      createModel('one'),
      createModel('two', { placement: { x: 0, y: 100, z: 0, rotationDegrees: 90, pivot: [1000, 2000, 0] } }),
    ],
    files.manifest.origin,
  )

/** Loads all chunks as the viewer does. */
async function loadChunks(loader: FederatedLoader) {
  const placer = new GpuChunkBuilder()
  const instances = new InstanceStore()
  const geometries = new GeometryStore()
  for (const { path } of loader.manifest.chunks) {
    const chunk = placer.build(asBytes(await loader.fetchFile(path, signal)))
    expect(chunk.firstInstance).toBe(instances.count)
    instances.append(chunk.instances)
    geometries.append(chunk)
  }
  const rearranged = vi.fn()
  new Arrangement(loader.frames).apply({ instances, geometries, rearranged } as unknown as ModelContent)
  expect(rearranged).toHaveBeenCalledWith(0, null)
  return { instances, geometries }
}

describe('FederatedLoader', () => {
  it('merges manifests with the counts and bounds of all models', () => {
    const { manifest } = joined()
    expect(manifest.counts.nodes).toBe(2 * files.manifest.counts.nodes + 2)
    expect(manifest.counts.instances).toBe(2 * files.manifest.counts.instances)
    const { bounds } = files.manifest
    expect(manifest.bounds?.min[0]).toBeCloseTo(Math.min(bounds?.min[0] ?? 0, -(bounds?.max[1] ?? 0)))
    expect(manifest.bounds?.max[1]).toBeCloseTo(100 + (bounds?.max[0] ?? 0))
  })

  it('applies the placement of the second model to every instance', async () => {
    const { instances, geometries } = await loadChunks(joined())
    const half = instances.count / 2
    const nodes = files.manifest.counts.nodes
    expect(half).toBe(files.manifest.counts.instances)
    for (let instance = 0; instance < half; instance++) {
      const boxes = [instance, half + instance].map((number) => {
        const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
        instances.growBox(number, geometries.extent, box)
        return box
      })
      const [[x0, y0, z0, x1, y1, z1], other] = boxes as [number[], number[]]
      const rotatedBox = [-y1, x0 + 100, z0, -y0, x1 + 100, z1]
      other.forEach((value, at) => expect(value).toBeCloseTo(rotatedBox[at], 4))
      expect(instances.node[half + instance]).toBe(instances.node[instance] + nodes + 1)
      expect(instances.color.subarray((half + instance) * 4, (half + instance) * 4 + 4)).toEqual(
        instances.color.subarray(instance * 4, instance * 4 + 4),
      )
    }
  })

  it('converts between file and view coordinates, also after a move', () => {
    const loader = joined()
    const { origin } = files.manifest
    const point = [origin[0] + 2, origin[1], origin[2] + 3] as const
    expect(loader.createFrame(0).pointToView(point)).toEqual([2, 0, 3])
    expect(loader.createFrame(1).pointToView(point)).toEqual([0, 102, 3])
    expect(loader.createFrame(1).pointToFile([0, 102, 3])).toEqual(point)
    loader.move([unmoved, { x: 12, y: -1, z: 0, rotationDegrees: 90, pivot: origin }])
    expect([loader.createFrame(0).isOwn, loader.createFrame(1).isOwn]).toEqual([true, false])
    expect(loader.createFrame(1).pointToView(point)).toEqual([12, 1, 3])
    expect(loader.createFrame(1).pointToFile([12, 1, 3])).toEqual(point)
  })

  it('merges trees with one root per file', async () => {
    const loader = joined()
    const tree = decodeTree(asBytes(await loader.fetchFile('tree.bin', signal)))
    const nodes = files.manifest.counts.nodes
    expect([...tree.roots]).toEqual([0, nodes + 1])
    expect([...tree.roots].map((root) => tree.name(root))).toEqual(['one.ifc', 'two.ifc'])
    const own = decodeTree(files.files.get('tree.bin') as Uint8Array)
    for (let element = 0; element < nodes; element++)
      for (const first of [1, nodes + 2]) {
        expect(tree.name(first + element)).toBe(own.name(element))
        expect(tree.sourceId(first + element)).toBe(own.sourceId(element))
        expect(tree.classNames[tree.classIndex[first + element]]).toBe(own.classNames[own.classIndex[element]])
      }
    expect(tree.children(nodes + 1)).toHaveLength(own.roots.length)
  })

  it('searches and filters all models together', async () => {
    const loader = joined()
    const get = async (path: string): Promise<ArrayBuffer> =>
      asBytes(await loader.fetchFile(path, signal)).slice().buffer as ArrayBuffer
    const readBlock = async (block: number): Promise<Uint8Array> => new Uint8Array(await get(propertyBlockPath(block)))
    expect(decodePropertyBlock(await readBlock(0)).firstSet).toBe(0)
    const tree = decodeTreeColumns(new Uint8Array(await get('tree.bin')))
    const properties = await get('properties/index.bin')
    const engines = await createSearchEngines({ tree, properties, maxPropertyBytes: 1e6 }, readBlock)
    const second = files.manifest.counts.nodes + 2
    const load = { set: 'Common', property: 'Load' }
    const matches = await engines.queries.filter({ kind: 'test', field: load, operator: 'equals', value: '3' }, null)
    expect([...matches]).toEqual([1 + building.columns[2], second + building.columns[2]])
    const all = new Uint8Array(joined().manifest.counts.nodes).fill(1)
    const byFile = await engines.queries.groups({ set: '', property: 'file' }, all)
    expect(byFile.map(({ text, elements }) => [text, elements.length])).toEqual([
      ['one.ifc', second - 1],
      ['two.ifc', second - 1],
    ])
    const { hits } = await engines.index.search({ text: 'West wall', limit: 10 })
    expect(hits.map(({ element }) => element).toSorted((a, b) => a - b)).toEqual([
      1 + building.wall,
      second + building.wall,
    ])
  })

  it('merges exterior sets', async () => {
    const exterior = decodeExterior(asBytes(await joined().fetchFile('exterior.bin', signal)))
    const own = decodeExterior(files.files.get('exterior.bin') as Uint8Array)
    for (let instance = 0; instance < own.instanceCount; instance++)
      expect(exterior.has(own.instanceCount + instance)).toBe(own.has(instance))
  })

  it('names the model whose file cannot be loaded', async () => {
    const path = files.manifest.chunks[0].path
    const loader = new FederatedLoader(
      [createModel('one'), createModel('2: two', { loader: createLoader(path) })],
      [0, 0, 0],
    )
    const failure = await loader.fetchFile(`m1/${path}`, signal).catch((error: unknown) => error as { detail: string })
    expect(failedKey((failure as { detail: string }).detail)).toBe('2: two')
    expect(failedKey('manifest.json')).toBeNull()
  })
})

describe('federated model state', () => {
  const spans = [{ key: 'a', loader: 1, file: -1, first: 0, count: 3 }]
  const both = [
    { key: 'b', loader: 2, file: 0, first: 1, count: 2 },
    { key: 'a', loader: 1, file: 3, first: 4, count: 3 },
  ]
  it('maps element numbers between federations by model', () => {
    const numberOf = renumbering(spans, both)
    expect([0, 1, 2, 3].map(numberOf)).toEqual([4, 5, 6, -1])
    expect([0, 1, 3, 6].map(renumbering(both, spans))).toEqual([-1, -1, -1, 2])
    // Another version of the file has other elements.
    const newer = spans.map((range) => ({ ...range, loader: 3 }))
    expect([0, 1].map(renumbering(spans, newer))).toEqual([-1, -1])
  })
  it('keeps visibility and colours of renumbered elements, and gives new elements the defaults of their package', () => {
    const states = new ElementStates()
    states.hideByDefault(Uint8Array.of(0, 1, 0))
    states.setHidden(1, false)
    states.setHidden(2, true)
    states.setColor(0, { rgb: [1, 2, 3] })
    const snapshot = states.snapshot()
    states.clear()
    states.era = 1
    states.snapshotNow = (one) => renumbered(one, renumbering(spans, both), states)
    states.hideByDefault(Uint8Array.of(0, 1, 0, 0, 0, 1, 0))
    states.restore(snapshot)
    const hidden = [0, 1, 2, 3, 4, 5, 6].filter((element) => (states.flagsOf(element) & 1) !== 0)
    expect(hidden).toEqual([1, 6])
    expect(states.hiddenCount).toBe(1)
    expect(states.colorOf(4)).toEqual({ rgb: [1, 2, 3] })
  })
  it('accepts a well-formed saved model and rejects malformed ones', () => {
    const model = {
      key: 'a',
      label: 'A',
      reference: { urn: 'x' },
      placement: unmoved,
      method: 'map',
      off: true,
      ghosted: false,
    }
    expect(readSavedModels({ models: [model] })).toEqual([model])
    for (const wrong of [null, {}, { models: [] }, { models: [{ ...model, method: 'magic' }] }, { models: [3] }])
      expect(readSavedModels(wrong)).toBeNull()
  })
})
