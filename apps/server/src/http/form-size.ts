import type { FastifyRequest } from 'fastify'

/** Fields, headers and boundaries of a form take less than this. */
const maxEnvelopeBytes = 64 * 1024

/** What the files of a form have together, to 64 KiB; of a form of unknown length as much as is accepted. */
export function fileBytesOfForm(request: FastifyRequest, acceptedBytes: number): number {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(length)) return acceptedBytes
  return Math.max(0, Math.min(length, acceptedBytes) - maxEnvelopeBytes)
}
