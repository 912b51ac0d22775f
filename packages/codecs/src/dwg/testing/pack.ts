const minLiterals = 4
const maxShortRun = 18

/** Packs bytes as literals of release 2004 and later, without copies. */
export function packLiterals(source: Uint8Array): Uint8Array {
  const length = Math.max(minLiterals, source.length)
  const codes = length <= maxShortRun ? [length - 3] : [0, ...listLengthCodes(length - maxShortRun)]
  const packed = new Uint8Array(codes.length + length + 3)
  packed.set(codes)
  packed.set(source, codes.length)
  packed[codes.length + length] = 0x11
  return packed
}

/** Returns the bytes of a length above 0: a zero stands for 255. */
function listLengthCodes(length: number): number[] {
  const zeros = Math.ceil(length / 255) - 1
  return [...Array.from({ length: zeros }, () => 0), length - 255 * zeros]
}

const groupBytes = 32
const partBytes = 8
/** Literals of a run whose number is a word. */
const wideRunStart = 0x17 + 0xff

/** Whether a page can be packed by `packGroups`: its number of bytes is a multiple of the group, and large. */
export const isGrouped = (source: Uint8Array): boolean =>
  source.length % groupBytes === 0 && source.length >= wideRunStart

/** Packs a page of release 2007 as one run of literals, in groups with their parts in reverse order. */
export function packGroups(source: Uint8Array): Uint8Array {
  const packed = new Uint8Array(4 + source.length)
  packed.set([0x0f, 0xff])
  new DataView(packed.buffer).setUint16(2, source.length - wideRunStart, true)
  for (let at = 0; at < source.length; at += partBytes) {
    const group = at - (at % groupBytes)
    packed.set(source.subarray(at, at + partBytes), 4 + group + groupBytes - partBytes - (at - group))
  }
  return packed
}
