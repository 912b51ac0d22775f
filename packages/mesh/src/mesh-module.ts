import type { MeshInput } from '@kamar/core'
import { meshModule } from './generated/mesh-module.js'
import { instantiateWasm } from './instantiate-wasm.js'
import { MeshField, MeshPart } from './mesh-layout.js'

/** An instance with more memory is dropped after a mesh, because the memory of WebAssembly does not shrink. */
const maxRetainedBytes = 256e6

interface MeshExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Lays out the memory for numbers of vertices, corners and edges; 0 when they do not fit. */
  readonly reserve: (vertices: number, corners: number, edges: number, parts: number) => number
  /** Prepares the mesh in the memory; 0 when nothing is left. */
  readonly prepare: (creaseCosine: number, repairsOrientation: number) => number
}

/** The mesh stage in WebAssembly (`../wasm`): prepares one mesh at a time in its own memory. */
export class MeshModule {
  readonly #exports: MeshExports
  #views = createViews(new ArrayBuffer(0))

  constructor() {
    this.#exports = instantiateWasm(meshModule) as MeshExports
  }

  /** Returns whether too much memory was needed to keep the instance. */
  get isLarge(): boolean {
    return this.#views.bytes.length > maxRetainedBytes
  }

  /** Prepares a mesh; false when nothing is left of it. */
  prepare(input: MeshInput, options: { readonly creaseCosine: number; readonly repairsOrientation: boolean }): boolean {
    this.#write(input)
    return this.#exports.prepare(options.creaseCosine, options.repairsOrientation ? 1 : 0) !== 0
  }

  /** Returns a value of the result. */
  get(field: MeshField): number {
    return this.#views.floats[field]
  }

  /** Returns a copy of `count` 32-bit numbers of the result. */
  copyIntegers(address: MeshField, count: number): Uint32Array {
    const start = this.get(address) / 4
    return this.#views.integers.slice(start, start + count)
  }

  /** Returns a copy of `count` 16-bit numbers of the result. */
  copyShorts(address: MeshField, count: number): Uint16Array {
    const start = this.get(address) / 2
    return this.#views.shorts.slice(start, start + count)
  }

  /** Returns a copy of `count` bytes of the result. */
  copyBytes(address: MeshField, count: number): Uint8Array {
    const start = this.get(address)
    return this.#views.bytes.slice(start, start + count)
  }

  /** Writes a mesh to the memory. Values missing at the end of an array are 0. */
  #write({ positions, indices, normals, colors, textureCoordinates, edges }: MeshInput): void {
    const vertices = Math.floor(positions.length / 3)
    const edgeCount = edges === undefined ? 0 : Math.floor(edges.length / 2)
    const parts =
      (normals === undefined ? 0 : MeshPart.normals) |
      (colors === undefined ? 0 : MeshPart.colors) |
      (textureCoordinates === undefined ? 0 : MeshPart.textureCoordinates) |
      (edges === undefined ? 0 : MeshPart.edges)
    if (this.#exports.reserve(vertices, indices.length, edgeCount, parts) === 0)
      throw new RangeError('Array buffer allocation failed')
    const { buffer } = this.#exports.memory
    if (this.#views.bytes.buffer !== buffer) this.#views = createViews(buffer)
    const { bytes, integers, singles, floats } = this.#views
    write(floats, this.get(MeshField.positionsAddress) / 8, positions, vertices * 3)
    write(integers, this.get(MeshField.indicesAddress) / 4, indices, indices.length)
    if (normals) write(singles, this.get(MeshField.normalsAddress) / 4, normals, vertices * 3)
    if (colors) write(bytes, this.get(MeshField.colorsAddress), colors, vertices * 4)
    if (textureCoordinates)
      write(singles, this.get(MeshField.textureCoordinatesAddress) / 4, textureCoordinates, vertices * 2)
    if (edges) write(integers, this.get(MeshField.edgesAddress) / 4, edges, edgeCount * 2)
  }
}

type Numbers = Float64Array | Float32Array | Uint32Array | Uint8Array

function write(target: Numbers, start: number, values: Numbers, count: number): void {
  target.set(values.length > count ? values.subarray(0, count) : values, start)
  if (values.length < count) target.fill(0, start + values.length, start + count)
}

const createViews = (buffer: ArrayBuffer) => ({
  bytes: new Uint8Array(buffer),
  shorts: new Uint16Array(buffer),
  integers: new Uint32Array(buffer),
  singles: new Float32Array(buffer),
  floats: new Float64Array(buffer),
})
