import type { FastifyRequest, FastifyReply } from 'fastify'
import { AppError } from '@kamar/core'
import type { Readable } from 'node:stream'

/** First and last byte of a range, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns the single range of a `Range` header, or null for the whole (RFC 9110, 14.2: other units and invalid headers
 * are ignored). Several ranges return the whole too: our clients never request them, and a thousand small ones are an
 * attack. Throws `range-not-satisfiable` beyond the end.
 */
export function requestedRange(header: string | undefined, sizeBytes: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '') return last === '' ? null : lastBytes(Number(last), sizeBytes)
  const end = last === '' ? Infinity : Number(last)
  return Number(first) > end ? null : within({ start: Number(first), end }, sizeBytes)
}

function lastBytes(count: number, sizeBytes: number): ByteRange {
  const start = count === 0 ? sizeBytes : Math.max(0, sizeBytes - count)
  return within({ start, end: sizeBytes - 1 }, sizeBytes)
}

function within({ start, end }: ByteRange, sizeBytes: number): ByteRange {
  if (start >= sizeBytes) throw new AppError('range-not-satisfiable', { size: sizeBytes })
  return { start, end: Math.min(end, sizeBytes - 1) }
}

/** Returns whether a range applies: not where `If-Range` names another version (RFC 9110, 13.1.5). */
export function matchesIfRange({ headers }: FastifyRequest, etag: string): boolean {
  return headers['if-range'] === undefined || headers['if-range'] === etag
}

/** Content of a response, whole or a range of it. */
export interface RangedContent {
  readonly sizeBytes: number
  /** Null for the whole. */
  readonly range: ByteRange | null
  open(range?: ByteRange): Promise<Readable | Buffer>
}

/** Sends the content, or the part of it in the range. */
export async function sendRanged(reply: FastifyReply, content: RangedContent): Promise<FastifyReply> {
  const { range, sizeBytes } = content
  if (range === null) return reply.header('content-length', sizeBytes).send(await content.open())
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}`,
      'content-length': range.end - range.start + 1,
    })
    .send(await content.open(range))
}
