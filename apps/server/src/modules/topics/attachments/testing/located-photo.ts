import { crc32 } from 'node:zlib'
import { Transformer } from '@napi-rs/image'

type ByteOrder = 'II' | 'MM'

const gpsPointerTag = 0x8825
const dateTag = 0x0132
const latitudeTag = 2

/** Returns the bytes of 40° 10′ 48″, as the Exif block of the photo has them. */
export function latitude(order: ByteOrder): Buffer {
  return Buffer.concat([40, 1, 10, 1, 48, 1].map((value) => u32(order, value)))
}

/** Creates a JPEG of 2 × 2 pixels whose Exif block has a date and a latitude. */
export async function photoWithLocation(order: ByteOrder): Promise<Buffer> {
  const plain = await Transformer.fromRgbaPixels(Buffer.alloc(16, 200), 2, 2).jpeg(90)
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifBlock(order)])
  const header = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return Buffer.concat([plain.subarray(0, 2), header, content, plain.subarray(2)])
}

function exifBlock(order: ByteOrder): Buffer {
  const date = Buffer.from('2026:11:20 10:00:00\0')
  const dateAt = 8 + 2 + 24 + 4
  const gpsAt = dateAt + date.length
  const latitudeAt = gpsAt + 2 + 12 + 4
  return Buffer.concat([
    Buffer.from(order),
    u16(order, 42),
    u32(order, 8),
    u16(order, 2),
    entry(order, { tag: dateTag, type: 2, count: date.length, value: dateAt }),
    entry(order, { tag: gpsPointerTag, type: 4, count: 1, value: gpsAt }),
    u32(order, 0),
    date,
    u16(order, 1),
    entry(order, { tag: latitudeTag, type: 5, count: 3, value: latitudeAt }),
    u32(order, 0),
    latitude(order),
  ])
}

interface Entry {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly value: number
}

function entry(order: ByteOrder, { count, tag, type, value }: Entry): Buffer {
  return Buffer.concat([u16(order, tag), u16(order, type), u32(order, count), u32(order, value)])
}

function u16(order: ByteOrder, value: number): Buffer {
  const bytes = Buffer.alloc(2)
  if (order === 'II') bytes.writeUInt16LE(value)
  else bytes.writeUInt16BE(value)
  return bytes
}

function u32(order: ByteOrder, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  if (order === 'II') bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}

/** Creates a chunk of a PNG. */
export function pngChunk(type: string, text: string): Buffer {
  const content = Buffer.from(type + text)
  return Buffer.concat([u32('MM', text.length), content, u32('MM', crc32(content))])
}
