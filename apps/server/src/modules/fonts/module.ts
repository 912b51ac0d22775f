import { limits, fontsRoutes } from '@kamar/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defineModule } from '../../domain/server-module.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import { FontService, type IncomingFont } from './font-service.js'

/** Fonts of an account for its drawings. */
export const fontsModule = defineModule({
  id: 'fonts',
  routes: fontsRoutes,
  create: (context) => new FontService(context),
  handlers: ({ service: fonts }) => ({
    listFonts: ({ actor }) => fonts.list(actor),
    useFonts: ({ actor }) => fonts.useNow(actor),
    removeFont: ({ actor, parameters }) => fonts.remove(actor, parameters.id),
  }),
  streams: (app, { service }) => addUpload(app, service),
})

/** Adds `POST /api/auth/fonts`: any number of fonts in one form. */
function addUpload(app: FastifyInstance, fonts: FontService): void {
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
