import type { FastifyRequest } from 'fastify'

/** Upper limit of the fields, headers and boundaries of a form. */
const maxEnvelopeBytes = 64 * 1024

/** Returns the total size of a form's files, to 64 KiB; for a form of unknown length the accepted maximum. */
export function fileBytesOfForm(request: FastifyRequest, acceptedBytes: number): number {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(length)) return acceptedBytes
  return Math.max(0, Math.min(length, acceptedBytes) - maxEnvelopeBytes)
}
