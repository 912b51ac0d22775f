import type { RasterImage } from './raster-image.js'
import { startWebpCodec } from './start-webp-codec.js'

/** Pixel class of the codec, which looks it up by its global name; Node does not have it. */
class DecodedPixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}

interface Codec {
  decode(bytes: Uint8Array): DecodedPixels | null
}

let ready: Promise<Codec> | null = null

async function startCodec(): Promise<Codec> {
  if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: DecodedPixels })
  const { default: factory } = await import('@jsquash/webp/codec/dec/webp_dec.js')
  return startWebpCodec<Codec>(factory, '@jsquash/webp/codec/dec/webp_dec.wasm')
}

/** Decodes a WebP file written by us; null when it is invalid. */
export async function decodeWebp(bytes: Uint8Array): Promise<RasterImage | null> {
  ready ??= startCodec()
  const decoded = (await ready).decode(bytes)
  if (decoded === null) return null
  return { width: decoded.width, height: decoded.height, pixels: new Uint8Array(decoded.data) }
}
