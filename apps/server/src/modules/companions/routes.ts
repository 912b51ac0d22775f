import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '@kamar/contracts'
import { fileBytesOfForm } from '../../platform/http/form-size.js'
import { requireAccount, enter, type Handlers } from '../../platform/http/mount-routes.js'
import type { CompanionService, IncomingCompanion } from './companion-service.js'

const maxFiles = 50

export function companionHandlers(companions: CompanionService): Pick<Handlers, 'listCompanions'> {
  return { listCompanions: ({ actor, parameters }) => companions.list(actor, parameters.id) }
}

/** Adds `POST /api/auth/my-urns/:id/companions`: any number of files of one model in one form. */
export function addCompanionRoutes(app: FastifyInstance, companions: CompanionService): void {
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
