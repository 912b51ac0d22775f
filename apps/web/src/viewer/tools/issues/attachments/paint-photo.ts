import type { ImageMarkup } from '@kamar/viewer/image-markup'
import type { MarkedPhoto } from './pending-file.js'
import { fitSides, photoQuality } from './prepare-photo.js'

/** Saves a photo with its drawing as a JPEG of the photo's own size. */
export async function paintPhoto(image: HTMLImageElement, markup: ImageMarkup): Promise<MarkedPhoto> {
  const { height, width } = fitSides(image.naturalWidth, image.naturalHeight)
  const canvas = new OffscreenCanvas(width, height)
  // The markup draws on both kinds of canvases: it only uses what they share.
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null
  if (!context) throw new TypeError('expected a 2d context')
  // A JPEG has no transparency.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  markup.paint(context, { width, height })
  return { content: await canvas.convertToBlob({ type: 'image/jpeg', quality: photoQuality }), shapes: markup.shapes }
}
