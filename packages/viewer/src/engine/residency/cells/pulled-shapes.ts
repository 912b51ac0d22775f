import { ExternalTexture, type IUniform, type RawShaderMaterial, type Texture } from 'three'
import { NamedRangeList } from '../../cull/draw-lists.js'
import { ViewerError } from '../../errors.js'
import type { ChunkGeometry } from '../../store/gpu-chunk.js'
import { grown } from '../../store/growable.js'
import type { DrawBatch, DrawSource } from '../../render/draw-batch.js'
import { createGeometry, type ArenaSize } from '../../render/geometry-arena.js'
import { RowTexture } from '../../render/row-texture.js'
import { vertexAttributes } from '../../render/shaders.js'

/** Texels per row of the textures of shapes. */
const shapeTextureWidth = 2048
/** Returns the vertices of a slot: the twelve triangles or lines of a box. Surplus points would be drawn twice. */
function getSlotSize(object: DrawBatch['object']): number {
  if ('isPoints' in object) return 1
  return 'isLineSegments' in object ? 24 : 36
}
/** Bits of a slot's first number that have its instance; the others have the number of its last vertex. */
const instanceBits = 20

/**
 * Replaces `vertexAttributes`: every `SLOT_VERTICES` vertices are a slot, which has the instance and the first of its
 * indices. Surplus vertices of a slot repeat its last one, so that their triangles and lines are empty.
 */
const pulledVertices = /* glsl */ `
uniform highp usampler2D slots;
uniform highp usampler2D shapeVertices;
uniform highp usampler2D shapeIndices;
uniform sampler2D shapeColours;
vec4 position;
vec4 vertexColor;
ivec2 shapeTexel(int at) { return ivec2(at % ${shapeTextureWidth}, at / ${shapeTextureWidth}); }
int instanceNumber() {
  int slot = gl_VertexID / SLOT_VERTICES;
  uvec4 two = texelFetch(slots, ivec2((slot >> 1) & 1023, slot >> 11), 0);
  uvec2 found = (slot & 1) == 0 ? two.xy : two.zw;
  int corner = min(gl_VertexID % SLOT_VERTICES, int(found.x >> ${instanceBits}));
  ivec2 texel = shapeTexel(int(texelFetch(shapeIndices, shapeTexel(int(found.y) + corner), 0).x));
  position = vec4(texelFetch(shapeVertices, texel, 0));
#ifdef VERTEX_COLOURS
  vertexColor = texelFetch(shapeColours, texel, 0);
#endif
  return int(found.x & ${2 ** instanceBits - 1}u);
}
`

/**
 * Vertices and indices of shapes in textures, where shaders find them by the number of a vertex (vertex pulling): one
 * call draws any number of instances of any shapes. A multi-draw, which other models use, has a range for every instance
 * of a shared shape, and ANGLE executes each as a draw call.
 */
export class PulledShapes implements DrawSource {
  readonly #gl: WebGL2RenderingContext
  readonly #batches: readonly DrawBatch[]
  readonly #vertices: LinearTexture
  readonly #indices: LinearTexture
  readonly #colors: LinearTexture
  readonly #slots = new RowTexture('numbers')
  #slotData = new Uint32Array(0)

