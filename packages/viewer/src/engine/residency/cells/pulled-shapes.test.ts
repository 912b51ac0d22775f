import type { DataTexture, Mesh, RawShaderMaterial } from 'three'
import { describe, expect, it } from 'vitest'
import { FakeGl } from '../../../testing/fake-gl.js'
import type { ChunkGeometry } from '../../store/gpu-chunk.js'
import { ModelBatches } from '../../render/model-batches.js'
import { PulledShapes } from './pulled-shapes.js'

const rowTexels = 2048

interface FakeTexture {
  texels: Uint32Array
  width: number
  /** Numbers of a texel. */
  items: number
}

/** Context that stores textures as arrays of numbers. */
class TextureGl extends FakeGl {
  readonly TEXTURE_2D = 20
  readonly RGBA16UI = 21
  readonly R32UI = 22
  readonly RGBA8 = 23
  readonly MAX_TEXTURE_SIZE = 24
  readonly textures: FakeTexture[] = []
  /** Texels above which an allocation fails. */
  maxTexels = Infinity
  #isFull = false
  #bound: FakeTexture | null = null

  createTexture(): FakeTexture {
    const texture = { texels: new Uint32Array(0), width: 0, items: 0 }
    this.textures.push(texture)
    return texture
  }
  bindTexture(_target: number, texture: FakeTexture): void {
    this.#bound = texture
  }
  texStorage2D(...[, , format, width, height]: [number, number, number, number, number]): void {
    if (width * height > this.maxTexels) this.#isFull = true
    const items = format === this.R32UI ? 1 : 4
    Object.assign(this.#bound ?? {}, { texels: new Uint32Array(width * height * items), width, items })
  }
  texSubImage2D(...parameters: [number, number, number, number, number, number, number, number, Uint8Array]): void {
    const [, , column, row, width, height, , , data] = parameters
    const { texels, width: rowWidth, items } = this.#bound ?? { texels: new Uint32Array(0), width: 0, items: 0 }
    if (column + width > rowWidth || data.length !== width * height * items) throw new RangeError('outside the texture')
    for (let line = 0; line < height; line++)
      texels.set(
        data.subarray(line * width * items, (line + 1) * width * items),
        ((row + line) * rowWidth + column) * items,
      )
  }
  override getError(): number {
    return this.#isFull ? this.OUT_OF_MEMORY : this.NO_ERROR
  }
  texParameteri(): void {
    // Filters change nothing here.
  }
  pixelStorei(): void {
    // Uploads are stored as they are.
  }
}

function createPulled(gl = new TextureGl()) {
  const batches = new ModelBatches(gl.context, true)
  const shapes = batches.useSource((context, list) => new PulledShapes(context, list))
  const [vertices, indices, colors] = gl.textures
  const find = (name: string): Mesh => {
    const objects = [...batches.surfaceObjects, ...batches.blendedObjects] as Mesh[]
    const object = objects.find(({ material }) => (material as RawShaderMaterial).name === name)
    if (object === undefined) throw new Error(`no batch ${name}`)
    return object
  }
  return { batches, shapes, find, textures: { vertices, indices, colors } }
}

/** Returns a chunk whose vertices all have this number in every field. */
const createChunk = (value: number, vertices: number, indices: readonly number[]): ChunkGeometry => ({
  vertices: new Uint16Array(vertices * 4).fill(value),
  copiedVertices: new Uint16Array(0),
  owners: new Uint32Array(0),
  colors: null,
  textureCoordinates: null,
  indices: Uint32Array.from(indices),
})

describe('shapes in textures', () => {
  it('divides ranges into slots of twelve triangles, with instance, last vertex and first index', () => {
    const { batches, find } = createPulled()
    batches.lists.closedNamed.addNamed(100, 36, 7)
    batches.lists.closedNamed.addNamed(500, 40, 9)
    batches.prepare()
    const object = find('closed-named')
    const slots = ((object.material as RawShaderMaterial).uniforms['slots'].value as DataTexture).image
      .data as unknown as Uint32Array
    const toSlot = (instance: number, last: number): number => instance + last * 2 ** 20
    expect([...slots.subarray(0, 6)]).toEqual([toSlot(7, 35), 100, toSlot(9, 35), 500, toSlot(9, 3), 536])
    expect(object.geometry.drawRange).toEqual({ start: 0, count: 3 * 36 })
    expect(object.visible).toBe(true)
  })

  it('starts the vertices of each batch where its own slots start', () => {
    const { batches, find } = createPulled()
    batches.lists.closedNamed.addNamed(0, 36, 1)
    batches.lists.edgesNamed.addNamed(36, 50, 1)
    batches.lists.pointsNamed.addNamed(90, 3, 2)
    batches.prepare()
    expect(find('edges-named').geometry.drawRange).toEqual({ start: 24, count: 3 * 24 })
    expect(find('points-named').geometry.drawRange).toEqual({ start: 4, count: 3 })
    expect(find('open-named').visible).toBe(false)
    batches.lists.reset()
    batches.prepare()
    expect(find('edges-named').visible).toBe(false)
  })

  it('finds vertices without attributes in every program', () => {
    const { batches } = createPulled()
    for (const object of [...batches.surfaceObjects, ...batches.blendedObjects, ...batches.maskObjects] as Mesh[]) {
      const { vertexShader } = object.material as RawShaderMaterial
      expect(vertexShader).toContain('gl_VertexID')
      expect(vertexShader).not.toContain('in vec4 position')
      expect(object.geometry.index).toBeNull()
    }
  })

  it('writes chunks to any offset, across rows, and rebases their indices', () => {
    const { shapes, textures } = createPulled()
    shapes.reserve({ vertices: rowTexels * 4, indices: rowTexels * 2 })
    shapes.put(createChunk(5, rowTexels * 2 + 30, [0, 1, 2]), { vertices: rowTexels - 10, indices: rowTexels - 1 })
    const { vertices, indices } = textures
    const first = (rowTexels - 10) * 4
    expect([...vertices.texels.subarray(first - 1, first + 1)]).toEqual([0, 5])
    const end = first + (rowTexels * 2 + 30) * 4
    expect([...vertices.texels.subarray(end - 1, end + 1)]).toEqual([5, 0])
    expect(vertices.texels.subarray(first, end).every((value) => value === 5)).toBe(true)
    expect([...indices.texels.subarray(rowTexels - 2, rowTexels + 3)]).toEqual([
      0,
      rowTexels - 10,
      rowTexels - 9,
      rowTexels - 8,
      0,
    ])
  })

  it('makes vertices without a colour white once any chunk has colours', () => {
    const { shapes, textures, find } = createPulled()
    shapes.reserve({ vertices: 100, indices: 100 })
    shapes.put(createChunk(1, 2, [0]), { vertices: 0, indices: 0 })
    expect(textures.colors.texels.length).toBe(0)
    shapes.put({ ...createChunk(1, 1, [0]), colors: Uint8Array.of(9, 8, 7, 255) }, { vertices: 2, indices: 1 })
    expect([...textures.colors.texels.subarray(0, 16)]).toEqual([
      ...Array(8).fill(255),
      9,
      8,
      7,
      255,
      ...Array(4).fill(255),
    ])
    shapes.put(createChunk(1, 1, [0]), { vertices: 2, indices: 1 })
    expect([...textures.colors.texels.subarray(8, 12)]).toEqual([255, 255, 255, 255])
    expect((find('closed-named').material as RawShaderMaterial).defines).toHaveProperty('VERTEX_COLOURS')
  })

  it('reports textures that the graphics card has no memory for', () => {
    const gl = new TextureGl()
    gl.maxTexels = rowTexels
    const { shapes } = createPulled(gl)
    expect(() => shapes.reserve({ vertices: rowTexels * 3, indices: 10 })).toThrow('graphics card')
  })
})
