import { AppError, collaborationLimits as most } from '@kamar/contracts'
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { type ImageHeader, readImageHeader } from '../shared/image-header.js'

/** A picture as it is kept, and a small one for lists; both WebP. */
export interface SnapshotPictures {
  readonly full: Buffer
  readonly small: Buffer
}

const fullQuality = 85
const smallQuality = 78

/**
 * Writes a picture anew: nothing of the file that came is kept, neither metadata nor anything hidden in it. What it claims
 * to be is read before anything is decoded. Throws `image-unreadable`.
 */
export async function makeSnapshot(bytes: Buffer): Promise<SnapshotPictures> {
  const header = readImageHeader(bytes)
  if (!header || bytes.length > most.snapshotBytes || header.width * header.height > most.snapshotPixels) {
    throw new AppError('image-unreadable')
  }
  try {
    return {
      full: await resized(bytes, header, most.snapshotSidePixels).webp(fullQuality),
      small: await resized(bytes, header, most.thumbnailSidePixels).webp(smallQuality),
    }
  } catch (cause) {
    throw new AppError('image-unreadable', {}, { cause })
  }
}

/** As other programs want it: BCF knows PNG and JPEG. */
export async function pngOf(webp: Buffer): Promise<Buffer> {
  return new Transformer(webp).png()
}

/** Never made larger. Which side is the longer may change when a photo is turned upright; the square covers both. */
function resized(bytes: Buffer, { height, width }: ImageHeader, side: number): Transformer {
  const upright = new Transformer(bytes).rotate()
  if (Math.max(width, height) <= side) return upright
  return upright.resize({ width: side, height: side, fit: ResizeFit.Inside, filter: ResizeFilterType.Lanczos3 })
}
