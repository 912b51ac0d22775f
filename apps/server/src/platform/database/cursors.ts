import { AppError } from '@kamar/core'
import type { z } from 'zod'

/** Encodes the position of a page in a list for an address. */
export const writeCursor = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Decodes a position that a client sends back; throws `invalid-input` for anything but one of this shape. */
export function readCursor<Shape extends z.ZodType>(text: string, shape: Shape, field: string): z.infer<Shape> {
  const position = shape.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!position.success) throw new AppError('invalid-input', { field })
  return position.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
