import { sandboxFramePath, extensionsRoutes } from '@kamar/contracts'
import type { FastifyInstance } from 'fastify'
import { defineModule } from '../../domain/server-module.js'
import { createCallbackGuard } from '../../platform/http/callback-guard.js'
import { ExtensionAdministrator } from './extension-administration.js'
import { ExtensionService } from './extension-service.js'
import { readFramePage } from './frame-page.js'

/** Third-party extensions of the viewer. */
export const extensionsModule = defineModule({
  id: 'extensions',
  routes: extensionsRoutes,
  create({ configuration, database }) {
    const extensions = new ExtensionService(database, createCallbackGuard(configuration.extensionNetworks))
    return { extensions, administrator: new ExtensionAdministrator(extensions) }
  },
  handlers: ({ service: { administrator, extensions } }) => ({
    listExtensions: ({ actor }) => extensions.list(actor),
    installExtension: ({ actor, body }) => extensions.install(actor, body.manifestUrl),
    chooseExtension: ({ actor, parameters, body }) => extensions.choose(actor, parameters.id, body),
    extensionCode: ({ actor, parameters }) => extensions.code(actor, parameters.id),
    administerExtensions: () => administrator.read(),
    saveExtensionSources: ({ actor, body }) => administrator.saveSources(actor, body.sources),
    addExtension: ({ actor, body }) => administrator.add(actor, body.manifestUrl, body.audience),
    changeExtension: ({ actor, parameters, body }) => administrator.change(actor, parameters.id, body),
    fetchExtensionAgain: ({ actor, parameters }) => administrator.fetchAgain(actor, parameters.id),
    removeExtension: ({ actor, parameters }) => administrator.remove(actor, parameters.id),
  }),
  streams: addSandboxFrame,
})

/** Adds the document in which extensions run. */
function addSandboxFrame(app: FastifyInstance): void {
  const { html, policy } = readFramePage()
  app.get(sandboxFramePath, (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
        'x-dns-prefetch-control': 'off',
      })
      .send(html),
  )
}
