import type { FastifyInstance, FastifyRequest } from 'fastify'
import { companionsRoutes, type FileRecord } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { fileBytesOfForm } from '../../platform/http/bodies/form-size.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { CompanionService } from './companion-service.js'
import { readFormFiles } from '../../domain/uploads/incoming-files.js'
import { readUploadLimit } from '../../domain/uploads/upload-limit.js'

const maxFiles = 50

/** Textures and other files that a model refers to. */
export const companionsModule = defineModule({
  id: 'companions',
  routes: companionsRoutes,
  create: (context) => new CompanionService(context),
  handlers: ({ service }) => ({ listCompanions: ({ actor, parameters }) => service.list(actor, parameters.id) }),
  streams: (app, { context, service }) => addUpload(app, context, service),
})

/** Adds `POST /api/auth/my-urns/:id/companions`: any number of files of one model in one form. */
function addUpload(app: FastifyInstance, context: ModuleContext, companions: CompanionService): void {
  app.post('/api/auth/my-urns/:id/companions', { onRequest: enter('user') }, (request) =>
    attach(request, context, companions),
  )
}

async function attach(
  request: FastifyRequest,
  { configuration, database }: ModuleContext,
  companions: CompanionService,
): Promise<FileRecord> {
  const { id } = request.params as { readonly id: string }
  const actor = requireAccount(request)
  const maxBytes = await readUploadLimit(database, configuration, actor.accountId)
  return companions.attach(actor, id, {
    files: readFormFiles(request, { files: maxFiles, maxBytes }),
    sizeBytes: fileBytesOfForm(request, maxFiles * maxBytes),
  })
}
