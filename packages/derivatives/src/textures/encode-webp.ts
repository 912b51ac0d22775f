import { defaultOptions } from '@jsquash/webp/meta.js'
import type { RasterImage } from './raster-image.js'
import { startWebpCodec } from './start-webp-codec.js'

/** Of 100; photographs of materials show no difference above. */
const quality = 82
/** Of 6: a reader process spends its seconds on the model. */
const method = 2
/** Small pictures are patterns and pixel textures: their colours are kept exactly. */
const maxLosslessPixels = 256 * 256

/** What the codec's own module offers. */
interface Codec {
  encode(
    pixels: Uint8Array,
    width: number,
    height: number,
    options: Readonly<Record<string, number>>,
  ): Uint8Array<ArrayBuffer> | null
}

let ready: Promise<Codec> | null = null

/** Every Node we run on has SIMD. */
async function startCodec(): Promise<Codec> {
  const { default: factory } = await import('@jsquash/webp/codec/enc/webp_enc_simd.js')
  return startWebpCodec<Codec>(factory, '@jsquash/webp/codec/enc/webp_enc_simd.wasm')
}

/** The picture as WebP; null when the codec gives up. libwebp as WebAssembly: reader processes load no native code. */
export async function encodeWebp({ width, height, pixels }: RasterImage): Promise<Uint8Array | null> {
  ready ??= startCodec()
  const codec = await ready
  const lossless = width * height <= maxLosslessPixels
  const options = lossless ? { lossless: 1, exact: 1, method: 4 } : { quality, method }
  return codec.encode(pixels, width, height, { ...defaultOptions, ...options })?.slice() ?? null
}
