import { AppError } from '@kamar/core'
import { versionFileName } from '@kamar/contracts'
import type { FastifyInstance } from 'fastify'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import type { OwnedFileRow } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { type Original, sendOriginal } from '../../domain/files/send-original.js'
import type { FileService } from './file-service.js'

/**
 * Adds `GET /api/auth/my-urns/:id/original`: the uploaded bytes, of an older version with `?version=`, always as an
 * attachment and never as a page of this origin.
 */
export function addOriginalRoutes(app: FastifyInstance, context: ModuleContext, files: FileService): void {
  app.get('/api/auth/my-urns/:id/original', { onRequest: enter('user') }, async (request, reply) => {
    const { id } = request.params as { readonly id: string }
    const { accountId } = requireAccount(request)
    const file = await files.find(requireAccount(request), id, 'file:read')
    const { version } = request.query as { readonly version?: unknown }
    const row = await findOriginal(context, file, version)
    return sendOriginal(context, { request, reply, row, by: { accountId, fileId: file.id } })
  })
}

/** Finds the current version, or the requested one, whose number is added to the name. */
async function findOriginal({ database }: ModuleContext, row: OwnedFileRow, version: unknown): Promise<Original> {
  if (version === undefined) return { ...row, version: row.version_number }
  if (typeof version !== 'string' || !/^[1-9]\d{0,8}$/.test(version)) throw new AppError('not-found')
  const versionRow = await database
    .selectFrom('file_version')
    .select(['blob_sha256', 'size_bytes', 'number as version'])
    .where('file_id', '=', row.id)
    .where('number', '=', Number(version))
    .executeTakeFirst()
  if (!versionRow) throw new AppError('not-found')
  return { ...versionRow, description: versionFileName(row.description, version) }
}
