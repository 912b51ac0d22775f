import { AppError } from '@kamar/core'
import { collaborationLimits as limits } from '@kamar/contracts'
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { type ImageHeader, readImageHeader } from '../../platform/image-header.js'

/** Stored snapshot, and a thumbnail for lists; both WebP. */
export interface SnapshotImages {
  readonly full: Buffer
  readonly small: Buffer
}

const fullQuality = 85
const smallQuality = 78

/**
 * Re-encodes an image: nothing of the original file remains, neither metadata nor hidden content. Reads the header
 * before it decodes. Throws `image-unreadable`.
 */
export async function makeSnapshot(bytes: Buffer): Promise<SnapshotImages> {
  const header = readImageHeader(bytes)
  if (!header || bytes.length > limits.snapshotBytes || header.width * header.height > limits.snapshotPixels) {
    throw new AppError('image-unreadable')
  }
  try {
    return {
      full: await resized(bytes, header, limits.snapshotSidePixels).webp(fullQuality),
      small: await resized(bytes, header, limits.thumbnailSidePixels).webp(smallQuality),
    }
  } catch (cause) {
    throw new AppError('image-unreadable', {}, { cause })
  }
}

/** Converts to PNG for other programs: BCF supports PNG and JPEG. */
export async function toPng(webp: Buffer): Promise<Buffer> {
  return new Transformer(webp).png()
}

/** Resizes without enlarging. Rotating a photo upright may swap its sides; the square covers both. */
function resized(bytes: Buffer, { height, width }: ImageHeader, side: number): Transformer {
  const upright = new Transformer(bytes).rotate()
  if (Math.max(width, height) <= side) return upright
  return upright.resize({ width: side, height: side, fit: ResizeFit.Inside, filter: ResizeFilterType.Lanczos3 })
}
