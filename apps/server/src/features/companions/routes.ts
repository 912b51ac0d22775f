import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '@kamar/contracts'
import { fileBytesOfForm } from '../../http/form-size.js'
import { accountOf, enter, type Handlers } from '../../http/mount-routes.js'
import type { CompanionService, IncomingCompanion } from './companion-service.js'

const mostFiles = 50

export function companionHandlers(companions: CompanionService): Pick<Handlers, 'listCompanions'> {
  return { listCompanions: ({ actor, parameters }) => companions.list(actor, parameters.id) }
}

/** `POST /api/auth/my-urns/:id/companions`: any number of files of one model in one form. */
export function addCompanionRoutes(app: FastifyInstance, companions: CompanionService): void {
  app.post('/api/auth/my-urns/:id/companions', { onRequest: enter('user') }, (request) => {
    const { id } = request.params as { readonly id: string }
    const sizeBytes = fileBytesOfForm(request, mostFiles * limits.maximumUploadBytes)
    return companions.attach(accountOf(request), id, { files: filesOf(request), sizeBytes })
  })
}

async function* filesOf(request: FastifyRequest): AsyncIterable<IncomingCompanion> {
  for await (const part of request.files({ limits: { files: mostFiles } })) {
    yield { name: part.filename, content: part.file, isCut: () => part.file.truncated }
  }
}
