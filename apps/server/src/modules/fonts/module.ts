import { limits, fontsRoutes } from '@kamar/contracts'
import type { FastifyInstance } from 'fastify'
import { defineModule } from '../../domain/server-module.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import { FontService } from './font-service.js'
import { readFormFiles } from '../../domain/uploads/incoming-files.js'

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
    fonts.add(
      requireAccount(request),
      readFormFiles(request, { files: limits.maxFonts, maxBytes: limits.maxFontBytes }),
    ),
  )
}
