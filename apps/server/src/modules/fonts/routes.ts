import { limits } from '@kamar/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireAccount, enter, type Handlers } from '../../platform/http/mount-routes.js'
import type { FontService, IncomingFont } from './font-service.js'

export function fontRoutes(fonts: FontService): Pick<Handlers, 'listFonts' | 'removeFont' | 'useFonts'> {
  return {
    listFonts: ({ actor }) => fonts.list(actor),
    useFonts: ({ actor }) => fonts.useNow(actor),
    removeFont: ({ actor, parameters }) => fonts.remove(actor, parameters.id),
  }
}

/** Adds `POST /api/auth/fonts`: any number of fonts in one form. */
export function addFontRoutes(app: FastifyInstance, fonts: FontService): void {
  app.post('/api/auth/fonts', { onRequest: enter('user') }, (request) =>
    fonts.add(requireAccount(request), readFonts(request)),
  )
}

async function* readFonts(request: FastifyRequest): AsyncIterable<IncomingFont> {
  const uploadLimits = { files: limits.maxFonts, fileSize: limits.maxFontBytes }
  for await (const part of request.files({ limits: uploadLimits })) {
    yield { name: part.filename, content: part.file, isCut: () => part.file.truncated }
  }
}
