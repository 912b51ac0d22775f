import type { HsfReader } from './hsf-reader.js'

const maxPixels = 4096 * 4096
const bytesPerPixel: Readonly<Record<number, number>> = { 0: 1, 1: 2, 2: 3, 3: 4, 4: 4 }
const namedFlag = 0x80
const repeating = 2
/** Further options follow; one of them has an additional byte. */
const extended = 0x8000
const furtherByte = 0x0004
/** Options of a texture with one byte each. */
const byteOptions = [0x0004, 0x0008, 0x0010, 0x0020, 0x0040, 0x0080, 0x0100, 0x0200]

/** Reads an image in the stream. */
export function readImage(reader: HsfReader): void {
  const { stream } = reader
  stream.skip(12)
  const format = stream.u8()
  const name = (format & namedFlag) !== 0 ? stream.name() : ''
  const [width, height] = [stream.i32(), stream.i32()]
  const compression = stream.u8()
  const bytes = bytesPerPixel[format & 0x0f]
  if (bytes === undefined || compression !== 0 || width < 0 || height < 0) {
    const length = stream.i32()
    stream.skip(length)
    reader.options.skip('texture', 'coding')
    reader.add(null)
    return
  }
  const data = stream.take(width * height * bytes)
  reader.add(null)
  if (width * height > maxPixels || name === '' || bytes < 3) {
    reader.options.skip(name === '' ? 'image' : 'texture', name === '' ? 'not-drawn' : 'coding')
    return
  }
  reader.images.set(name, { name, width, height, pixels: toRgba(data, bytes, (format & 0x0f) === 4) })
}

function toRgba(data: Uint8Array, bytes: number, isBlueFirst: boolean): Uint8Array {
  const pixels = new Uint8Array((data.length / bytes) * 4).fill(255)
  for (let from = 0, to = 0; from < data.length; from += bytes, to += 4) {
    pixels[to] = data[from + (isBlueFirst ? 2 : 0)]
    pixels[to + 1] = data[from + 1]
    pixels[to + 2] = data[from + (isBlueFirst ? 0 : 2)]
    if (bytes === 4) pixels[to + 3] = data[from + 3]
  }
  return pixels
}

/** Reads an image stored as a part of the package: its name, size and bits per pixel. */
export function readNamedImage(reader: HsfReader): void {
  const { stream } = reader
  const name = stream.name()
  const [width, height] = [stream.i32(), stream.i32()]
  stream.u8()
  reader.images.set(name, { name, width, height, pixels: null })
  reader.add(null)
}

/** Reads the definition of a texture. */
export function readTexture(reader: HsfReader): void {
  const { stream } = reader
  const name = stream.name()
  const image = stream.name()
  const options = stream.u16()
  const further = (options & extended) !== 0 ? stream.u16() : 0
  if ((options & 0x0001) !== 0) stream.u8()
  const tiling = (options & 0x0002) !== 0 ? stream.u8() : repeating
  for (const option of byteOptions) if ((options & option) !== 0) stream.u8()
  if ((options & 0x0800) !== 0) stream.skip(8)
  if ((options & 0x0400) !== 0) stream.name()
  if ((further & furtherByte) !== 0) stream.u8()
  reader.textures.set(name, { image, isClamped: tiling === 1 || tiling === 0 })
  reader.add(null)
}
