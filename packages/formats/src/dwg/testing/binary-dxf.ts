import { binaryMagic } from '../descriptor.js'
import { dxfRecords, getValueKind } from '../dxf/groups.js'

/**
 * Converts a text DXF to a binary one. Codes have one byte as up to release 12 (three above 254), or two as since then.
 */
export function binaryDxf(text: Uint8Array, { areShort }: { readonly areShort: boolean }): Uint8Array {
  const parts: Buffer[] = [Buffer.from(binaryMagic, 'latin1')]
  for (const record of dxfRecords(text))
    for (const { code, value } of record) parts.push(encodeGroupCode(code, areShort), valueOf(code, value))
  return Uint8Array.from(Buffer.concat(parts))
}

function encodeGroupCode(code: number, areShort: boolean): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16LE(code)
  if (!areShort) return bytes
  return code < 255 ? Buffer.of(code) : Buffer.of(255, ...bytes)
}

function valueOf(code: number, value: string): Buffer {
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
      bytes.writeBigInt64LE(BigInt(value))
      return bytes
    case 'byte':
      return Buffer.of(Number(value))
    case 'chunk':
      return Buffer.concat([Buffer.of(value.length / 2), Buffer.from(value, 'hex')])
    case 'string':
      return Buffer.from(`${value}\0`, 'latin1')
    case null:
      throw new Error(`nobody writes the code ${code}`)
  }
}
