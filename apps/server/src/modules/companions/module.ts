import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits, companionsRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { fileBytesOfForm } from '../../platform/http/form-size.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import { CompanionService, type IncomingCompanion } from './companion-service.js'

const maxFiles = 50

/** Textures and other files that a model refers to. */
export const companionsModule = defineModule({
  id: 'companions',
  routes: companionsRoutes,
  create: (context) => new CompanionService(context),
  handlers: ({ service }) => ({ listCompanions: ({ actor, parameters }) => service.list(actor, parameters.id) }),
  streams: (app, { service }) => addUpload(app, service),
})

/** Adds `POST /api/auth/my-urns/:id/companions`: any number of files of one model in one form. */
function addUpload(app: FastifyInstance, companions: CompanionService): void {
  app.post('/api/auth/my-urns/:id/companions', { onRequest: enter('user') }, (request) => {
    const { id } = request.params as { readonly id: string }
    const sizeBytes = fileBytesOfForm(request, maxFiles * limits.maxUploadBytes)
    return companions.attach(requireAccount(request), id, { files: readFiles(request), sizeBytes })
  })
}

async function* readFiles(request: FastifyRequest): AsyncIterable<IncomingCompanion> {
  for await (const part of request.files({ limits: { files: maxFiles } })) {
    yield { name: part.filename, content: part.file, isCut: () => part.file.truncated }
  }
}
