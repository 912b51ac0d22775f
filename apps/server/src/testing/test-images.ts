import { Transformer } from '@napi-rs/image'

/** Creates a JPEG whose left half is red and whose right half is blue, with orientation and location metadata. */
export async function sidewaysPhoto(width = 800, height = 400): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixels.set(x < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255], (y * width + x) * 4)
    }
  }
  const plain = await Transformer.fromRgbaPixels(pixels, width, height).jpeg(90)
  return Buffer.concat([plain.subarray(0, 2), exifSegment(), plain.subarray(2)])
}

/** Returns APP1 with orientation 6 (rotate right) and the text of a location. */
function exifSegment(): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('Yerevan 40.18 44.51')])
  const header = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return Buffer.concat([header, content])
}

/** Creates a PNG header that claims a size; nothing follows. */
export function claimingPng(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
