import { texturePath } from '@kamar/view-package/read'
import type { PackageLoader } from '../api.js'
import { fetchFile } from './chunk-stream.js'

/** Pictures on their way at once. */
const fetchesAtOnce = 4
/** A picture so much smaller than its layer is made larger in squares: somebody drew its pixels. */
const pixelArtFactor = 4

/** What to fetch. */
export interface TextureRequest {
  readonly loader: PackageLoader
  readonly signal: AbortSignal
  readonly numbers: readonly number[]
  /** Pixels that each is to be wide and high. */
  readonly side: number
}

/** Alpha stays apart from the colours: what cannot be seen must not darken its neighbours. */
const asStored = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

async function decode(bytes: ArrayBuffer | Uint8Array, side: number): Promise<ImageBitmap> {
  const blob = new Blob([bytes as BlobPart], { type: 'image/webp' })
  const own = await createImageBitmap(blob, asStored)
  if (own.width === side && own.height === side) return own
  const resizeQuality = Math.max(own.width, own.height) * pixelArtFactor <= side ? 'pixelated' : 'high'
  own.close()
  return createImageBitmap(blob, { ...asStored, resizeWidth: side, resizeHeight: side, resizeQuality })
}

/** Fetches and decodes pictures, off the page's thread; those that cannot be had or read are left out. */
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
        // A material without its picture keeps its colour; a model without its shapes would be an error.
        if (signal.aborted) return
      }
    }
  }
  await Promise.all(Array.from({ length: fetchesAtOnce }, work))
  return bitmaps
}
