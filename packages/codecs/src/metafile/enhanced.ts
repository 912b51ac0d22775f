import { arcPoints, bezierPoints, boxPoints, ellipsePoints, computeCenter, roundBoxPoints, type Box } from './curves.js'
import type { MetafileDevice } from './device.js'
import type { MetafileObject, Pen } from './marks.js'
import type { Point } from './curves.js'
import { decodeCharacters, MetafileRecord, decodeUtf16 } from './record.js'

type Play = (record: MetafileRecord, device: MetafileDevice) => void

const boxAt = (record: MetafileRecord, at: number): Box => [
  record.i32(at),
  record.i32(at + 4),
  record.i32(at + 8),
  record.i32(at + 12),
]
const pointAt = (record: MetafileRecord, at: number): Point => [record.i32(at), record.i32(at + 4)]
const matrixAt = (record: MetafileRecord, at: number): [number, number, number, number, number, number] => [
  record.f32(at),
  record.f32(at + 4),
  record.f32(at + 8),
  record.f32(at + 12),
  record.f32(at + 16),
  record.f32(at + 20),
]

/** Reads the points of a record: a box, their number and the points themselves. */
const readPoints = (record: MetafileRecord, size: 2 | 4): number[] => record.numbers(28, 2 * record.u32(24), size)

/** Reads a record of several lines: a box, number of lines, number of points, those of each line, the points. */
function readPolylines(record: MetafileRecord, size: 2 | 4): number[][] {
  const counts = record.numbers(32, record.u32(24), 4)
  const points = record.numbers(32 + 4 * counts.length, 2 * record.u32(28), size)
  let at = 0
  return counts.map((count) => points.slice(at, (at += 2 * Math.max(0, count))))
}

const curve = (device: MetafileDevice, points: readonly number[]): void => {
  const { at } = device.state
  device.lines(bezierPoints([...at, ...points]).slice(2), { continues: true })
}

/** Stock objects, which need not be created, by their number without the highest bit. */
const stockObjects: Readonly<Record<number, MetafileObject>> = {
  0: { kind: 'brush', color: 0xffffff },
  1: { kind: 'brush', color: 0xc0c0c0 },
  2: { kind: 'brush', color: 0x808080 },
  3: { kind: 'brush', color: 0x404040 },
  4: { kind: 'brush', color: 0 },
  5: { kind: 'brush', color: null },
  6: { kind: 'pen', pen: { color: 0xffffff, width: 0 } },
  7: { kind: 'pen', pen: { color: 0, width: 0 } },
  8: { kind: 'pen', pen: null },
}
const stockBit = 0x80000000
const [noPen, noBrush] = [5, 1]

const createPen = (style: number, width: number, color: number): Pen | null =>
  (style & 15) === noPen ? null : { color, width: Math.abs(width) }

function playFont(record: MetafileRecord, device: MetafileDevice): void {
  const [name] = decodeUtf16(record.part(40, Math.min(64, record.length - 40) & ~1)).split('\0')
  device.objects.set(record.u32(8), {
    kind: 'font',
    font: {
      height: record.i32(12),
      degrees: record.i32(20) / 10,
      isBold: record.i32(28) >= 600,
      isItalic: record.bytes[32] !== 0,
      isUnderlined: record.bytes[33] !== 0,
      isStruck: record.bytes[34] !== 0,
      charset: record.bytes[35] ?? 0,
      name: name || 'Arial',
    },
  })
}

const playText =
  (isWide: boolean): Play =>
  (record, device) => {
    const [count, at] = [record.u32(44), record.u32(48)]
    const bytes = record.part(at, count * (isWide ? 2 : 1))
    device.text(isWide ? decodeUtf16(bytes) : decodeCharacters(bytes, device.state.font.charset), pointAt(record, 36))
  }

const [patternCopy, whiteness, blackness] = [0xf00021, 0xff0062, 0x000042]

/** Returns the colour of a block without a bitmap by its raster operation; null for one without effect. */
export function blockColor(operation: number, brush: number | null): number | null {
  if (operation === whiteness) return 0xffffff
  if (operation === blackness) return 0
  return operation === patternCopy ? brush : null
}

