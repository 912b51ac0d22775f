const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'
const valueOfCode = new Int8Array(128).fill(-1)
for (let index = 0; index < 64; index++) valueOfCode[digits.charCodeAt(index)] = index

/**
 * Returns whether a text is an IFC GlobalId: 22 digits of base 64, the first of which is 0 to 3, so that 128 bits
 * suffice.
 */
export function isGlobalId(text: string): boolean {
  if (text.length !== 22) return false
  for (let index = 0; index < 22; index++) {
    const code = text.charCodeAt(index)
    if (code > 127 || valueOfCode[code] < 0) return false
  }
  return valueOfCode[text.charCodeAt(0)] < 4
}

/** Writes a GlobalId (`isGlobalId`) as 16 bytes at `offset`. */
export function packGlobalId(text: string, target: Uint8Array, offset: number): void {
  let bits = valueOfCode[text.charCodeAt(0)]
  let bitCount = 2
  let at = offset
  for (let index = 1; index < 22; index++) {
    bits = (bits << 6) | valueOfCode[text.charCodeAt(index)]
    bitCount += 6
    if (bitCount >= 8) {
      bitCount -= 8
      target[at++] = bits >>> bitCount
      bits &= (1 << bitCount) - 1
    }
  }
}

/** Returns the GlobalId stored in 16 bytes at `offset`. */
export function unpackGlobalId(bytes: Uint8Array, offset: number): string {
  let text = digits[bytes[offset] >>> 6]
  let bits = bytes[offset] & 63
  let bitCount = 6
  for (let at = offset + 1; text.length < 22;) {
    if (bitCount < 6) {
      bits = (bits << 8) | bytes[at++]
      bitCount += 8
    }
    bitCount -= 6
    text += digits[bits >>> bitCount]
    bits &= (1 << bitCount) - 1
  }
  return text
}
