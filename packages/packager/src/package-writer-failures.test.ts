import { readerLimits, type SceneBuilder } from '@kamar/core'
import { plainLayer, pushDrawing } from '@kamar/test-kit'
import { encoderReady } from '@kamar/package-format'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPackageWriter } from './package-writer.js'
import { at, boxMesh, plainReport, WrittenPackage } from './test-support/written-package.js'

const readFailure = (error: unknown): unknown => (error as { failure?: unknown }).failure ?? error
const getFailure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => readFailure(error),
  )

/** Adds a model with two textures, properties and a drawing. */
function addAllContent(writer: SceneBuilder): void {
  const node = writer.addNode({ parent: null, name: 'root', class: 'IfcProject', sourceId: '' })
  writer.assignPropertySets(node, [writer.addPropertySet({ name: 'Pset', properties: [{ name: 'a', value: 1 }] })])
  for (const shade of [1, 2]) {
    const pixels = new Uint8Array(16).fill(shade)
    const image = writer.addTexture({ name: `${shade}`, width: 2, height: 2, pixels }) ?? 0
    const texture = { image, tint: [1, 1, 1], wrap: 'repeat' } as const
    const material = writer.addMaterial({ name: `${shade}`, color: [1, 1, 1], opacity: 1, texture })
    const mesh = writer.addMesh({ ...boxMesh(shade, 1, 1), textureCoordinates: new Float32Array(16).fill(shade) })
    if (mesh !== null) writer.addInstance({ node, mesh, placement: at(shade, 0, 0), material })
  }
  pushDrawing(writer)
}

interface TestSink {
  readonly write: (path: string) => void
  readonly signal?: AbortSignal
}

/** Creates a writer whose files go nowhere; `write` may throw. */
function createWriter({ write, signal = new AbortController().signal }: TestSink) {
  const removed: string[] = []
  const writer = createPackageWriter({
    sink: {
      write: async (path) => write(path),
      remove: async (path) => void removed.push(path),
    },
    limits: readerLimits,
    signal,
    source: { name: 'test', bytes: 1, formatId: 'obj', reader: 'test 1' },
  })
  return { writer, removed }
}

/** A file of each kind of a package, in the order of the stages that write them. */
const filesOfEachKind = [
  'tree.bin',
  'fingerprints.bin',
  'properties/000.bin',
  'properties/index.bin',
  'sheets/000/lines-000.bin',
  'sheets/001/entities.bin',
  'sheets/001/prints.bin',
  'sheets/001/sheet.json',
  'sheets/001/thumbnail.png',
  'textures/001.webp',
  'scene/000.bin',
  'exterior.bin',
] as const

/** Lists the paths of a package in the order in which they are writtenPaths. */
async function listPaths(): Promise<string[]> {
  const paths: string[] = []
  const { writer } = createWriter({ write: (path) => paths.push(path) })
  addAllContent(writer)
  await writer.finish(plainReport)
  return paths
}

describe('failure of the destination', () => {
  it('is tested with files that are written', async () => {
    const paths = await listPaths()
    expect(paths).toEqual(expect.arrayContaining([...filesOfEachKind]))
    expect(paths.at(-1)).toBe('manifest.json')
  })

  it.each([...filesOfEachKind, 'manifest.json'])(
    'ends the package with its error, without a manifest: %s',
    async (failing) => {
      const writtenPaths: string[] = []
      const { writer } = createWriter({
        write: (path) => {
          if (path === failing) throw new Error(`disk full at ${path}`)
          writtenPaths.push(path)
        },
      })
      addAllContent(writer)
      await expect(writer.finish(plainReport)).rejects.toThrow(`disk full at ${failing}`)
      expect(writtenPaths).not.toContain('manifest.json')
    },
  )

  it('leaves no unhandled rejection when every file fails', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', listener)
    onTestFinished(() => void process.off('unhandledRejection', listener))
    const { writer } = createWriter({
      write: () => {
        throw new Error('disk full')
      },
    })
    addAllContent(writer)
    await expect(writer.finish(plainReport)).rejects.toThrow('disk full')
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })

  it('ends the package when a provisional chunk fails', async () => {
    await encoderReady
    const { writer } = createWriter({
      write: (path) => {
        if (path.startsWith('provisional/')) throw new Error(`disk full at ${path}`)
      },
    })
    await writer.settle()
    const node = writer.addNode({ parent: null, name: '', class: '', sourceId: '' })
    const mesh = writer.addMesh(boxMesh(1, 1, 1)) ?? 0
    for (let part = 0; part < 300; part++) writer.addInstance({ node, mesh, placement: at(part, 0, 0), material: null })
    await expect(writer.finish(plainReport)).rejects.toThrow('disk full at provisional/000.bin')
  })

  it('rejects the publication of sheets when a provisional one fails', async () => {
    const { writer } = createWriter({
      write: () => {
        throw new Error('disk full')
      },
    })
    pushDrawing(writer)
    await expect(writer.publishSheets()).rejects.toThrow('disk full')
  })
})