  /** Makes `batches` draw from its textures. */
  constructor(gl: WebGL2RenderingContext, batches: readonly DrawBatch[]) {
    this.#gl = gl
    this.#batches = batches
    this.#vertices = new LinearTexture(gl, {
      internal: gl.RGBA16UI,
      format: gl.RGBA_INTEGER,
      type: gl.UNSIGNED_SHORT,
      items: 4,
    })
    this.#indices = new LinearTexture(gl, {
      internal: gl.R32UI,
      format: gl.RED_INTEGER,
      type: gl.UNSIGNED_INT,
      items: 1,
    })
    this.#colors = new LinearTexture(gl, { internal: gl.RGBA8, format: gl.RGBA, type: gl.UNSIGNED_BYTE, items: 4 })
    for (const batch of batches) this.#attach(batch)
  }

  /** Maximum number of vertices, and of indices. */
  get maxLength(): number {
    return Number(this.#gl.getParameter(this.#gl.MAX_TEXTURE_SIZE)) * shapeTextureWidth
  }

  /** Allocates the textures; throws `out-of-memory`. */
  reserve({ vertices, indices }: ArenaSize): void {
    this.#vertices.allocate(vertices)
    this.#indices.allocate(indices)
    if (this.#gl.getError() === this.#gl.OUT_OF_MEMORY) throw new ViewerError('out-of-memory', 'graphics card')
  }

  /**
   * Writes a relocatable chunk to an offset of the reserved capacity; its indices are rebased to that offset. The state
   * cache of three.js must be reset afterwards.
   */
  put({ vertices, colors, indices }: ChunkGeometry, location: ArenaSize): void {
    if (colors !== null && this.#colors.length === 0) this.#addColors()
    this.#vertices.write(vertices, location.vertices)
    if (this.#colors.length > 0)
      this.#colors.write(colors ?? new Uint8Array(vertices.length).fill(255), location.vertices)
    for (let at = 0; at < indices.length; at++) indices[at] += location.vertices
    this.#indices.write(indices, location.indices)
  }

  /** Updates the draw calls of all batches from their lists. */
  prepare(): void {
    let slot = 0
    for (const { object, list } of this.#batches) {
      const size = getSlotSize(object)
      // The shader divides the number of a vertex by the size of a slot.
      const first = slot
      if (list instanceof NamedRangeList) slot = this.#writeSlots(list, first, size)
      object.geometry.setDrawRange(first * size, (slot - first) * size)
      object.visible = slot > first
    }
    if (slot > 0) this.#slots.update(this.#slotData, 0, slot * 2)
  }

  dispose(): void {
    for (const texture of [this.#vertices, this.#indices, this.#colors, this.#slots]) texture.dispose()
  }

  #attach({ object }: DrawBatch): void {
    const material = object.material as RawShaderMaterial
    material.vertexShader = material.vertexShader.replace(vertexAttributes, pulledVertices)
    material.defines['SLOT_VERTICES'] = getSlotSize(object)
    Object.assign(material.uniforms, {
      slots: this.#slots.uniform,
      shapeVertices: this.#vertices.uniform,
      shapeIndices: this.#indices.uniform,
      shapeColours: this.#colors.uniform,
    })
    material.needsUpdate = true
    object.geometry = createGeometry()
    Object.assign(object, { isBatchedMesh: false })
  }

  /** Whatever has no colours of its own is white. */
  #addColors(): void {
    this.#colors.allocate(this.#vertices.length)
    const white = new Uint8Array(shapeTextureWidth * 4).fill(255)
    for (let at = 0; at < this.#colors.length; at += shapeTextureWidth) this.#colors.write(white, at)
    for (const { object } of this.#batches) {
      const material = object.material as RawShaderMaterial
      material.defines['VERTEX_COLOURS'] = ''
      material.needsUpdate = true
    }
  }

  /** Writes the slots of a list from `first` on, two numbers each; returns the one after them. */
  #writeSlots({ length, starts, counts, names }: NamedRangeList, first: number, size: number): number {
    let end = first
    for (let range = 0; range < length; range++) end += Math.ceil(counts[range] / size)
    this.#slotData = grown(this.#slotData, end * 2)
    const slots = this.#slotData
    let at = first * 2
    for (let range = 0; range < length; range++) {
      // Bytes of the index buffer that other models have.
      const start = starts[range] / 4
      for (let offset = 0; offset < counts[range]; offset += size) {
        const last = Math.min(size, counts[range] - offset) - 1
        slots[at++] = names[range] + last * 2 ** instanceBits
        slots[at++] = start + offset
      }
    }
    return end
  }
}

interface TexelFormat {
  readonly internal: GLenum
  readonly format: GLenum
  readonly type: GLenum
  /** Numbers of a texel. */
  readonly items: number
}

/** Texture that is used as an array of texels. */
class LinearTexture {
  readonly uniform: IUniform<Texture | null>
  /** Number of texels. */
  length = 0
  readonly #gl: WebGL2RenderingContext
  readonly #handle: WebGLTexture
  readonly #format: TexelFormat

  constructor(gl: WebGL2RenderingContext, format: TexelFormat) {
    this.#gl = gl
    this.#format = format
    this.#handle = gl.createTexture()
    this.uniform = { value: new ExternalTexture(this.#handle) }
  }

  allocate(length: number): void {
    const gl = this.#gl
    const height = Math.max(1, Math.ceil(length / shapeTextureWidth))
    this.length = height * shapeTextureWidth
    gl.bindTexture(gl.TEXTURE_2D, this.#handle)
    gl.texStorage2D(gl.TEXTURE_2D, 1, this.#format.internal, shapeTextureWidth, height)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  }

  /** Writes texels from `start` on: the rest of a row, complete rows, the start of a row. */
  write(data: Uint8Array | Uint16Array | Uint32Array, start: number): void {
    const gl = this.#gl
    const { format, type, items } = this.#format
    gl.bindTexture(gl.TEXTURE_2D, this.#handle)
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
    const end = start + data.length / items
    for (let at = start, count = 0; at < end; at += count) {
      const column = at % shapeTextureWidth
      const height = column === 0 ? Math.max(1, Math.floor((end - at) / shapeTextureWidth)) : 1
      const width = Math.min(shapeTextureWidth - column, end - at)
      count = width * height
      const part = data.subarray((at - start) * items, (at - start + count) * items)
      const row = Math.floor(at / shapeTextureWidth)
      gl.texSubImage2D(gl.TEXTURE_2D, 0, column, row, width, height, format, type, part)
    }
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#handle)
    this.uniform.value?.dispose()
  }
}
