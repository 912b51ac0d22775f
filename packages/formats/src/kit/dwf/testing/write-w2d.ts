import { PNG } from 'pngjs'
import { ByteWriter } from '@kamar/codecs/zip/testing'

/** Builds a PNG of four pixels: red, green, blue and white. */
export function smallPng(): Uint8Array {
  const png = new PNG({ width: 2, height: 2 })
  png.data.set([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])
  return Uint8Array.from(PNG.sync.write(png, { deflateLevel: 0 }))
}

/** Builds a record in braces. */
export const braced = (opcode: number, body: Uint8Array): Uint8Array =>
  new ByteWriter()
    .byte(0x7b)
    .long(body.length + 3)
    .short(opcode)
    .raw(body)
    .byte(0x7d).bytes

/** Builds a stream between its header and its end record. */
export const w2dStream = (...records: readonly (Uint8Array | string)[]): Uint8Array => {
  const writer = new ByteWriter().text('(W2D V06.00)')
  for (const record of records) {
    if (typeof record === 'string') writer.text(record)
    else writer.raw(record)
  }
  return writer.text('(EndOfDWF)').bytes
}

/** Builds an image header: columns, rows, lower left and upper right corner, id. */
export const imageHeader = (columns: number, rows: number, [x1, y1, x2, y2]: ImageBounds): ByteWriter =>
  new ByteWriter().short(columns, rows).long(x1, y1, x2 - x1, y2 - y1, 0)

/** Lower left and upper right, relative to the current point. */
type ImageBounds = readonly [x1: number, y1: number, x2: number, y2: number]

/** Builds a plan of a small house: walls, a door's arc, a filled column, a text, an image, a clipped view. */
export function housePlan(): Uint8Array {
  const png = smallPng()
  return w2dStream(
    "(Units 'mm' ((0.4 0 0 0)(0 0.4 0 0)(0 0 1 0)(0 0 0 1)))(Color 0,0,0,255)",
    "(Layer 1 Walls)(LineWeight 20)(Node 7 'South wall')",
    new ByteWriter().text('p').byte(5).long(1000, 1000, 8000, 0, 0, 5000, -8000, 0, 0, -5000).bytes,
    '(Node 0)(Layer 2 Doors)(LineWeight 0)(LinePattern Dashed)(Color 255,0,0,255)',
    new ByteWriter().byte(0x92).long(0, 0, 900).short(0, 16_384).bytes,
    '(LinePattern Solid)(Layer 3 Columns)(Color 0,0,255,128)F',
    new ByteWriter().byte(0x10, 4).short(1000, 1000, 400, 0, 0, 400, -400, 0).bytes,
    "f(Color 0,0,0,255)(Layer 4 Texts)(URL (0 'http://example.org' 'Example'))",
    "(Font (Name Arial)(Height 500)(Style bold))(Text 2000,2000 'Kitchen')(URL)",
    new ByteWriter().byte(0x06).short(0x0020).long(400).bytes,
    new ByteWriter().text('x').long(0, 0).byte(0x7b).long(4).short(0x540, 0x561, 0x575, 0x56f).byte(0x7d).bytes,
    new ByteWriter().text('O').long(0, 0).bytes,
    braced(0x000c, imageHeader(2, 2, [6000, 2000, 7000, 3000]).long(png.length).raw(png).bytes),
    "(Layer 5 View)(Viewport 'detail' (Contour 1 4 5000,4000 7000,4000 7000,5000 5000,5000)",
    "(Units 'mm' ((0.1 0 0 0)(0 0.1 0 0)(0 0 1 0)(5000 4000 0 1))))",
    'L 4000,4500 8000,4500 (Viewport)',
  )
}
