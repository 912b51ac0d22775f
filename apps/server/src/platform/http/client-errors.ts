import { STATUS_CODES } from 'node:http'
import { AppError, type ErrorCode } from '@kamar/core'
import type { FastifyServerOptions } from 'fastify'
import { errorBody } from './error-responses.js'

const codesOfParser: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Responds to requests that Node's parser refuses, in the format of every other error, and closes the connection. */
export const handleClientError: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = new AppError(codesOfParser[error.code] ?? 'bad-request', {}, { cause: error })
  const body = JSON.stringify(errorBody(refusal, { language: 'en', reference: '' }))
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}
