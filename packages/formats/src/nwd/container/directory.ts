import { TranslationError, type ByteSource } from '@kamar/core'
import { ByteCursor } from './byte-cursor.js'
import type { Chunk } from './chunk-bytes.js'
import { inflateList, readRange } from './chunk-bytes.js'
import { MalformedRecordError } from '@kamar/codecs/records'

const latin1 = new TextDecoder('latin1')
const maxLineBytes = 256
const maxPackedBytes = 16 * 1024 * 1024
const maxDirectoryBytes = 64 * 1024 * 1024
const maxChunks = 200_000
/** Bytes of a row of the older table. */
const tableRowBytes = 16

/** Versions and chunks of a file. */
export interface Directory {
  /** The number after `navisworks:`. */
  readonly fileVersion: number
  /** 7 or 8. */
  readonly container: number
  readonly chunks: readonly Chunk[]
}

const damaged = (bytePosition?: number): TranslationError =>
  new TranslationError({ code: 'damaged', ...(bytePosition === undefined ? {} : { bytePosition }) })

/** Reads the list of a file's chunks; older containers have it at the start, newer ones at the end. */
export async function readDirectory(input: ByteSource): Promise<Directory> {
  const line = readLine(await input.read(0, maxLineBytes))
  const container = Number(/ lichunk-(\d{3})$/.exec(line)?.[1] ?? Number.NaN)
  if (container !== 7 && container !== 8) {
    throw new TranslationError({
      code: 'unsupported-version',
      details: { version: line.slice(-40), advice: 'NWD 2016 or later' },
    })
  }
  const end = container === 7 ? await frontEnd(input, line) : input.size - line.length - 1 - 8
  const start = container === 7 ? line.length + 1 + 8 : await directoryAtEnd(input, line)
  const packed = await readRange(input, start, Math.min(end - start, maxPackedBytes))
  const header = readLine(packed)
  const fileVersion = Number(/ navisworks:(\d{1,6})\b/.exec(header)?.[1] ?? Number.NaN)
  if (Number.isNaN(fileVersion) || !header.includes(' lizlib')) throw damaged(start)
  const list = inflate(packed, listStarts(start, header.length + 1))
  const chunks = container === 7 ? await olderChunks(input, list, end) : newerChunks(list)
  return { fileVersion, container, chunks }
}

const aligned = (value: number): number => Math.ceil(value / 8) * 8

function readLine(bytes: Uint8Array): string {
  const end = bytes.subarray(0, maxLineBytes).indexOf(10)
  return end < 0 ? '' : latin1.decode(bytes.subarray(0, end))
}

/**
 * Returns the end of the list that follows the first line of an older container, excluding the eight bytes that state
 * it.
 */
async function frontEnd(input: ByteSource, line: string): Promise<number> {
  const declaredSize = await input.read(line.length + 1, 8)
  if (declaredSize.length < 8) throw damaged(input.size)
  const end = new DataView(declaredSize.buffer, declaredSize.byteOffset).getBigUint64(0, true) + 8n
  if (end > BigInt(input.size) || end < BigInt(line.length)) throw damaged(line.length + 1)
  return Number(end)
}

/** Returns the offset of the directory; it precedes the repeated first line at the end of the file. */
async function directoryAtEnd(input: ByteSource, line: string): Promise<number> {
  const length = line.length + 1 + 8
  const tail = await input.read(Math.max(0, input.size - length), length)
  if (tail.length < length || !latin1.decode(tail.subarray(8)).startsWith(line)) throw damaged(input.size)
  const start = new DataView(tail.buffer, tail.byteOffset).getBigUint64(0, true)
  if (start >= BigInt(input.size - length)) throw damaged(input.size)
  return Number(start)
}

/** Returns the possible starts of the compressed list, aligned to eight bytes in the file or in its block. */
const listStarts = (start: number, headerBytes: number): readonly number[] => [
  aligned(start + headerBytes) - start,
  aligned(headerBytes),
]

function inflate(packed: Uint8Array, starts: readonly number[]): Uint8Array {
  for (const start of starts) {
    const list = inflateList(packed.subarray(start), maxDirectoryBytes)
    if (list) return list
  }
  throw damaged()
}

/** Treats a list with out-of-range rows as damaged. */
function understood<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedRecordError) throw damaged()
    throw error
  }
}

function rowCount(list: ByteCursor): number {
  list.i32()
  const count = list.u32()
  if (count > maxChunks) throw damaged()
  return count
}

function newerChunks(bytes: Uint8Array): Chunk[] {
  return understood(() => {
    const list = new ByteCursor(bytes)
    return Array.from({ length: rowCount(list) }, () => {
      const name = list.string() ?? ''
      const type = list.u32()
      const [offset, size] = [Number(list.u64()), Number(list.u64())]
      return checked({ name, type, offset, size, prefixBytes: list.u32(), indexBytes: list.u32() })
    })
  })
}

/**
 * Reads the chunks of an older container, whose offsets are in a separate table; a chunk ends where the next one
 * begins.
 */
async function olderChunks(input: ByteSource, bytes: Uint8Array, tableStart: number): Promise<Chunk[]> {
  const rows = understood(() => {
    const list = new ByteCursor(bytes)
    return Array.from({ length: rowCount(list) }, () => ({ name: list.string() ?? '', type: list.u32() }))
  })
  const table = new ByteCursor(await readRange(input, tableStart, rows.length * tableRowBytes))
  return understood(() => {
    const locations = rows.map(() => ({
      offset: Number(table.u64()),
      prefixBytes: table.u32(),
      indexBytes: table.u32(),
    }))
    return rows.map((row, at) => {
      const location = locations[at]
      const end = locations[at + 1]?.offset ?? input.size
      return checked({ ...row, ...location, size: end - location.offset })
    })
  })
}

function checked(chunk: Chunk): Chunk {
  const { offset, size, prefixBytes, indexBytes } = chunk
  const isPlaced = Number.isSafeInteger(offset) && Number.isSafeInteger(size) && size >= prefixBytes + indexBytes
  if (!isPlaced) throw new MalformedRecordError('place', offset)
  return chunk
}
