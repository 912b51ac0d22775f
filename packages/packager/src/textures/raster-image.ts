/** Pixels: r g b a each, 0 to 255, rows from the top, straight alpha. */
export interface RasterImage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Computes the source borders of `count` target pixels: one more value than `count`. */
const computeBorders = (length: number, count: number): Uint32Array =>
  Uint32Array.from({ length: count + 1 }, (_, at) => Math.floor((at * length) / count))

/**
 * Scales an image so that its longest side is at most `maxSide`; each new pixel is the mean of those it covers, without
 * the colour of transparent ones. Returns the same image when it is small enough.
 */
export function fitImage(image: RasterImage, maxSide: number): RasterImage {
  const longest = Math.max(image.width, image.height)
  if (longest <= maxSide) return image
  const width = Math.max(1, Math.round((image.width * maxSide) / longest))
  const height = Math.max(1, Math.round((image.height * maxSide) / longest))
  const columns = computeBorders(image.width, width)
  const rows = computeBorders(image.height, height)
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) writeMean(image, { x, y, columns, rows }, pixels, at)
  return { width, height, pixels }
}

interface SampleArea {
  readonly x: number
  readonly y: number
  readonly columns: Uint32Array
  readonly rows: Uint32Array
}

function writeMean(image: RasterImage, { x, y, columns, rows }: SampleArea, target: Uint8Array, to: number): void {
  const { width, pixels } = image
  const [left, right] = [columns[x], columns[x + 1]]
  let red = 0
  let green = 0
  let blue = 0
  let sum = 0
  for (let row = rows[y]; row < rows[y + 1]; row++) {
    for (let at = (row * width + left) * 4, end = (row * width + right) * 4; at < end; at += 4) {
      const alpha = pixels[at + 3]
      red += pixels[at] * alpha
      green += pixels[at + 1] * alpha
      blue += pixels[at + 2] * alpha
      sum += alpha
    }
  }
  const weight = Math.max(sum, 1)
  target[to] = Math.round(red / weight)
  target[to + 1] = Math.round(green / weight)
  target[to + 2] = Math.round(blue / weight)
  target[to + 3] = Math.round(sum / ((right - left) * (rows[y + 1] - rows[y])))
}