/** Plays a bitmap: offsets of its header and its pixels; without one, a block of the selected colour. */
const playBitmap =
  (offsets: { header: number; box: number; size: number }, name: string): Play =>
  (record, device) => {
    const [header, headerBytes] = [record.u32(offsets.header), record.u32(offsets.header + 4)]
    const [pixels, pixelBytes] = [record.u32(offsets.header + 8), record.u32(offsets.header + 12)]
    const [x, y] = pointAt(record, offsets.box)
    const [width, height] = pointAt(record, offsets.size)
    if (headerBytes === 0) {
      const color = blockColor(record.u32(40), device.state.brush)
      if (color !== null) device.block(boxPoints([x, y, x + width, y + height]), color)
      return
    }
    const parts = [record.part(header, headerBytes), record.part(pixels, pixelBytes)]
    const bitmap = new Uint8Array(parts[0].length + parts[1].length)
    bitmap.set(parts[0])
    bitmap.set(parts[1], parts[0].length)
    device.image(bitmap, [x, y], [width, height], name)
  }

const [intersect, copy] = [1, 5]

/**
 * Clips to a region given by boxes in the units of the frame; several are replaced by their bounding box, and counted.
 */
function playRegion(record: MetafileRecord, device: MetafileDevice): void {
  const [bytes, mode, boxes] = [record.u32(8), record.u32(12), record.u32(24)]
  if (mode === copy) device.set({ clip: null })
  if (bytes === 0) return
  if ((mode !== copy && mode !== intersect) || boxes > 1) device.skip('EXTSELECTCLIPRGN')
  const [left, top, right, bottom] = boxAt(record, 32)
  const { clip } = device.state
  const [x1, y1, x2, y2] = clip ?? [-Infinity, -Infinity, Infinity, Infinity]
  device.set({ clip: [Math.max(x1, left), Math.max(y1, top), Math.min(x2, right), Math.min(y2, bottom)] })
}

const closedArc =
  (isPie: boolean): Play =>
  (record, device) => {
    const box = boxAt(record, 8)
    const points = arcPoints(box, pointAt(record, 24), pointAt(record, 32))
    device.areas([isPie ? [...points, ...computeCenter(box)] : points])
  }

const extent = (key: 'windowExtent' | 'windowOrigin' | 'viewportExtent' | 'viewportOrigin'): Play =>
  ((record, device) => device.set({ [key]: pointAt(record, 8) })) satisfies Play

const path = (isFilled: boolean, isStroked: boolean): Play =>
  ((_record, device) => device.paintPath({ isFilled, isStroked })) satisfies Play

const eachSize = (
  play: (record: MetafileRecord, device: MetafileDevice, size: 2 | 4) => void,
): readonly [Play, Play] => [(record, device) => play(record, device, 4), (record, device) => play(record, device, 2)]

const [curves, curves16] = eachSize((record, device, size) => device.lines(bezierPoints(readPoints(record, size))))
const [polygon, polygon16] = eachSize((record, device, size) => device.areas([readPoints(record, size)]))
const [line, line16] = eachSize((record, device, size) => device.lines(readPoints(record, size)))
const [curveTo, curveTo16] = eachSize((record, device, size) => curve(device, readPoints(record, size)))
const [lineTo, lineTo16] = eachSize((record, device, size) =>
  device.lines(readPoints(record, size), { continues: true }),
)
const [linesEach, linesEach16] = eachSize((record, device, size) => {
  for (const points of readPolylines(record, size)) device.lines(points)
})
const [areas, areas16] = eachSize((record, device, size) => device.areas(readPolylines(record, size)))