describe('cancellation', () => {
  it.each(filesOfEachKind)('ends the package without a manifest, during the write of %s', async (path) => {
    const abort = new AbortController()
    const writtenPaths: string[] = []
    const { writer } = createWriter({
      signal: abort.signal,
      write: (current) => {
        writtenPaths.push(current)
        if (current === path) abort.abort()
      },
    })
    addAllContent(writer)
    expect(await getFailure(writer.finish(plainReport))).toEqual({ code: 'cancelled' })
    expect(writtenPaths).not.toContain('manifest.json')
  })

  it('is noticed by settle and publishSheets, which write nothing afterwards', async () => {
    const abort = new AbortController()
    const writtenPaths: string[] = []
    const { writer } = createWriter({ signal: abort.signal, write: (path) => writtenPaths.push(path) })
    pushDrawing(writer)
    await writer.settle()
    abort.abort()
    expect(await getFailure(writer.settle())).toEqual({ code: 'cancelled' })
    expect(await getFailure(writer.publishSheets())).toEqual({ code: 'cancelled' })
    expect(writtenPaths).toEqual([])
  })

  it('while sheets are published is noticed before they are announced or right after', async () => {
    const abort = new AbortController()
    const { writer } = createWriter({
      signal: abort.signal,
      write: (path) => {
        if (path === 'manifest.json') abort.abort()
      },
    })
    pushDrawing(writer)
    expect(await getFailure(writer.publishSheets())).toEqual({ code: 'cancelled' })
  })
})

describe('finish', () => {
  it('is rejected the second time', async () => {
    const { writer } = createWriter({ write: () => {} })
    addAllContent(writer)
    await writer.finish(plainReport)
    await expect(writer.finish(plainReport)).rejects.toThrow(new RangeError('the package is finished'))
  })

  it('returns the manifest that it wrote last', async () => {
    const viewPackage = new WrittenPackage()
    addAllContent(viewPackage.writer)
    const manifest = await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifest()).toEqual(JSON.parse(JSON.stringify(manifest)))
    expect(manifest.state).toBe('complete')
  })
})

