import type { Manifest } from '@kamar/package-format'
import type { CullView } from '../engine/cull/culler.js'
import type { ModelContent } from '../engine/model/model-content.js'
import type { ArenaSize } from '../engine/render/geometry-arena.js'
import { ChunkResidency } from '../engine/residency/chunk-residency.js'
import { GeometryStore } from '../engine/store/geometry-store.js'
import type { GpuChunk } from '../engine/store/gpu-chunk.js'
import { InstanceStore } from '../engine/store/instance-store.js'
import type { ChunkDecoder } from '../engine/stream/chunk-decoder.js'
import { createChunkBuilder } from '../engine/stream/gpu-chunk-builder.js'
import type { ResidencyStatus } from '../engine/types.js'

/** A loaded model whose chunks are evicted and fetched again, without a GPU. */
export interface ResidencyWorld {
  readonly residency: ChunkResidency
  readonly content: ModelContent
  readonly uploads: { readonly at: ArenaSize; readonly chunk: GpuChunk }[]
  readonly statuses: ResidencyStatus[]
  readonly counts: { changed: number; fetched: string[]; closed: number; maxActive: number }
  /** Vertices and indices that were reserved on the GPU. */
  readonly reserved: ArenaSize
  /** Files of the store; a test may remove one. */
  readonly files: Map<string, Uint8Array>
  readonly abort: AbortController
}

/** Creates a model of these chunks, all loaded, with a budget for so many of the largest of them. */
export function createResidencyWorld(
  bytes: readonly Uint8Array[],
  parts: number,
  manifest: { readonly files?: readonly string[]; readonly instances?: number } = {},
): ResidencyWorld {
  const files = new Map(bytes.map((chunk, at) => [`scene/${at}.bin`, chunk]))
  const uploads: ResidencyWorld['uploads'] = []
  const statuses: ResidencyStatus[] = []
  const counts = { changed: 0, fetched: [] as string[], closed: 0, maxActive: 0 }
  let active = 0
  const reserved = { vertices: 0, indices: 0 }
  const build = createChunkBuilder()
  const builtChunks = bytes.map((chunk) => build(chunk, 'separate'))
  const instanceCount = builtChunks.reduce((sum, { instances }) => sum + instances.count, 0)
  const chunks = [...files.keys()].map((path) => ({ path }))
  const content = {
    instances: new InstanceStore(),
    geometries: new GeometryStore(),
    instanceColors: { mode: new Uint8Array(instanceCount).fill(1) },
    manifest: {
      chunks,
      files: (manifest.files ?? []).map((path) => ({ path })),
      counts: { instances: manifest.instances ?? 0 },
    } as unknown as Manifest,
    loading: false,
    batches: {
      arena: { reserve: (size: ArenaSize) => Object.assign(reserved, size) },
      uploadGeometry: (chunk: GpuChunk, at: ArenaSize) => {
        const isWithin =
          at.vertices + chunk.owners.length <= reserved.vertices &&
          at.indices + chunk.indices.length <= reserved.indices
        if (!isWithin) throw new RangeError('uploaded beyond the reserved buffers')
        uploads.push({ at, chunk })
      },
      get byteLength() {
        return reserved.vertices * 12 + reserved.indices * 4
      },
    },
  } as unknown as ModelContent
  const abort = new AbortController()
  const decoder: ChunkDecoder = {
    build: async (from, mode = 'joined') => build(from as Uint8Array, mode),
    close: () => counts.closed++,
  }
  const loader = {
    fetchManifest: () => Promise.reject(new Error('not asked for')),
    fetchFile: async (path: string) => {
      counts.fetched.push(path)
      counts.maxActive = Math.max(counts.maxActive, ++active)
      await Promise.resolve()
      active--
      const file = files.get(path)
      if (file === undefined) throw new Error('gone')
      return file.slice()
    },
  }
  const sizes = builtChunks.map(
    ({ owners, indices, vertices, indices16 }) =>
      owners.length * 16 + indices.length * 4 + vertices.byteLength + indices16.byteLength,
  )
  const residency: ChunkResidency = new ChunkResidency({
    content,
    loader,
    signal: abort.signal,
    budget: Math.max(...sizes) * parts,
    createDecoder: () => decoder,
    uploaded: () => undefined,
    changed: () => {
      counts.changed++
      // As in the viewer: draws a new frame, which updates the view again.
      if (currentView !== null) residency.updateView(currentView, null)
    },
    statusChanged: () => statuses.push(residency.status),
  })
  let currentView: CullView | null = null
  const updateView = residency.updateView.bind(residency)
  residency.updateView = (view, exterior) => {
    currentView = view
    updateView(view, exterior)
  }
  for (const chunk of builtChunks) {
    const start = content.instances.count
    content.instances.append(chunk.instances)
    content.geometries.append(chunk)
    residency.add(chunk, start)
  }
  return { residency, content, uploads, statuses, counts, reserved, files, abort }
}
