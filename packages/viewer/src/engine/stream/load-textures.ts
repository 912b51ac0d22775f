import { texturePath } from '@kamar/package-format/read'
import type { PackageLoader } from '../types.js'
import { fetchFile } from './chunk-stream.js'

/** Concurrent image fetches. */
const maxConcurrentFetches = 4
/** Images smaller than their layer by this factor are scaled up without smoothing, as pixel art. */
const pixelArtFactor = 4

/** Request of textures. */
export interface TextureRequest {
  readonly loader: PackageLoader
  readonly signal: AbortSignal
  readonly numbers: readonly number[]
  /** Width and height of each texture, pixels. */
  readonly side: number
}

/** Alpha is not premultiplied: transparent pixels must not darken their neighbours. */
const asStored = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

async function decode(bytes: ArrayBuffer | Uint8Array, side: number): Promise<ImageBitmap> {
  const blob = new Blob([bytes as BlobPart], { type: 'image/webp' })
  const own = await createImageBitmap(blob, asStored)
  if (own.width === side && own.height === side) return own
  const resizeQuality = Math.max(own.width, own.height) * pixelArtFactor <= side ? 'pixelated' : 'high'
  own.close()
  return createImageBitmap(blob, { ...asStored, resizeWidth: side, resizeHeight: side, resizeQuality })
}

/** Fetches and decodes images off the main thread; omits those that are missing or invalid. */
export async function loadTextures({
  loader,
  signal,
  numbers,
  side,
}: TextureRequest): Promise<Map<number, ImageBitmap>> {
  const bitmaps = new Map<number, ImageBitmap>()
  const waiting = [...numbers]
  const work = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      try {
        bitmaps.set(number, await decode(await fetchFile(loader, texturePath(number), signal), side))
      } catch {
        // A material without its texture retains its colour, whereas a model without its shapes would be an error.
        if (signal.aborted) return
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentFetches }, work))
  return bitmaps
}
