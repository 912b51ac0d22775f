import type { FastifyInstance } from 'fastify'
import { limits, companionsRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { fileBytesOfForm } from '../../platform/http/bodies/form-size.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import { CompanionService } from './companion-service.js'
import { readFormFiles } from '../../domain/uploads/incoming-files.js'

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
    return companions.attach(requireAccount(request), id, {
      files: readFormFiles(request, { files: maxFiles }),
      sizeBytes,
    })
  })
}
