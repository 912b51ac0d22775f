import { arcPoints, boxPoints, ellipsePoints, computeCenter, roundBoxPoints, type Box } from './curves.js'
import type { MetafileDevice } from './device.js'
import type { Point } from './curves.js'
import { blockColor } from './enhanced.js'
import { decodeCharacters, MetafileRecord } from './record.js'

type Play = (record: MetafileRecord, device: MetafileDevice) => void

/** Offset of a record's values, after its length and function. */
const first = 6
/** Reads a point; values are stored last to first: y, then x. */
const pointAt = (record: MetafileRecord, at: number): Point => [record.i16(at + 2), record.i16(at)]
const boxAt = (record: MetafileRecord, at: number): Box => [
  record.i16(at + 6),
  record.i16(at + 4),
  record.i16(at + 2),
  record.i16(at),
]

const addOtherObject: Play = (_record, device) => device.addObject({ kind: 'other' })
const [noPen, noBrush] = [5, 1]

function makeFont(record: MetafileRecord, device: MetafileDevice): void {
  const charset = record.bytes[first + 13] ?? 0
  const [name] = decodeCharacters(record.bytes.subarray(first + 18, first + 50), charset).split('\0')
  device.addObject({
    kind: 'font',
    font: {
      height: record.i16(first),
      degrees: record.i16(first + 4) / 10,
      isBold: record.i16(first + 8) >= 600,
      isItalic: (record.bytes[first + 10] ?? 0) !== 0,
      isUnderlined: (record.bytes[first + 11] ?? 0) !== 0,
      isStruck: (record.bytes[first + 12] ?? 0) !== 0,
      charset,
      name: name || 'Arial',
    },
  })
}

function lines(record: MetafileRecord, device: MetafileDevice): number[][] {
  const counts = record.numbers(first + 2, record.u16(first), 2)
  const from = first + 2 + 2 * counts.length
  const total = counts.reduce((sum, count) => sum + Math.max(0, count), 0)
  const points = record.numbers(from, 2 * total, 2)
  if (points.length < 2 * total) device.skip('cut')
  let at = 0
  return counts.map((count) => points.slice(at, (at += 2 * Math.max(0, count))))
}

const readText = (record: MetafileRecord, at: number, count: number, device: MetafileDevice): string =>
  decodeCharacters(record.part(at, Math.min(count, record.length - at)), device.state.font.charset)

/** Draws a text within a box, or without one: a box precedes the characters only where the options state it. */
function extendedText(record: MetafileRecord, device: MetafileDevice): void {
  const [count, options] = [record.u16(first + 4), record.u16(first + 6)]
  const hasBox = (options & 6) !== 0
  device.text(readText(record, first + 8 + (hasBox ? 8 : 0), count, device), pointAt(record, first))
}

function simpleText(record: MetafileRecord, device: MetafileDevice): void {
  const count = record.u16(first)
  const end = first + 2 + count + (count % 2)
  device.text(readText(record, first + 2, count, device), pointAt(record, end))
}

/** Plays a bitmap: offsets of its target box (height, width, y, x) and of the bitmap. */
const playBitmap =
  (offsets: { readonly box: number; readonly bitmap: number }, name: string): Play =>
  (record, device) => {
    const [height, width, y, x] = record.numbers(first + offsets.box, 4, 2)
    device.image(record.bytes.subarray(first + offsets.bitmap), [x ?? 0, y ?? 0], [width ?? 0, height ?? 0], name)
  }

function patternBlock(record: MetafileRecord, device: MetafileDevice): void {
  const [height = 0, width = 0, y = 0, x = 0] = record.numbers(first + 4, 4, 2)
  const color = blockColor(record.u32(first), device.state.brush)
  if (color !== null) device.block(boxPoints([x, y, x + width, y + height]), color)
}

const closedArc =
  (isPie: boolean): Play =>
  (record, device) => {
    const box = boxAt(record, first + 8)
    const points = arcPoints(box, pointAt(record, first + 4), pointAt(record, first))
    device.areas([isPie ? [...points, ...computeCenter(box)] : points])
  }

