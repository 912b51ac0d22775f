import { AppError } from '@kamar/core'
import type { FastifyRequest } from 'fastify'

/** Returns the single file of a form; throws `tooLarge` when it exceeds `maxBytes`. */
export async function formFile(request: FastifyRequest, maxBytes: number, tooLarge: () => AppError): Promise<Buffer> {
  const part = await request.file({ limits: { fileSize: maxBytes } })
  if (!part) throw new AppError('bad-request')
  return part.toBuffer().catch((cause: unknown) => {
    throw part.file.truncated ? tooLarge() : cause
  })
}
