import { defaultOptions } from '@jsquash/webp/meta.js'
import type { RasterImage } from './raster-image.js'
import { startWebpCodec } from './start-webp-codec.js'

/** 0 to 100; photographs of materials look the same above. */
const quality = 82
/** 0 to 6; a low effort leaves the reader process its time for the model. */
const method = 2
/** Small images are patterns and pixel textures: their colours are preserved exactly. */
const maxLosslessPixels = 256 * 256

/** Exports of the codec's module. */
interface Codec {
  encode(
    pixels: Uint8Array,
    width: number,
    height: number,
    options: Readonly<Record<string, number>>,
  ): Uint8Array<ArrayBuffer> | null
}

let ready: Promise<Codec> | null = null

/** Starts the SIMD build, which every supported Node runs. */
async function startCodec(): Promise<Codec> {
  const { default: factory } = await import('@jsquash/webp/codec/enc/webp_enc_simd.js')
  return startWebpCodec<Codec>(factory, '@jsquash/webp/codec/enc/webp_enc_simd.wasm')
}

/**
 * Encodes an image as WebP; null when the codec fails. libwebp as WebAssembly, because reader processes load no native
 * code.
 */
export async function encodeWebp({ width, height, pixels }: RasterImage): Promise<Uint8Array | null> {
  ready ??= startCodec()
  const codec = await ready
  const lossless = width * height <= maxLosslessPixels
  const options = lossless ? { lossless: 1, exact: 1, method: 4 } : { quality, method }
  return codec.encode(pixels, width, height, { ...defaultOptions, ...options })?.slice() ?? null
}
