import { AppError, limits } from '@kamar/contracts'
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { readImageHeader } from '../shared/image-header.js'

const quality = 82

/**
 * A photo as we keep it: turned upright, cut to a square, written anew as WebP. Nothing of the file that came is kept, so
 * neither its metadata (place, camera) nor anything hidden in it is ever served. Throws `image-unreadable`.
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