/** Record handlers, by function. */
const plays: Readonly<Record<number, Play>> = {
  0x00f7: addOtherObject,
  0x0103: (record, device) => device.set({ mapMode: record.u16(first) }),
  0x0127: (record, device) => device.restore(record.i16(first)),
  0x012d: (record, device) => device.select(device.objects.get(record.u16(first))),
  0x012e: (record, device) => device.set({ textAlign: record.u16(first) }),
  0x001e: (_record, device) => device.save(),
  0x01f0: (record, device) => device.deleteObject(record.u16(first)),
  0x0209: (record, device) => device.set({ textColor: record.color(first) }),
  0x020b: (record, device) => device.set({ windowOrigin: pointAt(record, first) }),
  0x020c: (record, device) => device.set({ windowExtent: pointAt(record, first) }),
  0x020d: (record, device) => device.set({ viewportOrigin: pointAt(record, first) }),
  0x020e: (record, device) => device.set({ viewportExtent: pointAt(record, first) }),
  0x0213: (record, device) => device.lines([...pointAt(record, first)], { continues: true }),
  0x0214: (record, device) => device.moveTo(pointAt(record, first)),
  0x02fa: (record, device) => {
    const isNone = (record.u16(first) & 15) === noPen
    const pen = isNone ? null : { color: record.color(first + 6), width: Math.abs(record.i16(first + 2)) }
    device.addObject({ kind: 'pen', pen })
  },
  0x02fb: makeFont,
  0x02fc: (record, device) => {
    const color = record.u16(first) === noBrush ? null : record.color(first + 2)
    device.addObject({ kind: 'brush', color })
  },
  0x0324: (record, device) => device.areas([record.numbers(first + 2, 2 * record.u16(first), 2)]),
  0x0325: (record, device) => device.lines(record.numbers(first + 2, 2 * record.u16(first), 2)),
  0x0416: (record, device) => device.narrow(boxAt(record, first)),
  0x0418: (record, device) => device.areas([ellipsePoints(boxAt(record, first))]),
  0x041b: (record, device) => device.areas([boxPoints(boxAt(record, first))]),
  0x0521: simpleText,
  0x0538: (record, device) => device.areas(lines(record, device)),
  0x061c: (record, device) => device.areas([roundBoxPoints(boxAt(record, first + 4), pointAt(record, first))]),
  0x061d: patternBlock,
  0x06ff: addOtherObject,
  0x0817: (record, device) =>
    device.lines(arcPoints(boxAt(record, first + 8), pointAt(record, first + 4), pointAt(record, first))),
  0x081a: closedArc(true),
  0x0830: closedArc(false),
  0x0940: playBitmap({ box: 8, bitmap: 16 }, 'DIBBITBLT'),
  0x0a32: extendedText,
  0x0b41: playBitmap({ box: 12, bitmap: 20 }, 'DIBSTRETCHBLT'),
  0x0d33: playBitmap({ box: 10, bitmap: 18 }, 'SETDIBTODEV'),
  0x0f43: playBitmap({ box: 14, bitmap: 22 }, 'STRETCHDIB'),
}

/** Unsupported records that draw or create drawing objects: counted under these names. */
const unplayed: Readonly<Record<number, string>> = {
  0x0142: 'DIBCREATEPATTERNBRUSH',
  0x01f9: 'CREATEPATTERNBRUSH',
  0x012c: 'SELECTCLIPREGION',
  0x0228: 'FILLREGION',
  0x0415: 'EXCLUDECLIPRECT',
  0x0419: 'FLOODFILL',
  0x041f: 'SETPIXEL',
  0x0429: 'FRAMEREGION',
  0x012a: 'INVERTREGION',
  0x012b: 'PAINTREGION',
  0x0548: 'EXTFLOODFILL',
  0x0922: 'BITBLT',
  0x0b23: 'STRETCHBLT',
}

/** Those of them that allocate an object number. */
const unplayedObjects: readonly number[] = [0x0142, 0x01f9]
const end = 0

/** Plays the records of a Windows metafile after its header. */
export function playWindows(bytes: Uint8Array, device: MetafileDevice): void {
  const file = new MetafileRecord(bytes)
  for (let at = 2 * file.u16(2); at + first <= bytes.length;) {
    const [size, type] = [2 * file.u32(at), file.u16(at + 4)]
    if (type === end) return
    if (size < first || at + size > bytes.length) {
      device.skip('cut')
      return
    }
    const record = new MetafileRecord(bytes.subarray(at, at + size))
    const name = unplayed[type]
    if (name) device.skip(name)
    else plays[type]?.(record, device)
    if (unplayedObjects.includes(type)) addOtherObject(record, device)
    at += size
  }
}
