import type { Readable } from 'node:stream'
import { AppError, createFileTooLargeError, getFileExtension } from '@kamar/core'
import { limits } from '@kamar/contracts'
import type { FastifyRequest } from 'fastify'

/** File of a form as it arrives. */
export interface IncomingFile {
  readonly name: string
  readonly content: Readable
  /** Throws `file-too-large` if the content exceeds the limit; known after its end. */
  assertComplete(): void
}

/** Yields the files of a form. */
export async function* readFormFiles(
  request: FastifyRequest,
  { files, maxBytes }: { readonly files: number; readonly maxBytes: number },
): AsyncIterable<IncomingFile> {
  for await (const { file, filename: name } of request.files({ limits: { files, fileSize: maxBytes } })) {
    yield {
      name,
      content: file,
      assertComplete() {
        if (file.truncated) throw createFileTooLargeError(maxBytes)
      },
    }
  }
}

/** Returns the name of an attachment without the folders of its sender; throws unless it has one of these extensions. */
export function checkAttachmentName(sent: string, extensions: readonly string[]): string {
  const name = sent.split(/[/\\]/).at(-1)?.trim() ?? ''
  const extension = getFileExtension(name)
  if (!extensions.includes(extension)) throw new AppError('unsupported-format', { extension })
  if (name.length > limits.maxFileNameCharacters) throw new AppError('invalid-input', { field: 'filename' })
  return name
}

/** Returns the single file of a form; throws `tooLarge` when it exceeds `maxBytes`. */
export async function readFormFile(
  request: FastifyRequest,
  maxBytes: number,
  tooLarge: 'file-too-large' | 'image-unreadable',
): Promise<Buffer> {
  const part = await request.file({ limits: { fileSize: maxBytes } })
  if (!part) throw new AppError('bad-request')
  return part.toBuffer().catch((cause: unknown) => {
    throw part.file.truncated ? new AppError(tooLarge, { limit: maxBytes }, { cause }) : cause
  })
}
