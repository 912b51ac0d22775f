import { growMemory, startLayout, take } from '@kamar/mesh/wasm/reservation'
import { Bytes, Floats, Integers, Shorts } from '@kamar/mesh/wasm/views'
import { blockPaddingBytes, blockRows, maxSearchBytes, ScanField, typeSlots } from '../src/part21/scan-layout'

/** Values exchanged with the caller, by `ScanField`. */
export const fields = changetype<Floats>(0)

/** Address of the part of the file that is scanned. */
export let block: usize = 0
/** Maximum number of rows in the columns. */
export let maxRows: i32 = 0
/** Per row: position of its `#`, of its semicolon, and after its opening parenthesis. */
export let starts = changetype<Floats>(0)
export let ends = changetype<Floats>(0)
export let bodies = changetype<Floats>(0)
/** Per row: statement number. */
export let ids = changetype<Floats>(0)
/** Per row: number of its type. */
export let types = changetype<Shorts>(0)
/** Address of the searched text. */
export let searchText: usize = 0
/** Packed page, see `Page` in `src/part21/statement-columns.ts`. */
export let blockStarts = changetype<Floats>(0)
export let blockIds = changetype<Floats>(0)
export let gaps = changetype<Bytes>(0)
export let headerLengths = changetype<Bytes>(0)
/** Addresses of columns whose width depends on their values. */
export let startOffsets: usize = 0
export let idOffsets: usize = 0
export let typeNumbers: usize = 0
/** Table of type names: number of the type (-1: free), hash and length of the name. */
export let slotCodes = changetype<Integers>(0)
export let slotHashes = changetype<Integers>(0)
export let slotLengths = changetype<Integers>(0)

/** Lays out the memory and states the addresses in `fields`; false when it does not fit. */
export function reserve(blockBytes: u32, rows: i32): bool {
  maxRows = rows
  startLayout()
  block = take(<u64>blockBytes + blockPaddingBytes, 1)
  starts = changetype<Floats>(take(rows, 8))
  ends = changetype<Floats>(take(rows, 8))
  bodies = changetype<Floats>(take(rows, 8))
  ids = changetype<Floats>(take(rows, 8))
  types = changetype<Shorts>(take(rows, 2))
  searchText = take(maxSearchBytes, 1)
  const blocks = (rows + blockRows - 1) / blockRows
  blockStarts = changetype<Floats>(take(blocks, 8))
  blockIds = changetype<Floats>(take(blocks, 8))
  gaps = changetype<Bytes>(take(rows, 1))
  headerLengths = changetype<Bytes>(take(rows, 1))
  startOffsets = take(rows, 8)
  idOffsets = take(rows, 8)
  typeNumbers = take(rows, 2)
  slotCodes = changetype<Integers>(take(typeSlots, 4))
  slotHashes = changetype<Integers>(take(typeSlots, 4))
  slotLengths = changetype<Integers>(take(typeSlots, 4))
  // Without static data, the memory has no page before.
  if (!growMemory()) return false
  fields[ScanField.blockAddress] = <f64>block
  fields[ScanField.startsAddress] = changetype<usize>(starts)
  fields[ScanField.endsAddress] = changetype<usize>(ends)
  fields[ScanField.bodiesAddress] = changetype<usize>(bodies)
  fields[ScanField.idsAddress] = changetype<usize>(ids)
  fields[ScanField.typesAddress] = changetype<usize>(types)
  fields[ScanField.searchTextAddress] = <f64>searchText
  fields[ScanField.blockStartsAddress] = changetype<usize>(blockStarts)
  fields[ScanField.blockIdsAddress] = changetype<usize>(blockIds)
  fields[ScanField.gapsAddress] = changetype<usize>(gaps)
  fields[ScanField.headerLengthsAddress] = changetype<usize>(headerLengths)
  fields[ScanField.startOffsetsAddress] = <f64>startOffsets
  fields[ScanField.idOffsetsAddress] = <f64>idOffsets
  fields[ScanField.typeNumbersAddress] = <f64>typeNumbers
  fields[ScanField.slotCodesAddress] = changetype<usize>(slotCodes)
  fields[ScanField.slotHashesAddress] = changetype<usize>(slotHashes)
  fields[ScanField.slotLengthsAddress] = changetype<usize>(slotLengths)
  return true
}
