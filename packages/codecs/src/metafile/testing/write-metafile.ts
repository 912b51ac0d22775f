const createBytes = (length: number, write: (view: DataView) => void): Uint8Array => {
  const bytes = new Uint8Array(length)
  write(new DataView(bytes.buffer))
  return bytes
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))

/** Builds a Windows metafile record: its function and its two-byte values, last to first. */
export const windowsRecord = (type: number, ...values: readonly number[]): Uint8Array =>
  createBytes(6 + 2 * values.length, (view) => {
    view.setUint32(0, 3 + values.length, true)
    view.setUint16(4, type, true)
    for (const [at, value] of values.entries()) view.setInt16(6 + 2 * at, value, true)
  })

/** Builds a record (STRETCHDIB) that draws a bitmap over a box. */
export function windowsBitmapRecord(
  bitmap: Uint8Array,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Uint8Array {
  const header = windowsRecord(0x0f43, 0x20, 0xcc, 0, 0, 0, 0, 0, box.height, box.width, box.y, box.x)
  const record = joined([header, bitmap, new Uint8Array(bitmap.length % 2)])
  new DataView(record.buffer).setUint32(0, record.length / 2, true)
  return record
}

/** Writes a Windows metafile of records, optionally after a placeable header with a box and its units per inch. */
export function writeWindowsMetafile(
  records: readonly Uint8Array[],
  placeableBounds?: readonly [left: number, top: number, right: number, bottom: number],
): Uint8Array {
  const header = createBytes(18, (view) => {
    view.setUint16(0, 1, true)
    view.setUint16(2, 9, true)
    view.setUint16(4, 0x0300, true)
  })
  const placeableHeader = placeableBounds
    ? [
        createBytes(22, (view) => {
          view.setUint32(0, 0x9ac6cdd7, true)
          for (const [at, value] of placeableBounds.entries()) view.setInt16(6 + 2 * at, value, true)
          view.setUint16(14, 1440, true)
        }),
      ]
    : []
  return joined([...placeableHeader, header, ...records, windowsRecord(0)])
}

/** Builds an enhanced metafile record: its number and its values, as integers or raw bytes. */
export function enhancedRecord(type: number, ...values: readonly (number | Uint8Array)[]): Uint8Array {
  const parts = values.map((value) =>
    typeof value === 'number' ? createBytes(4, (view) => view.setInt32(0, value, true)) : value,
  )
  const body = joined(parts)
  const padded = Math.ceil(body.length / 4) * 4
  const header = createBytes(8, (view) => {
    view.setUint32(0, type, true)
    view.setUint32(4, 8 + padded, true)
  })
  return joined([header, body, new Uint8Array(padded - body.length)])
}

/** Encodes two-byte integers. */
export const shorts = (...values: readonly number[]): Uint8Array =>
  createBytes(2 * values.length, (view) => {
    for (const [at, value] of values.entries()) view.setInt16(2 * at, value, true)
  })

/** Encodes four-byte floats. */
export const floats = (...values: readonly number[]): Uint8Array =>
  createBytes(4 * values.length, (view) => {
    for (const [at, value] of values.entries()) view.setFloat32(4 * at, value, true)
  })

/** Writes an enhanced metafile of 200 by 100 units (ten per millimetre) from records. */
export function writeEnhancedMetafile(records: readonly Uint8Array[]): Uint8Array {
  const header = createBytes(108, (view) => {
    view.setUint32(0, 1, true)
    view.setUint32(4, 108, true)
    for (const [at, value] of [0, 0, 2000, 1000].entries()) view.setInt32(24 + 4 * at, value, true)
    view.setUint32(40, 0x464d4520, true)
    for (const [at, value] of [1000, 1000, 100, 100].entries()) view.setInt32(72 + 4 * at, value, true)
  })
  return joined([header, ...records, enhancedRecord(14, 0, 0, 20)])
}

/** Builds a presentation stream of a compound file: a clipboard format number, and its data. */
export const writePresentation = (format: number, data: Uint8Array): Uint8Array => {
  const header = createBytes(40, (view) => {
    view.setUint32(0, 0xffffffff, true)
    for (const [at, value] of [format, 4, 1, -1, 2, 0, 5000, 2500, data.length].entries())
      view.setInt32(4 + 4 * at, value, true)
  })
  return joined([header, data])
}
