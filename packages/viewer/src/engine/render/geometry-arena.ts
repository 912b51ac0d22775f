import { BufferGeometry, GLBufferAttribute, Sphere, type BufferAttribute } from 'three'
import type { ChunkGeometry } from '../store/gpu-chunk.js'
import { GrowingBuffer } from './growing-buffer.js'

/** Vertex and index counts of a chunk or a whole model; or offsets into the buffers. */
export interface ArenaSize {
  readonly vertices: number
  readonly indices: number
}

/** A model of unknown size is copied a few times, not once per chunk. */
const defaultGrowth = 1.5

const attributeLayouts = {
  position: { type: 'UNSIGNED_SHORT', items: 4, itemBytes: 2, normalized: false },
  owner: { type: 'UNSIGNED_INT', items: 1, itemBytes: 4, normalized: false },
  vertexColor: { type: 'UNSIGNED_BYTE', items: 4, itemBytes: 1, normalized: true },
  uv: { type: 'FLOAT', items: 2, itemBytes: 4, normalized: false },
} as const

/**
 * All vertices and indices of a model in one set of buffers, so that one call can draw any of it. three.js uses the
 * buffers directly: it stores no copy and uploads nothing.
 */
export class GeometryArena {
  readonly geometry = createGeometry()
  readonly #gl: WebGL2RenderingContext
  readonly #vertices: GrowingBuffer
  readonly #owners: GrowingBuffer
  readonly #indices: GrowingBuffer
  #colors: GrowingBuffer | null = null
  #textureCoordinates: GrowingBuffer | null = null

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#vertices = new GrowingBuffer(gl, gl.ARRAY_BUFFER)
    this.#owners = new GrowingBuffer(gl, gl.ARRAY_BUFFER)
    this.#indices = new GrowingBuffer(gl, gl.ELEMENT_ARRAY_BUFFER)
  }

  /** Whether any vertex has a colour of its own. */
  get hasColors(): boolean {
    return this.#colors !== null
  }

  /** Bytes on the GPU. */
  get byteLength(): number {
    return this.#buffers.reduce((sum, buffer) => sum + buffer.capacity, 0)
  }

  /** Reserves capacity for the total vertices and indices. */
  reserve({ vertices, indices }: ArenaSize): void {
    this.#unbindVertexArray()
    if (this.#vertices.reserve(vertices * 8)) this.#bind('position', this.#vertices)
    if (this.#owners.reserve(vertices * 4)) this.#bind('owner', this.#owners)
    if (this.#colors?.reserve(vertices * 4) === true) this.#bind('vertexColor', this.#colors)
    if (this.#textureCoordinates?.reserve(vertices * 8) === true) this.#bind('uv', this.#textureCoordinates)
    if (this.#indices.reserve(indices * 4)) this.#bindIndices()
  }

  /**
   * Appends a chunk. If there is no room for it, reserves `growth` times what is then used: the rest of the model by
   * estimate. Whatever is allocated is also cleared and copied.
   */
  append(chunk: ChunkGeometry, growth = defaultGrowth): void {
    this.#growFor(chunk, growth)
    this.#unbindVertexArray()
    const firstVertex = this.#vertices.used / 8
    this.#vertices.append(chunk.vertices)
    this.#vertices.append(chunk.copiedVertices)
    this.#owners.append(chunk.owners)
    this.#appendColors(chunk, firstVertex)
    this.#appendTextureCoordinates(chunk, firstVertex)
    this.#indices.append(chunk.indices)
    this.#indexAttribute()?.setCount(this.#indices.used / 4)
  }

  /** Writes a relocatable chunk to an offset of the reserved capacity; its indices are rebased to that offset. */
  put(chunk: ChunkGeometry, { vertices, indices }: ArenaSize): void {
    this.#unbindVertexArray()
    this.#colors ??= chunk.colors === null ? null : this.#createBufferOnDemand('vertexColor', 255)
    this.#textureCoordinates ??= chunk.textureCoordinates === null ? null : this.#createBufferOnDemand('uv', 0)
    this.#vertices.write(chunk.vertices, vertices * 8)
    this.#owners.write(chunk.owners, vertices * 4)
    this.#colors?.write(chunk.colors ?? new Uint8Array(chunk.owners.length * 4).fill(255), vertices * 4)
    this.#textureCoordinates?.write(chunk.textureCoordinates ?? new Float32Array(chunk.owners.length * 2), vertices * 8)
    for (let at = 0; at < chunk.indices.length; at++) chunk.indices[at] += vertices
    this.#indices.write(chunk.indices, indices * 4)
    this.#indexAttribute()?.setCount(this.#indices.used / 4)
  }

  /** Releases unused capacity. */
  trim(): void {
    this.#unbindVertexArray()
    if (this.#vertices.trim()) this.#bind('position', this.#vertices)
    if (this.#owners.trim()) this.#bind('owner', this.#owners)
    if (this.#colors?.trim() === true) this.#bind('vertexColor', this.#colors)
    if (this.#textureCoordinates?.trim() === true) this.#bind('uv', this.#textureCoordinates)
    if (this.#indices.trim()) this.#bindIndices()
  }

  dispose(): void {
    this.geometry.dispose()
    for (const buffer of this.#buffers) buffer.dispose()
  }

  get #buffers(): GrowingBuffer[] {
    const always = [this.#vertices, this.#owners, this.#indices]
    return [...always, ...[this.#colors, this.#textureCoordinates].filter((buffer) => buffer !== null)]
  }

  #growFor(chunk: ChunkGeometry, growth: number): void {
    const vertices = this.#vertices.used / 8 + chunk.owners.length
    const indices = this.#indices.used / 4 + chunk.indices.length
    if (vertices * 8 <= this.#vertices.capacity && indices * 4 <= this.#indices.capacity) return
    this.reserve({ vertices: Math.ceil(vertices * growth), indices: Math.ceil(indices * growth) })
  }

  /** Creates the vertex colour buffer with the first chunk that has colours; everything before it is white. */
  #appendColors(chunk: ChunkGeometry, firstVertex: number): void {
    if (chunk.colors === null && this.#colors === null) return
    if (this.#colors === null) {
      this.#colors = new GrowingBuffer(this.#gl, this.#gl.ARRAY_BUFFER)
      this.#colors.reserve(this.#vertices.capacity / 2)
      this.#colors.append(new Uint8Array(firstVertex * 4).fill(255))
      this.#bind('vertexColor', this.#colors)
    }
    this.#colors.append(chunk.colors ?? new Uint8Array(chunk.owners.length * 4).fill(255))
  }

  /** Creates the texture coordinates with the first textured chunk, like the colours. */
  #appendTextureCoordinates(chunk: ChunkGeometry, firstVertex: number): void {
    if (chunk.textureCoordinates === null && this.#textureCoordinates === null) return
    if (this.#textureCoordinates === null) {
      this.#textureCoordinates = new GrowingBuffer(this.#gl, this.#gl.ARRAY_BUFFER)
      this.#textureCoordinates.reserve(this.#vertices.capacity)
      this.#textureCoordinates.append(new Float32Array(firstVertex * 2))
      this.#bind('uv', this.#textureCoordinates)
    }
    this.#textureCoordinates.append(chunk.textureCoordinates ?? new Float32Array(chunk.owners.length * 2))
  }

  /** Returns a buffer for all vertices, created when a chunk first needs it. */
  #createBufferOnDemand(name: 'vertexColor' | 'uv', value: number): GrowingBuffer {
    const buffer = new GrowingBuffer(this.#gl, this.#gl.ARRAY_BUFFER)
    const { items, itemBytes } = attributeLayouts[name]
    const bytes = (this.#vertices.capacity / 8) * items * itemBytes
    buffer.reserve(bytes)
    const part = new Uint8Array(Math.min(bytes, 1 << 20)).fill(value)
    for (let at = 0; at < bytes; at += part.length) buffer.write(part.subarray(0, bytes - at), at)
    this.#bind(name, buffer)
    return buffer
  }

  /** Index buffers bind to the current vertex array, which must not be one of three.js. */
  #unbindVertexArray(): void {
    this.#gl.bindVertexArray(null)
  }

  #bind(name: 'position' | 'owner' | 'vertexColor' | 'uv', buffer: GrowingBuffer): void {
    const { type, items, itemBytes, normalized } = attributeLayouts[name]
    const count = buffer.capacity / (items * itemBytes)
    const attribute = new GLBufferAttribute(buffer.handle, this.#gl[type], items, itemBytes, count, normalized)
    // The types of three.js require attribute classes with an array, but it also accepts a bare buffer.
    this.geometry.setAttribute(name, attribute as unknown as BufferAttribute)
  }

  #bindIndices(): void {
    const attribute = new GLBufferAttribute(this.#indices.handle, this.#gl.UNSIGNED_INT, 1, 4, this.#indices.used / 4)
    this.geometry.index = attribute as unknown as BufferGeometry['index']
  }

  #indexAttribute(): GLBufferAttribute | null {
    return this.geometry.index as unknown as GLBufferAttribute | null
  }
}

/**
 * three.js sorts objects by their bounding spheres and would compute one from positions, which are not in CPU memory.
 */
export function createGeometry(): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.boundingSphere = new Sphere()
  return geometry
}
