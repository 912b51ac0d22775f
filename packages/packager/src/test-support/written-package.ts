import {
  parsePackPath,
  readerLimits,
  type ReaderLimits,
  type MeshInput,
  type Placement,
  type ReadReport,
  type PropertySet,
} from '@kamar/core'
import {
  type Chunk,
  decodeChunk,
  decoderReady,
  decodePropertyBlock,
  decodePropertyIndex,
  decodeTree,
  FileAddresses,
  type Manifest,
  type ModelTree,
  propertyBlockPath,
  readManifest,
} from '@kamar/package-format'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { createPackageWriter, type PackageSink, type PackageWriter, type PackageWriterOptions } from '../index.js'

/** Report of a reader without findings. */
export const plainReport: ReadReport = {
  status: 'complete',
  counts: {},
  skipped: [],
  findings: [],
  missingCompanions: [],
}

/** Creates a translation to x, y, z. */
export const at = (x: number, y: number, z: number): Placement => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z]

/** Creates a closed box from the origin. */
export function boxMesh(width: number, depth: number, height: number): MeshInput {
  const faces = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5]
  const positions = Array.from({ length: 8 }, (_, vertex) => [
    (vertex & 1) * width,
    ((vertex >> 1) & 1) * depth,
    (vertex >> 2) * height,
  ])
  const indices = [0, 4, 8, 12, 16, 20].flatMap((face) => [0, 1, 2, 0, 2, 3].map((vertex) => faces[face + vertex]))
  return { positions: Float32Array.from(positions.flat()), indices: Uint32Array.from(indices) }
}

/** Package in memory, with access for readers. */
export class WrittenPackage {
  readonly files = new Map<string, Uint8Array>()
  /** Paths in the order of writing. */
  readonly order: string[] = []
  readonly manifests: Manifest[] = []
  readonly writer: PackageWriter
  readonly abort = new AbortController()

  constructor(
    limits: Partial<ReaderLimits> = {},
    {
      scratch,
      ...more
    }: Pick<PackageWriterOptions, 'fallbackGlyphs' | 'cellLimits'> & Pick<PackageSink, 'scratch'> = {},
  ) {
    this.writer = createPackageWriter({
      sink: {
        write: (path, bytes) => {
          this.files.set(path, bytes.slice())
          this.order.push(path)
          return Promise.resolve()
        },
        remove: (path) => {
          this.files.delete(path)
          return Promise.resolve()
        },
        ...(scratch && { scratch }),
      },
      limits: { ...readerLimits, ...limits },
      signal: this.abort.signal,
      source: { name: 'test', bytes: 1, formatId: 'obj', reader: 'test 1' },
      onManifest: (manifest) => this.manifests.push(manifest),
      ...more,
    })
  }

  /** Adds a node below the first root with one mesh. */
  addPart(mesh: MeshInput, placement: Placement, partClass = 'IfcWall'): void {
    const node = this.writer.addNode({ parent: 0, name: `part`, class: partClass, sourceId: '' })
    const number = this.writer.addMesh(mesh)
    if (number !== null) this.writer.addInstance({ node, mesh: number, placement, material: null })
  }

  addRoot(): number {
    return this.writer.addNode({ parent: null, name: 'root', class: 'IfcProject', sourceId: '' })
  }

  /** Returns a stored file, or the stream at an address in a pack. */
  stored(path: string): Uint8Array {
    const range = parsePackPath(path)
    const stored = this.files.get(range?.pack ?? path)
    if (stored === undefined) throw new Error(`no file ${path}`)
    return range === null ? stored : stored.subarray(range.start, range.end + 1)
  }

  /** Returns a file, decompressed. */
  bytes(path: string): Uint8Array {
    const { path: address, part } = this.#addresses().get(path)
    const stored = this.stored(address)
    if (part) return new Uint8Array(brotliDecompressSync(stored)).subarray(part.start, part.start + part.size)
    return path.endsWith('.bin') ? new Uint8Array(brotliDecompressSync(stored)) : stored
  }

  #addresses(): FileAddresses {
    const addresses = new FileAddresses()
    const manifest = this.files.get('manifest.json')
    addresses.add(manifest ? (JSON.parse(new TextDecoder().decode(manifest)) as Manifest) : null)
    return addresses
  }

  /** Waits for the first manifest, because writing a chunk needs the event loop. */
  async announced(): Promise<void> {
    while (this.manifests.length === 0) await nextTurn()
  }

  manifest(): Manifest {
    return readManifest(JSON.parse(new TextDecoder().decode(this.bytes('manifest.json'))))
  }

  async chunks(): Promise<Chunk[]> {
    await decoderReady
    return this.manifest().chunks.map(({ path }) => decodeChunk(this.bytes(path)))
  }

  async tree(): Promise<ModelTree> {
    await decoderReady
    return decodeTree(this.bytes('tree.bin'))
  }

  readProperties(element: number): PropertySet[] {
    const index = decodePropertyIndex(this.bytes('properties/index.bin'))
    return [...index.setsOf(element)].map((set) =>
      decodePropertyBlock(this.bytes(propertyBlockPath(index.findBlock(set)))).set(set),
    )
  }

  /** Returns the box of each instance in chunk order: min x y z, max x y z, metres minus origin, rounded to mm. */
  async instanceBoxes(): Promise<number[][]> {
    const geometries: { chunk: Chunk; local: number }[] = []
    const boxes: number[][] = []
    for (const chunk of await this.chunks()) {
      for (let local = 0; local < chunk.geometries.count; local++) geometries.push({ chunk, local })
      for (let instance = 0; instance < chunk.instances.geometry.length; instance++) {
        boxes.push(placedBox(chunk, instance, geometries[chunk.instances.geometry[instance]]))
      }
    }
    return boxes
  }
}

function placedBox(
  instanceChunk: Chunk,
  instance: number,
  { chunk, local }: { chunk: Chunk; local: number },
): number[] {
  const { geometries } = chunk
  const view = new DataView(chunk.vertex.buffer, chunk.vertex.byteOffset)
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  const linear = instanceChunk.linear.subarray(instanceChunk.instances.linear[instance] * 9)
  for (let vertex = 0; vertex < geometries.vertexCount[local]; vertex++) {
    const own = [0, 1, 2].map(
      (axis) =>
        geometries.origin[local * 3 + axis] +
        geometries.step[local] * view.getUint16((geometries.vertexStart[local] + vertex) * 8 + axis * 2, true),
    )
    for (let axis = 0; axis < 3; axis++) {
      const value =
        instanceChunk.instances.translation[instance * 3 + axis] +
        own.reduce((sum, part, column) => sum + linear[column * 3 + axis] * part, 0)
      box[axis] = Math.min(box[axis], value)
      box[axis + 3] = Math.max(box[axis + 3], value)
    }
  }
  return box.map((value) => Math.round(value * 1000) / 1000 + 0)
}
