import { ProtocolError, type WebhookEvent, webhookEvents, type webhookRoutes, webhookSystem } from '@kamar/aps'
import type { ServiceHandlers } from '../mount-service.js'
import { hookPath } from './hook-records.js'
import type { Protocol } from '../protocol.js'

type Handlers = ServiceHandlers<typeof webhookRoutes>
type TokenName = 'createToken' | 'replaceToken' | 'deleteToken'
type ListName = 'listHooks' | 'listApplicationHooks' | 'listSystemHooks' | 'listEventHooks'

/** Creates the handlers of Webhooks v1. */
export const webhookHandlers = (services: Protocol): Handlers => ({
  ...hookHandlers(services),
  ...listHandlers(services),
  ...tokenHandlers(services),
})

function hookHandlers({ hooks }: Protocol): Omit<Handlers, TokenName | ListName> {
  return {
    createHook: async ({ application, parameters, body, reply }) => {
      const event = parseEvent(parameters)
      const { hookId } = await hooks.create(application, event, body)
      reply.code(201).header('location', `/webhooks/v1${hookPath(event, hookId)}`)
      return undefined
    },
    createSystemHooks: async ({ application, parameters, body, reply }) => {
      assertSystem(parameters.system)
      const hooksCreated = []
      for (const event of webhookEvents) hooksCreated.push(await hooks.create(application, event, body))
      reply.code(201)
      return { hooks: hooksCreated }
    },
    getHook: ({ application, parameters }) => hooks.describe(application, parseEvent(parameters), parameters.hookId),
    changeHook: async ({ application, parameters, body }) => {
      await hooks.change(application, { event: parseEvent(parameters), id: parameters.hookId, change: body })
      return undefined
    },
    deleteHook: async ({ application, parameters, reply }) => {
      await hooks.remove(application, parseEvent(parameters), parameters.hookId)
      reply.code(204)
      return undefined
    },
  }
}

function listHandlers({ hooks }: Protocol): Pick<Handlers, ListName> {
  return {
    listHooks: ({ application, query }) => hooks.list(application, query),
    listApplicationHooks: ({ application, query }) => hooks.list(application, query),
    // The other systems of APS, which clients list too, have no events here.
    listSystemHooks: async ({ application, parameters, query }) =>
      parameters.system === webhookSystem ? hooks.list(application, query) : { links: { next: null }, data: [] },
    listEventHooks: async ({ application, parameters, query }) =>
      hooks.list(application, { ...query, event: parseEvent(parameters) }),
  }
}

function tokenHandlers({ secrets }: Protocol): Pick<Handlers, TokenName> {
  return {
    createToken: async ({ application, body }) => {
      await secrets.create(application.applicationId, body.token)
      return { status: 200, detail: [`Token created successfully for client: ${application.clientId}`] }
    },
    replaceToken: async ({ application, body, reply }) => {
      await secrets.replace(application.applicationId, body.token)
      reply.code(204)
      return undefined
    },
    deleteToken: async ({ application, reply }) => {
      await secrets.remove(application.applicationId)
      reply.code(204)
      return undefined
    },
  }
}

function assertSystem(system: string): void {
  if (system !== webhookSystem) throw new ProtocolError(404, 'There is no such system')
}

function parseEvent({ system, event }: { readonly system: string; readonly event: string }): WebhookEvent {
  assertSystem(system)
  const webhookEvent = webhookEvents.find((name) => name === event)
  if (webhookEvent === undefined) throw new ProtocolError(404, 'There is no such event')
  return webhookEvent
}
