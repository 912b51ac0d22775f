import { AppError } from '@kamar/core'
import { collaborationLimits as limits } from '@kamar/contracts'
import { Slots } from '@kamar/translation'
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { type ImageHeader, readImageHeader } from '../../platform/image-header.js'

/** Stored snapshot, and a thumbnail for lists; both WebP. */
export interface SnapshotImages {
  readonly full: Buffer
  readonly small: Buffer
}

/** Preview of a photo, with the size of the upright photo in pixels. */
export interface PhotoPreview extends SnapshotImages {
  readonly width: number
  readonly height: number
}

const fullQuality = 85
const smallQuality = 78
/** A decoded image may take 160 MB. */
const slots = new Slots(2)

/**
 * Re-encodes an image: nothing of the original file remains, neither metadata nor hidden content. Reads the header
 * before it decodes. Throws `image-unreadable`.
 */
export async function makeSnapshot(bytes: Buffer): Promise<SnapshotImages> {
  if (bytes.length > limits.snapshotBytes) throw new AppError('image-unreadable')
  return reencode(bytes, limits.snapshotSidePixels)
}

/** Makes the preview of a photo; returns null for a file that is not a readable image. */
export async function makePreview(bytes: Buffer): Promise<PhotoPreview | null> {
  try {
    const images = await reencode(bytes, limits.previewSidePixels)
    const header = readImageHeader(bytes)
    const preview = readImageHeader(images.full)
    if (!header || !preview) return null
    // The preview is upright: it decides which side is the longer one.
    const [long, short] = [Math.max(header.width, header.height), Math.min(header.width, header.height)]
    const isWide = preview.width >= preview.height
    return { ...images, width: isWide ? long : short, height: isWide ? short : long }
  } catch (error) {
    if (error instanceof AppError && error.code === 'image-unreadable') return null
    throw error
  }
}

async function reencode(bytes: Buffer, sidePixels: number): Promise<SnapshotImages> {
  const header = readImageHeader(bytes)
  if (!header || header.width * header.height > limits.snapshotPixels) throw new AppError('image-unreadable')
  await slots.acquire()
  try {
    return {
      full: await resized(bytes, header, sidePixels).webp(fullQuality),
      small: await resized(bytes, header, limits.thumbnailSidePixels).webp(smallQuality),
    }
  } catch (cause) {
    throw new AppError('image-unreadable', {}, { cause })
  } finally {
    slots.release()
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