/** Record handlers, by number. */
const plays: Readonly<Record<number, Play>> = {
  2: curves,
  3: polygon,
  4: line,
  5: curveTo,
  6: lineTo,
  7: linesEach,
  8: areas,
  9: extent('windowExtent'),
  10: extent('windowOrigin'),
  11: extent('viewportExtent'),
  12: extent('viewportOrigin'),
  17: (record, device) => device.set({ mapMode: record.u32(8) }),
  22: (record, device) => device.set({ textAlign: record.u32(8) }),
  24: (record, device) => device.set({ textColor: record.color(8) }),
  27: (record, device) => device.moveTo(pointAt(record, 8)),
  30: (record, device) => device.narrow(boxAt(record, 8)),
  33: (_record, device) => device.save(),
  34: (record, device) => device.restore(record.i32(8)),
  35: (record, device) => device.modifyWorld(matrixAt(record, 8), 4),
  36: (record, device) => device.modifyWorld(matrixAt(record, 8), record.u32(32)),
  37: (record, device) => {
    const number = record.u32(8)
    device.select(number >= stockBit ? stockObjects[number - stockBit] : device.objects.get(number))
  },
  38: (record, device) => {
    const pen = createPen(record.u32(12), record.i32(16), record.color(24))
    device.objects.set(record.u32(8), { kind: 'pen', pen })
  },
  39: (record, device) => {
    const color = record.u32(12) === noBrush ? null : record.color(16)
    device.objects.set(record.u32(8), { kind: 'brush', color })
  },
  40: (record, device) => device.deleteObject(record.u32(8)),
  42: (record, device) => device.areas([ellipsePoints(boxAt(record, 8))]),
  43: (record, device) => device.areas([boxPoints(boxAt(record, 8))]),
  44: (record, device) => device.areas([roundBoxPoints(boxAt(record, 8), pointAt(record, 24))]),
  45: (record, device) => device.lines(arcPoints(boxAt(record, 8), pointAt(record, 24), pointAt(record, 32))),
  46: closedArc(false),
  47: closedArc(true),
  54: (record, device) => device.lines([...pointAt(record, 8)], { continues: true }),
  55: (record, device) =>
    device.lines(arcPoints(boxAt(record, 8), pointAt(record, 24), pointAt(record, 32)), { continues: true }),
  59: (_record, device) => device.beginPath(),
  60: (_record, device) => device.endPath(),
  61: (_record, device) => device.closeFigure(),
  62: path(true, false),
  63: path(true, true),
  64: path(false, true),
  68: (_record, device) => {
    device.beginPath()
    device.endPath()
  },
  75: playRegion,
  76: playBitmap({ header: 84, box: 24, size: 32 }, 'BITBLT'),
  77: playBitmap({ header: 84, box: 24, size: 32 }, 'STRETCHBLT'),
  80: playBitmap({ header: 48, box: 24, size: 40 }, 'SETDIBITSTODEVICE'),
  81: playBitmap({ header: 48, box: 24, size: 72 }, 'STRETCHDIBITS'),
  82: playFont,
  83: playText(false),
  84: playText(true),
  85: curves16,
  86: polygon16,
  87: line16,
  88: curveTo16,
  89: lineTo16,
  90: linesEach16,
  91: areas16,
  95: (record, device) => {
    const pen = createPen(record.u32(28), record.u32(32), record.color(40))
    device.objects.set(record.u32(8), { kind: 'pen', pen })
  },
}

/** Drawing records that are not supported, by number: counted under these names. */
const unplayed: Readonly<Record<number, string>> = {
  15: 'SETPIXELV',
  29: 'EXCLUDECLIPRECT',
  41: 'ANGLEARC',
  53: 'EXTFLOODFILL',
  56: 'POLYDRAW',
  67: 'SELECTCLIPPATH',
  71: 'FILLRGN',
  72: 'FRAMERGN',
  73: 'INVERTRGN',
  74: 'PAINTRGN',
  78: 'MASKBLT',
  79: 'PLGBLT',
  92: 'POLYDRAW16',
  93: 'CREATEMONOBRUSH',
  94: 'CREATEDIBPATTERNBRUSHPT',
  96: 'POLYTEXTOUTA',
  97: 'POLYTEXTOUTW',
  108: 'SMALLTEXTOUT',
  114: 'ALPHABLEND',
  116: 'TRANSPARENTBLT',
  118: 'GRADIENTFILL',
}

const [comment, end] = [70, 14]
const emfPlusSignature = 0x2b464d45

/**
 * Plays the records of an enhanced metafile in order. A pure EMF+ file, without drawing EMF records, is counted as
 * such.
 */
export function playEnhanced(bytes: Uint8Array, device: MetafileDevice): void {
  const file = new MetafileRecord(bytes)
  let isNewer = false
  for (let at = file.u32(4); at + 8 <= bytes.length;) {
    const [type, size] = [file.u32(at), file.u32(at + 4)]
    if (size < 8 || at + size > bytes.length) {
      device.skip('cut')
      return
    }
    const record = new MetafileRecord(bytes.subarray(at, at + size))
    if (type === end) break
    isNewer ||= type === comment && record.u32(12) === emfPlusSignature
    const name = unplayed[type]
    if (name) device.skip(name)
    else plays[type]?.(record, device)
    at += size
  }
  if (isNewer && device.marks.length === 0) device.skip('EMF+')
}
