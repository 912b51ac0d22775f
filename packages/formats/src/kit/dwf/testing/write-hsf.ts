import { deflateSync } from 'node:zlib'
import { ByteWriter } from '@kamar/codecs/zip/testing'

/** Builds a stream of header and records, in uncompressed deflate blocks. */
export function hsfStream(records: Uint8Array): Uint8Array {
  const packed = deflateSync(new ByteWriter().raw(records).text('z').bytes, { level: 0 })
  return new ByteWriter().text(';; HSF V12.00 \n;W3D V01.00\nZ').raw(packed).byte(0).bytes
}

/** Builds a segment with its content. */
export function segment(name: string, ...inner: readonly Uint8Array[]): Uint8Array {
  const writer = new ByteWriter().text('(').byte(name.length).text(name)
  for (const one of inner) writer.raw(one)
  return writer.text(')').bytes
}

/** Builds a record that draws another segment here. */
export const include = (path: string): Uint8Array => new ByteWriter().text('<').byte(path.length).text(path).bytes

/** Builds a record that translates a segment. */
export const translationRecord = (x: number, y: number, z: number): Uint8Array =>
  new ByteWriter().text('%').float(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z).bytes

/** Builds a record for the colour of faces. */
export const faceColor = (red: number, green: number, blue: number): Uint8Array =>
  new ByteWriter().text('~').byte(1, red, green, blue).bytes

const cube = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
const sides = [
  [3, 2, 1, 0],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
]

/** Builds a unit cube of quadrilateral faces. */
export function cubeShell(): Uint8Array {
  const list = sides.flatMap((side) => [side.length, ...side])
  return new ByteWriter()
    .text('S')
    .byte(0x10, 0)
    .long(8)
    .float(...cube)
    .byte(1)
    .long(list.length + 1)
    .byte(8, ...list).bytes
}

/** Builds the block of a compressed connectivity. `table`: numbers after its flags. */
export function edgebreakerBlock(
  steps: readonly number[],
  { points, flags = 0, table = [] }: { points: number; flags?: number; table?: readonly number[] },
): Uint8Array {
  const padded = Math.ceil(steps.length / 4) * 4
  return new ByteWriter()
    .byte(2, 0, 0, 0)
    .long(steps.length, 4 * (1 + table.length), 0, points, 0)
    .byte(...steps, ...Array<number>(padded - steps.length).fill(0))
    .long(flags, ...table).bytes
}

/** Builds a compressed roof: a flat triangle with a raised centre. */
export function roofShell(): Uint8Array {
  const block = edgebreakerBlock([0, 3, 2], { points: 4 })
  return new ByteWriter()
    .text('S')
    .byte(0x5a, 0, 5)
    .long(block.length)
    .raw(block)
    .float(0, 0, 0, 2, 0, 0, 1, 2, 0, 1, 1, 1)
    .byte(0x1c, 2)
    .float(0, 0, 1, 0, 0.5, 1, 0.5, 0.5)
    .byte(0).bytes
}

/** Builds two houses of a cube and a roof, a line between them, with Z up. */
export function houses(): Uint8Array {
  const view = new ByteWriter()
    .text('}')
    .byte(0)
    .float(5, -5, 5, 0, 0, 0, 0, 0, 1, 10, 10)
    .byte(7)
    .text('default').bytes
  const house = segment(
    '?Include Library/1',
    segment('', faceColor(200, 180, 160), cubeShell()),
    segment('', faceColor(160, 40, 30), translationRecord(-0.5, -0.5, 1), roofShell()),
  )
  const street = new ByteWriter().text('L').long(2).float(0, -1, 0, 6, -1, 0).bytes
  return hsfStream(
    new ByteWriter()
      .raw(view)
      .raw(house)
      .raw(
        segment(
          '1',
          segment('2', include('?Include Library/1')),
          segment('3', translationRecord(4, 0, 0), include('?Include Library/1')),
          street,
        ),
      ).bytes,
  )
}
