import type { Readable } from 'node:stream'
import { AppError } from '@kamar/core'
import { FileArchiveForm, takeFileName } from '@kamar/contracts'
import { appendAuditEvents } from '@kamar/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZipFile } from 'yazl'
import { attachmentHeader } from '../../platform/http/content-disposition.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import type { OwnedFileRow } from '../../domain/files/file-records.js'
import type { FileService } from './file-service.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { readForms } from '../../platform/http/bodies/body-parsers.js'

/** 500 ids and a token. */
const formLimitBytes = 32_768

/**
 * Adds `POST /api/auth/my-urns/archive`: originals as one ZIP archive, streamed. The browser submits it as a form, so
 * that it writes the archive to disk as it arrives; a form cannot set headers, so the token may be one of its fields.
 */
export async function addArchiveRoutes(
  app: FastifyInstance,
  context: ModuleContext,
  files: FileService,
): Promise<void> {
  await app.register((scope) => {
    readForms(scope)
    scope.post(
      '/api/auth/my-urns/archive',
      { bodyLimit: formLimitBytes, preValidation: [identifyByField, enter('user')] },
      async (request, reply) => {
        const rows = await findFiles(files, request)
        return sendArchive(context, { request, reply, rows })
      },
    )
  })
}

async function identifyByField(request: FastifyRequest): Promise<void> {
  const { access_token: token } = (request.body ?? {}) as { readonly access_token?: unknown }
  if (request.actor.kind === 'anonymous' && typeof token === 'string') {
    request.actor = await request.server.identify(`Bearer ${token}`)
  }
}

function findFiles(files: FileService, request: FastifyRequest): Promise<readonly OwnedFileRow[]> {
  const { ids = '' } = (request.body ?? {}) as { readonly ids?: string }
  const form = FileArchiveForm.safeParse({ ids: ids.split(',') })
  if (!form.success) throw new AppError('invalid-input', { field: 'body.ids' })
  return files.findArchived(requireAccount(request), form.data)
}

interface ArchiveReply {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly rows: readonly OwnedFileRow[]
}

async function sendArchive(context: ModuleContext, { reply, request, rows }: ArchiveReply): Promise<FastifyReply> {
  const { accountId } = requireAccount(request)
  await assertStored(context, rows)
  const downloads = rows.map(({ blob_sha256: sha256, id, version_number: version }) => ({
    actor: accountId,
    action: 'file.download' as const,
    subject: id,
    details: { sha256, version, archive: true },
  }))
  await context.database.transaction().execute((transaction) => appendAuditEvents(transaction, downloads))
  const { sizeBytes, stream } = await writeArchive(context, rows)
  return reply
    .type('application/zip')
    .headers({
      'cache-control': 'no-store',
      'content-length': sizeBytes,
      'content-disposition': attachmentHeader(`Kamar ${new Date().toISOString().slice(0, 10)}.zip`),
    })
    .send(stream)
}

async function assertStored({ blobs }: ModuleContext, rows: readonly OwnedFileRow[]): Promise<void> {
  for (const { blob_sha256: sha256, size_bytes: sizeBytes } of rows) {
    if ((await blobs.stat(sha256))?.sizeBytes !== sizeBytes) throw new AppError('storage-damaged')
  }
}

interface Archive {
  readonly sizeBytes: number
  readonly stream: Readable
}

type EndWithSize = (options: object, onSize: (sizeBytes: number) => void) => void

/**
 * Writes the archive. Files are stored, not deflated: the size is known before the first byte, and browsers show the
 * progress.
 */
function writeArchive({ blobs }: ModuleContext, rows: readonly OwnedFileRow[]): Promise<Archive> {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let current: Readable | null = null
  const names = toUniqueNames(rows.map(({ description }) => description))
  for (const [index, { blob_sha256: sha256, size_bytes: size, updated_at: mtime }] of rows.entries()) {
    zip.addReadStreamLazy(names[index] ?? sha256, { size, mtime, compress: false }, (done) => {
      const open = async (): Promise<void> => {
        current = await blobs.open(sha256)
        current.on('error', (error) => stream.destroy(error))
        done(null, current)
      }
      open().catch((error: Error) => stream.destroy(error))
    })
  }
  zip.on('error', (error: Error) => stream.destroy(error))
  // The client may disconnect before the end.
  stream.on('close', () => current?.destroy())
  // The package's types omit the callback's argument.
  const end = zip.end.bind(zip) as EndWithSize
  return new Promise((resolve) => {
    end({}, (sizeBytes) => resolve({ sizeBytes, stream }))
  })
}

/** Makes names unique: several files may share one, also on file systems that ignore case. */
function toUniqueNames(names: readonly string[]): string[] {
  const usedKeys = new Set<string>()
  return names.map((name) => takeFileName(name, usedKeys))
}
