import { DwgHeaderReader } from '@node-projects/acad-ts'
import type { HeaderReaderParts } from './private-parts.js'

/** Bit of the flags that stand before the drawing unit: set where line weights are not displayed. */
const weightsHidden = 0x200

/**
 * The library compares a masked bit with 1, so LWDISPLAY is off in every DWG. What it read last when it sets that variable are
 * the flags. Before release 2000 there are no line weights.
 */
export function patchHeader(): void {
  const parts = DwgHeaderReader.prototype as unknown as HeaderReaderParts
  const { read } = parts
  parts.read = function (this: HeaderReaderParts, maintenance: number): unknown {
    const { _reader: reader, _header: header } = this
    const { readBitLong } = reader
    let last = 0
    reader.readBitLong = () => (last = readBitLong.call(reader))
    let isShown = false
    const accessor = { get: () => isShown, set: () => void (isShown = (last & weightsHidden) === 0) }
    Object.defineProperty(header, 'displayLineWeight', { ...accessor, configurable: true })
    try {
      return read.call(this, maintenance)
    } finally {
      reader.readBitLong = readBitLong
      Object.defineProperty(header, 'displayLineWeight', { value: isShown, writable: true, enumerable: true })
    }
  }
}
