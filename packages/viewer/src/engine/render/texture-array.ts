import {
  ClampToEdgeWrapping,
  DataTexture,
  ExternalTexture,
  FloatType,
  NearestFilter,
  RGBAFormat,
  type IUniform,
  type Texture,
} from 'three'
import type { TextureBinding } from '../store/gpu-chunk.js'

/** Maximum GPU bytes of a model's textures, including mipmaps. */
const maxBytes = 128 * 1024 * 1024
const largestSide = 2048
/** Minimum texture side; smaller images are scaled up so that their pixels stay square. */
const smallestSide = 64
/** Bytes per pixel including its portion of the mipmaps. */
const bytesPerPixel = (4 * 4) / 3
/** Anisotropic filtering at grazing angles; higher levels make no visible difference. */
const maxAnisotropy = 4

/** Returns the side shared by all layers, pixels: a power of two as large as the largest image, as far as it fits. */
export function layerSide(sides: readonly number[]): number {
  const targetSide = Math.max(smallestSide, ...sides)
  let side = smallestSide
  while (side < targetSide && side < largestSide) side *= 2
  while (side > smallestSide && sides.length * side * side * bytesPerPixel > maxBytes) side /= 2
  return side
}

/**
 * Textures of a model: layers of one array, all of one size, so that any batch can use any of them in its one draw
 * call. A table holds the layer and wrapping of each texture binding.
 */
export class TextureArray {
  readonly side: number
  readonly textures: IUniform<Texture>
  readonly bindings: IUniform<Texture>
  readonly #gl: WebGL2RenderingContext
  readonly #handle: WebGLTexture
  readonly #layers: ReadonlyMap<number, number>
  readonly #loaded = new Set<number>()
  readonly #bindings: readonly TextureBinding[]

  constructor(gl: WebGL2RenderingContext, bindings: readonly TextureBinding[]) {
    this.#gl = gl
    this.#bindings = bindings
    this.#layers = new Map(
      [...new Set(bindings.map(({ texture }) => texture))].map((texture, layer) => [texture, layer]),
    )
    this.side = layerSide([...new Map(bindings.map(({ texture, side }) => [texture, side])).values()])
    this.#handle = gl.createTexture()
    this.textures = { value: new ExternalTexture(this.#handle) }
    this.bindings = { value: this.#table() }
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.#handle)
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, Math.log2(this.side) + 1, gl.RGBA8, this.side, this.side, this.#layers.size)
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
    const sharper = gl.getExtension('EXT_texture_filter_anisotropic')
    if (sharper !== null) gl.texParameterf(gl.TEXTURE_2D_ARRAY, sharper.TEXTURE_MAX_ANISOTROPY_EXT, maxAnisotropy)
  }

  /** Texture numbers. */
  get numbers(): readonly number[] {
    return [...this.#layers.keys()]
  }

  /**
   * Uploads images, `side` pixels wide and high, to their layers; the state cache of three.js must be reset afterwards.
   */
  fill(bitmaps: ReadonlyMap<number, ImageBitmap>): void {
    const gl = this.#gl
    const target = gl.TEXTURE_2D_ARRAY
    gl.bindTexture(target, this.#handle)
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
    for (const [texture, bitmap] of bitmaps) {
      const layer = this.#layers.get(texture)
      if (layer === undefined) continue
      gl.texSubImage3D(target, 0, 0, 0, layer, this.side, this.side, 1, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
      this.#loaded.add(texture)
    }
    gl.generateMipmap(target)
    this.bindings.value.dispose()
    this.bindings.value = this.#table()
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#handle)
    this.textures.value.dispose()
    this.bindings.value.dispose()
  }

  /** Builds the table with two texels per row: layer (below 0 while not loaded) and whether it is clamped; the tint. */
  #table(): Texture {
    const data = new Float32Array(this.#bindings.length * 8)
    this.#bindings.forEach(({ texture, tint, clamped }, row) => {
      const layer = this.#loaded.has(texture) ? (this.#layers.get(texture) ?? -1) : -1
      data.set([layer, clamped ? 1 : 0, 0, 0, ...tint, 1], row * 8)
    })
    const table = new DataTexture(data, 2, this.#bindings.length, RGBAFormat, FloatType)
    table.internalFormat = 'RGBA32F'
    table.minFilter = table.magFilter = NearestFilter
    table.wrapS = table.wrapT = ClampToEdgeWrapping
    table.needsUpdate = true
    return table
  }
}
