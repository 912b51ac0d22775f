import { DwgHeaderReader } from '@node-projects/acad-ts'
import type { HeaderReaderParts } from './private-parts.js'

/** Bit of the flags before the drawing unit: set when line weights are not displayed. */
const weightsHidden = 0x200

/**
 * Corrects LWDISPLAY: the library compares a masked bit with 1, so that it is off in every DWG. The flags are the last
 * value read before that variable is set. Line weights begin with release 2000.
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
