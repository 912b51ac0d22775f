import type { RasterImage } from '../pixels.js'
import { encodePreview } from '../preview-image.js'

/** Creates an image of a gable: sky, wall, roof. */
export function gable(width = 48, height = 32): RasterImage {
  const data = new Uint8Array(4 * width * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const isRoof = y > height / 4 && y <= height / 2 && Math.abs(x - width / 2) < 2 * (y - height / 4)
    const isWall = y > height / 2 && Math.abs(x - width / 2) < width / 3
    const color = isRoof ? [150, 60, 40] : isWall ? [225, 215, 200] : [235, 240, 245]
    data.set([...color, 255], 4 * pixel)
  }
  return { width, height, data }
}

/** Creates the same image as a PNG file. */
export const gablePng = (): Uint8Array => encodePreview(gable())