describe('arguments of the writer', () => {
  const { writer } = createWriter({ write: () => {} })
  const node = writer.addNode({ parent: null, name: '', class: '', sourceId: '' })
  const mesh = writer.addMesh(boxMesh(1, 1, 1)) ?? 0
  const instance = { node, mesh, placement: at(0, 0, 0), material: null }

  it.each([
    ['node', { node: 1 }],
    ['node', { node: -1 }],
    ['mesh', { mesh: 1 }],
    ['mesh', { mesh: -1 }],
    ['material', { material: 0 }],
    ['material', { material: -1 }],
  ])('are rejected with an unknown %s: %j', (name, change) => {
    expect(() => writer.addInstance({ ...instance, ...change })).toThrow(
      new RangeError(`${name} ${Object.values(change)[0]} does not exist`),
    )
  })

  it('are rejected with an unknown node of property sets', () => {
    expect(() => writer.assignPropertySets(-1, [])).toThrow(new RangeError('node -1 does not exist'))
    expect(() => writer.assignPropertySets(1, [])).toThrow(new RangeError('node 1 does not exist'))
    expect(() => writer.assignPropertySets(0, [])).not.toThrow()
  })

  it('are rejected with an unknown texture of a material', () => {
    const texture = { image: -1, tint: [1, 1, 1], wrap: 'repeat' } as const
    expect(() => writer.addMaterial({ name: '', color: [1, 1, 1], opacity: 1, texture })).toThrow(
      'texture -1 does not exist',
    )
  })

  it('cannot move the origin after the first instance', () => {
    const { writer: other } = createWriter({ write: () => {} })
    const root = other.addNode({ parent: null, name: '', class: '', sourceId: '' })
    const box = other.addMesh(boxMesh(1, 1, 1)) ?? 0
    other.setOrigin([1, 2, 3])
    other.setOrigin([4, 5, 6])
    other.addInstance({ ...instance, node: root, mesh: box })
    expect(() => other.setOrigin([1, 2, 3])).toThrow(new RangeError('the origin is set before the first instance'))
  })
})

describe('limits of the writer', () => {
  const details = (limit: string, maximum: number): unknown => ({ code: 'limit-exceeded', details: { limit, maximum } })
  const catchFailure = (work: () => unknown): unknown => {
    try {
      return work() ?? null
    } catch (error) {
      return readFailure(error)
    }
  }

  it('accept as many nodes as they state, and twice as many instances', () => {
    const { writer } = new WrittenPackage({ nodes: 2 })
    const addNode = (): unknown => void writer.addNode({ parent: null, name: '', class: '', sourceId: '' })
    expect([addNode, addNode, addNode].map(catchFailure)).toEqual([null, null, details('nodes', 2)])
    const mesh = writer.addMesh(boxMesh(1, 1, 1)) ?? 0
    const add = (): unknown => writer.addInstance({ node: 0, mesh, placement: at(0, 0, 0), material: null })
    expect([add, add, add, add, add].map(catchFailure)).toEqual([null, null, null, null, details('instances', 4)])
  })

  it('count unique triangles and points together', () => {
    const { writer } = new WrittenPackage({ triangles: 14 })
    const positions = Float32Array.of(0, 0, 0, 1, 1, 1)
    expect(catchFailure(() => void writer.addMesh(boxMesh(1, 1, 1)))).toBeNull()
    expect(catchFailure(() => void writer.addMesh(boxMesh(1, 1, 1)))).toBeNull()
    expect(catchFailure(() => void writer.addPoints({ positions }))).toBeNull()
    expect(catchFailure(() => void writer.addPoints({ positions: Float32Array.of(0, 0, 0) }))).toEqual(
      details('triangles', 14),
    )
  })

  it('count points of lines and fills of a sheet', () => {
    const { writer } = new WrittenPackage({ triangles: 5, nodes: 1 })
    const sheet = writer.addSheet({ name: 'A', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
    const layer = sheet.addLayer(plainLayer)
    const style = sheet.addStyle({ layer, color: 0, lineWeightMillimetres: 0, lineType: null })
    const entity = sheet.addEntity({ handle: '', type: '', layer })
    // Five entities count as one node.
    for (let count = 1; count < 5; count++) sheet.addEntity({ handle: '', type: '', layer })
    expect(catchFailure(() => void sheet.addEntity({ handle: '', type: '', layer }))).toEqual(details('nodes', 5))
    expect(catchFailure(() => sheet.addFill({ entity, style, rings: [Float64Array.of(0, 0, 1, 0, 1, 1)] }))).toBeNull()
    expect(catchFailure(() => sheet.addPolyline({ entity, style, points: Float64Array.of(0, 0, 1, 0) }))).toBeNull()
    expect(catchFailure(() => sheet.addPolyline({ entity, style, points: Float64Array.of(0, 0) }))).toEqual(
      details('triangles', 5),
    )
  })
})
