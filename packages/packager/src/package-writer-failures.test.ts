import type { ReadReport, SceneBuilder } from '@kamar/core'
import { plainLayer, pushDrawing } from '@kamar/test-kit'
import { encoderReady, type Manifest } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { readerLimits } from '@kamar/core'
import { createPackageWriter } from './package-writer.js'
import { at, boxMesh, plainReport, WrittenPackage } from './test-support/written-package.js'

const failureOf = (error: unknown): unknown => (error as { failure?: unknown }).failure ?? error
const getFailure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => failureOf(error),
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

/** Lists the paths of a package in the order in which they are writtenPaths. */
async function listPaths(): Promise<string[]> {
  const paths: string[] = []
  const { writer } = createWriter({ write: (path) => paths.push(path) })
  addAllContent(writer)
  await writer.finish(plainReport)
  return paths
}

describe('failure of the destination', () => {
  it('ends the package with its error, whichever file fails, and no manifest is writtenPaths', async () => {
    const paths = await listPaths()
    expect(paths.at(-1)).toBe('manifest.json')
    expect(paths.length).toBeGreaterThan(15)
    for (const failing of paths) {
      const writtenPaths: string[] = []
      const { writer } = createWriter({
        write: (path) => {
          if (path === failing) throw new Error(`disk full at ${path}`)
          writtenPaths.push(path)
        },
      })
      addAllContent(writer)
      await expect(writer.finish(plainReport), failing).rejects.toThrow(`disk full at ${failing}`)
      expect(writtenPaths).not.toContain('manifest.json')
    }
  })

  it('leaves no unhandled rejection when every file fails', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', listener)
    const { writer } = createWriter({
      write: () => {
        throw new Error('disk full')
      },
    })
    addAllContent(writer)
    await expect(writer.finish(plainReport)).rejects.toThrow('disk full')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', listener)
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
  it('ends the package without a manifest, during whichever write it happens', async () => {
    const paths = await listPaths()
    for (const path of paths.slice(0, -1)) {
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
      expect(await getFailure(writer.finish(plainReport)), path).toEqual({ code: 'cancelled' })
      expect(writtenPaths, path).not.toContain('manifest.json')
    }
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
      return failureOf(error)
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
    expect(catchFailure(() => void sheet.addEntity({ handle: '', type: '', layer }))).toEqual(details('nodes', 1))
    expect(catchFailure(() => sheet.addFill({ entity, style, rings: [Float64Array.of(0, 0, 1, 0, 1, 1)] }))).toBeNull()
    expect(catchFailure(() => sheet.addPolyline({ entity, style, points: Float64Array.of(0, 0, 1, 0) }))).toBeNull()
    expect(catchFailure(() => sheet.addPolyline({ entity, style, points: Float64Array.of(0, 0) }))).toEqual(
      details('triangles', 5),
    )
  })
})

describe('metadata in the manifest', () => {
  const write = async (
    fill: (viewPackage: WrittenPackage) => void,
    report: ReadReport = plainReport,
  ): Promise<Manifest> => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    fill(viewPackage)
    await viewPackage.writer.finish(report)
    return viewPackage.manifest()
  }

  it('has defaults: metres, the origin at zero, nothing else', async () => {
    const manifest = await write((viewPackage) => viewPackage.addPart(boxMesh(1, 1, 1), at(0, 0, 0)))
    expect(manifest).toMatchObject({
      format: 'kamar-view-package',
      version: 2,
      source: { name: 'test', bytes: 1, formatId: 'obj', reader: 'test 1' },
      unit: { name: 'metre', metres: 1 },
      origin: [0, 0, 0],
      georeference: null,
    })
    for (const field of ['authoringTool', 'storeys', 'sheets', 'firstView', 'views'])
      expect(manifest).not.toHaveProperty(field)
  })

  it('has unit, georeference and origin as the reader sets them', async () => {
    const manifest = await write(({ writer }) => {
      writer.setUnit({ name: 'foot', metres: 0.3048 })
      writer.setGeoreference({ coordinateReferenceSystem: 'EPSG:32638', eastings: 5 })
      writer.setOrigin([7, 8, 9])
    })
    expect(manifest).toMatchObject({
      unit: { name: 'foot', metres: 0.3048 },
      georeference: { coordinateReferenceSystem: 'EPSG:32638', eastings: 5 },
      origin: [7, 8, 9],
    })
  })

  it('takes the number of storeys from the report when it is higher than that of the tree', async () => {
    const addLevel = ({ writer }: WrittenPackage): void =>
      void writer.addNode({ parent: null, name: '', class: 'Level', sourceId: '' })
    expect((await write(addLevel)).storeys).toBe(1)
    expect((await write(addLevel, { ...plainReport, counts: { levels: 4 } })).storeys).toBe(4)
    expect((await write(addLevel, { ...plainReport, counts: { levels: 0 } })).storeys).toBe(1)
  })

  it('has the first view only with sheets', async () => {
    expect(await write(({ writer }) => writer.setFirstView('sheet'))).not.toHaveProperty('firstView')
    const manifest = await write(({ writer }) => {
      pushDrawing(writer)
      writer.setFirstView('model')
    })
    expect([manifest.version, manifest.firstView]).toEqual([3, 'model'])
  })

  it('counts what is drawn: unique and placed triangles, segments, points, materials and sheets', async () => {
    const { counts } = await write((viewPackage) => {
      const { writer } = viewPackage
      for (let part = 0; part < 3; part++) viewPackage.addPart(boxMesh(1, 1, 1), at(part * 3, 0, 0))
      const lines = writer.addLines({
        positions: Float32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2),
        indices: Uint32Array.of(0, 1, 1, 2),
      })
      const points = writer.addPoints({ positions: Float32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 5) })
      const material = writer.addMaterial({ name: 'red', color: [1, 0, 0], opacity: 1 })
      writer.addMaterial({ name: 'unused', color: [0, 1, 0], opacity: 1 })
      for (const mesh of [lines, lines, points, points])
        writer.addInstance({ node: 0, mesh, placement: at(0, 0, 0), material })
      pushDrawing(writer)
    })
    expect(counts).toEqual({
      nodes: 4,
      meshes: 1,
      instances: 7,
      triangles: 12,
      placedTriangles: 36,
      lines: 4,
      points: 6,
      sheets: 2,
      materials: 2,
    })
  })

  it('numbers chunks from 000 in the order of writing, and their counts add up', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    for (let part = 0; part < 12_000; part++)
      viewPackage.addPart(boxMesh(1, 1, 1), at((part % 100) * 2, Math.floor(part / 100) * 2, 0))
    await viewPackage.writer.finish(plainReport)
    const { chunks, counts } = viewPackage.manifest()
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.map(({ path }) => path)).toEqual(chunks.map((_, number) => `scene/00${number}.bin`))
    const sum = (field: 'instances' | 'geometries' | 'triangles'): number =>
      chunks.reduce((total, chunk) => total + chunk[field], 0)
    expect([sum('instances'), sum('geometries'), sum('triangles')]).toEqual([12_000, 1, 12])
    expect(counts.placedTriangles).toBe(144_000)
    for (const { path, size, sha256 } of chunks)
      expect(viewPackage.manifest().files).toContainEqual({ path, size, sha256, encoding: 'br' })
    const firsts = (await viewPackage.chunks()).map(({ firstInstance }) => firstInstance)
    expect(firsts).toEqual(
      chunks.map((_, number) => chunks.slice(0, number).reduce((total, { instances }) => total + instances, 0)),
    )
  })

  it('limits the folders of a saved view', async () => {
    const camera = {
      kind: 'orthographic',
      heightMetres: 4,
      eye: [1, 2, 3],
      direction: [0, 0, -1],
      up: [0, 1, 0],
    } as const
    const folders = Array.from({ length: 12 }, (_, depth) => `${depth}`)
    const { views } = await write(({ writer }) => void writer.addView({ name: 'a', folders, camera }))
    expect(views).toEqual([{ name: 'a', folders: folders.slice(0, 8), camera }])
  })
})
