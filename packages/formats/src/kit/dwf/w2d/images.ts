import { decodeImage, maxPixels, type RasterImage } from '@kamar/codecs/image'
import { decodeGroup4Tiff } from './group4.js'
import { decodeGroup3X } from './group3.js'
import type { W2dMachine } from './machine.js'
import { parseNumbers, listTokens, type AsciiNode } from './stream.js'

type Coding = 'bitonal' | 'group3' | 'indexed' | 'mapped' | 'rgb' | 'rgba' | 'file' | 'group4'

/** An image as stated by a record. */
interface ImageRecord {
  readonly coding: Coding
  readonly columns: number
  readonly rows: number
  /** Lower left and upper right corner, logical units. */
  readonly bounds: readonly [number, number, number, number]
  /** r g b a each. */
  readonly colors: Uint8Array
  readonly data: Uint8Array
}

const codings: Readonly<Record<number, Coding>> = {
  2: 'bitonal',
  3: 'group3',
  4: 'indexed',
  5: 'mapped',
  6: 'rgb',
  7: 'rgba',
  8: 'file',
  9: 'group4',
  12: 'file',
  13: 'group4',
}

const names: Readonly<Record<string, Coding>> = {
  bitonal: 'bitonal',
  group3x: 'group3',
  indexed: 'indexed',
  mapped: 'mapped',
  rgb: 'rgb',
  rgba: 'rgba',
  jpeg: 'file',
  png: 'file',
  group4: 'group4',
  group4x_mapped: 'group4',
}

const headerBytes = 24

/**
 * Reads an image in a binary record. Its corners move the current point like all binary points, even when it is not
 * drawn.
 */
export function binaryImage(machine: W2dMachine, opcode: number, body: Uint8Array): void {
  const { state, tools } = machine.drawing
  const coding = codings[opcode]
  if (body.length < headerBytes + 4) {
    tools.skipped.add('image', coding ? 'damaged' : 'coding')
    return
  }
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const [x1, y1] = [(state.x += view.getInt32(4, true)), (state.y += view.getInt32(8, true))]
  const [x2, y2] = [(state.x += view.getInt32(12, true)), (state.y += view.getInt32(16, true))]
  const rest = coding && colorsAndData(opcode, body, view)
  if (!coding || !rest) {
    tools.skipped.add('image', coding ? 'damaged' : 'coding')
    return
  }
  const [columns, rows] = [view.getUint16(0, true), view.getUint16(2, true)]
  drawImage(machine, { coding, columns, rows, bounds: [x1, y1, x2, y2], ...rest })
}

/** Records with two colours, or with their own map; some writers omit the map. */
const opcodesWithMap = new Set([2, 3, 5, 9, 12, 13])

/**
 * Reads the colour map and the data. The map's count has one byte or four, determined by the position of the length of
 * the data, which ends the record.
 */
function colorsAndData(opcode: number, body: Uint8Array, view: DataView): Pick<ImageRecord, 'colors' | 'data'> | null {
  const heads = [{ colors: 0, from: headerBytes }]
  if (opcodesWithMap.has(opcode)) {
    heads.push(
      { colors: body[headerBytes] || 256, from: headerBytes + 1 },
      { colors: body[headerBytes], from: headerBytes + 1 },
      { colors: view.getUint32(headerBytes, true), from: headerBytes + 4 },
    )
  }
  for (const { colors, from } of heads) {
    const length = from + 4 * colors
    if (length + 4 > body.length || view.getUint32(length, true) !== body.length - length - 4) continue
    return { colors: body.subarray(from, length), data: body.subarray(length + 4) }
  }
  return null
}

/** Reads `(Image "format" id columns,rows x,y x,y (Colormap …) (length data))`. */
export function asciiImage(machine: W2dMachine, node: AsciiNode): void {
  const [format = '', ...tokens] = listTokens(node)
  const formatKey = format.toLowerCase().replaceAll(' ', '')
  const coding = Object.hasOwn(names, formatKey) ? names[formatKey] : undefined
  const numbers = parseNumbers(tokens)
  const nested = node.items.filter((item): item is AsciiNode => typeof item !== 'string')
  const map = nested.find(({ name }) => /^colormap$/i.test(name))
  const data = nested.find(({ name }) => /^\d+$/.test(name))
  const [, columns, rows, x1, y1, x2, y2] = numbers
  if (!coding || !data || ![columns, rows, x1, y1, x2, y2].every((value) => Number.isFinite(value))) {
    machine.drawing.tools.skipped.add('image', coding ? 'damaged' : 'coding')
    return
  }
  const colors = Uint8Array.from(map ? parseNumbers(listTokens(map)).slice(1) : [])
  const bytes = Uint8Array.from(Buffer.from(listTokens(data).join(''), 'hex'))
  drawImage(machine, { coding, columns, rows, bounds: [x1, y1, x2, y2], colors, data: bytes })
}

function drawImage({ drawing }: W2dMachine, record: ImageRecord): void {
  const { columns, rows, coding } = record
  const isFile = coding === 'file' || coding === 'group4'
  const isTooLarge = columns * rows > maxPixels
  const isEmpty = !isFile && !(columns * rows > 0)
  const image = isTooLarge || isEmpty ? null : decode(record, drawing.state.colorMap)
  if (image) drawing.image(image, record.bounds)
  else drawing.tools.skipped.add('image', isTooLarge ? 'too-much-memory' : 'damaged')
}

function decode(record: ImageRecord, colorMap: Uint8Array): RasterImage | null {
  const { coding, columns, rows, colors, data } = record
  switch (coding) {
    case 'file':
      return decodeImage(data)
    case 'group4':
      return decodeGroup4Tiff(data, colors)
    case 'group3':
      return paletted(record, decodeGroup3X(data, columns, rows), colors)
    case 'bitonal':
      return paletted(record, unpackedBits(data, columns, rows), colors)
    case 'indexed':
      return paletted(record, data, colorMap)
    case 'mapped':
      return paletted(record, data, colors)
    default:
      return direct(record, coding === 'rgb' ? 3 : 4)
  }
}

function direct({ columns, rows, data }: ImageRecord, channels: 3 | 4): RasterImage | null {
  if (data.length < columns * rows * channels) return null
  const pixels = new Uint8Array(4 * columns * rows).fill(255)
  for (let pixel = 0; pixel < columns * rows; pixel++)
    for (let channel = 0; channel < channels; channel++) pixels[4 * pixel + channel] = data[channels * pixel + channel]
  return { width: columns, height: rows, data: pixels }
}

function paletted({ columns, rows }: ImageRecord, indices: Uint8Array | null, colors: Uint8Array): RasterImage | null {
  if (!indices || indices.length < columns * rows) return null
  const pixels = new Uint8Array(4 * columns * rows)
  for (let pixel = 0; pixel < columns * rows; pixel++) {
    const from = 4 * indices[pixel]
    if (from + 4 <= colors.length) pixels.set(colors.subarray(from, from + 4), 4 * pixel)
  }
  return { width: columns, height: rows, data: pixels }
}

/** Unpacks bits, most significant first, from rows padded to whole bytes. */
export function unpackedBits(data: Uint8Array, columns: number, rows: number): Uint8Array | null {
  const rowBytes = Math.ceil(columns / 8)
  if (data.length < rowBytes * rows) return null
  const indices = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      indices[row * columns + column] = (data[row * rowBytes + (column >> 3)] >> (7 - (column & 7))) & 1
  return indices
}
