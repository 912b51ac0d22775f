import { AppError } from '@kamar/core'
import { limits } from '@kamar/contracts'
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { readImageHeader } from '../../platform/image-header.js'

const quality = 82

/**
 * Converts a photo for storage: rotates it upright, crops it to a square and encodes it as WebP. Nothing of the
 * original file remains, so neither its metadata (location, camera) nor hidden content is ever served. Throws
 * `image-unreadable`.
 */
export async function makeAvatar(bytes: Buffer): Promise<Buffer> {
  const header = readImageHeader(bytes)
  if (!header || header.width * header.height > limits.maxAvatarPixels) throw new AppError('image-unreadable')
  const side = limits.avatarSidePixels
  try {
    return await new Transformer(bytes)
      .rotate()
      .resize({ width: side, height: side, fit: ResizeFit.Cover, filter: ResizeFilterType.Lanczos3 })
      .webp(quality)
  } catch (cause) {
    throw new AppError('image-unreadable', {}, { cause })
  }
}
