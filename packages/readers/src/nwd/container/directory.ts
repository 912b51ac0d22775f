import { inflateSync } from 'node:zlib'
import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource } from '@kamar/scene'

const latin1 = new TextDecoder('latin1')
const longestLineBytes = 256
const mostPackedBytes = 16 * 1024 * 1024
const mostDirectoryBytes = 64 * 1024 * 1024
const mostChunks = 200_000
const longestName = 4096
/** Where chunk rows of the newer kind hold offset, size and two counts. */
const newerRowBytes = 24

/** A part of a file. */
export interface Chunk {
  readonly name: string
  /** 1 in clear, 3 encrypted. */
  readonly type: number
}

/** What a file says of itself. */
export interface Directory {
  /** The number behind `navisworks:`. */
  readonly fileVersion: number
  /** 7 or 8. */
  readonly container: number
  readonly chunks: readonly Chunk[]
}

const damaged = (bytePosition?: number): TranslationError =>
  new TranslationError({ code: 'damaged', ...(bytePosition === undefined ? {} : { bytePosition }) })

/** Reads the list of a file's parts; older containers have it in front, newer ones at the end. */
export async function readDirectory(input: ByteSource): Promise<Directory> {
  const line = lineOf(await input.read(0, longestLineBytes))
  const container = Number(/ lichunk-(\d{3})$/.exec(line)?.[1] ?? Number.NaN)
  if (container !== 7 && container !== 8) {
    throw new TranslationError({
      code: 'unsupported-version',
      details: { version: line.slice(-40), advice: 'NWD 2016 or later' },
    })
  }
  const start = container === 7 ? line.length + 1 + 8 : await directoryAtEnd(input, line)
  const packed = await input.read(start, mostPackedBytes)
  const header = lineOf(packed)
  const fileVersion = Number(/ navisworks:(\d{1,6})\b/.exec(header)?.[1] ?? Number.NaN)
  if (Number.isNaN(fileVersion) || !header.includes(' lizlib')) throw damaged(start)
  const body = start + header.length + 1
  const padded = header.length + 1 + ((8 - (body % 8)) % 8)
  return {
    fileVersion,
    container,
    chunks: parseChunks(inflate(packed, [padded, aligned(header.length + 1)]), container),
  }
}

const aligned = (value: number): number => Math.ceil(value / 8) * 8

function lineOf(bytes: Uint8Array): string {
  const end = bytes.subarray(0, longestLineBytes).indexOf(10)
  return end < 0 ? '' : latin1.decode(bytes.subarray(0, end))
}

/** The last bytes are the place of the directory and the first line again. */
async function directoryAtEnd(input: ByteSource, line: string): Promise<number> {
  const length = line.length + 1 + 8
  const tail = await input.read(Math.max(0, input.size - length), length)
  if (tail.length < length || !latin1.decode(tail.subarray(8)).startsWith(line)) throw damaged(input.size)
  const start = new DataView(tail.buffer, tail.byteOffset).getBigUint64(0, true)
  if (start >= BigInt(input.size)) throw damaged(input.size)
  return Number(start)
}

/** The packed list begins at a multiple of eight, counted in the file or in its block. */
function inflate(packed: Uint8Array, starts: readonly number[]): Uint8Array {
  for (const start of starts) {
    try {
      return inflateSync(packed.subarray(start), { maxOutputLength: mostDirectoryBytes })
    } catch (cause) {
      if (cause instanceof RangeError) {
        throw new TranslationError({
          code: 'limit-exceeded',
          details: { limit: `${mostDirectoryBytes} inflatedBytes` },
        })
      }
    }
  }
  throw damaged()
}

function parseChunks(bytes: Uint8Array, container: number): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8) throw damaged()
  const count = view.getUint32(4, true)
  if (count > mostChunks) throw damaged()
  const chunks: Chunk[] = []
  let at = 8
  for (let row = 0; row < count; row++) {
    if (at + 4 > bytes.length) throw damaged()
    const length = view.getUint32(at, true)
    const typeAt = at + 4 + Math.ceil(length / 4) * 4
    if (length > longestName || typeAt + 4 > bytes.length) throw damaged()
    chunks.push({
      name: new TextDecoder().decode(bytes.subarray(at + 4, at + 4 + length)),
      type: view.getUint32(typeAt, true),
    })
    at = container === 7 ? typeAt + 4 : aligned(typeAt + 4) + newerRowBytes
  }
  return chunks
}
