import { binaryMagic } from '../groups/binary-source.js'
import { TextSource } from '../groups/text-source.js'
import { getValueKind } from '../groups/value-kind.js'

/**
 * Converts a text DXF to a binary one. Codes have one byte as up to release 12 (three above 254), or two as since then.
 */
export function toBinaryDxf(text: Uint8Array, { areCodesShort }: { readonly areCodesShort: boolean }): Uint8Array {
  const parts: Buffer[] = [Buffer.from(binaryMagic, 'latin1')]
  const source = new TextSource(text)
  while (source.next()) {
    const value = source.toRawText(source.start, source.end)
    parts.push(encodeCode(source.code, areCodesShort), encodeValue(source.code, value))
  }
  return Uint8Array.from(Buffer.concat(parts))
}

function encodeCode(code: number, areCodesShort: boolean): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16LE(code)
  if (!areCodesShort) return bytes
  return code < 255 ? Buffer.of(code) : Buffer.of(255, ...bytes)
}

function encodeValue(code: number, value: string): Buffer {
  const bytes = Buffer.alloc(8)
  switch (getValueKind(code)) {
    case 'double':
      bytes.writeDoubleLE(Number(value))
      return bytes
    case 'short':
      bytes.writeInt16LE(Number(value))
      return bytes.subarray(0, 2)
    case 'integer':
      bytes.writeInt32LE(Number(value))
      return bytes.subarray(0, 4)
    case 'long':
      bytes.writeBigInt64LE(BigInt(value.trim()))
      return bytes
    case 'byte':
      return Buffer.of(Number(value))
    case 'chunk':
      return Buffer.concat([Buffer.of(value.length / 2), Buffer.from(value, 'hex')])
    case 'string':
      return Buffer.from(`${value}\0`, 'latin1')
    case null:
      throw new Error(`no file has the code ${code}`)
  }
}
