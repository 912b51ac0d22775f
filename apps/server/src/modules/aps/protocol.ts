import { ModelQueries } from '@kamar/translation'
import type { FastifyRequest } from 'fastify'
import type { ModuleContext } from '../../domain/module-context.js'
import { createCallbackGuard } from '../../platform/http/callback-guard.js'
import { type ApplicationGuard, createApplicationGuard } from './application-guard.js'
import { ApplicationService } from './applications/application-service.js'
import { ClientTokens } from './authentication/client-tokens.js'
import { SigningKeys } from './authentication/signing-keys.js'
import { DesignJobs } from './model-derivative/design-jobs.js'
import { DesignWorker } from './model-derivative/design-worker.js'
import { ElementQueries } from './model-derivative/element-queries.js'
import { createSignedAddresses, type SignedAddresses } from './signed-addresses.js'
import { DeliveryWorker } from './webhooks/delivery-worker.js'
import { HookService } from './webhooks/hook-service.js'
import { queueEvents } from './webhooks/queue-events.js'
import { WebhookSecrets } from './webhooks/webhook-secrets.js'

/** What the services of the APS-compatible API share. */
export interface Protocol extends ModuleContext {
  readonly applications: ApplicationService
  readonly keys: SigningKeys
  readonly tokens: ClientTokens
  readonly guard: ApplicationGuard
  readonly addresses: SignedAddresses
  readonly jobs: DesignJobs
  readonly elementQueries: ElementQueries
  readonly designs: DesignWorker
  readonly hooks: HookService
  readonly secrets: WebhookSecrets
  readonly deliveries: DeliveryWorker
  /**
   * Returns the origin of the links in a response: the configured one, else the one of the request. Only that caller
   * receives it, so that a forged host deceives nobody else.
   */
  readonly originOf: (request: FastifyRequest) => string
  /** Ends the threads that hold models open. */
  close(): Promise<void>
}

export function createProtocol(context: ModuleContext): Protocol {
  const { configuration, database, derivatives, domain, log, now } = context
  const keys = new SigningKeys({ database, sealer: domain.sealer('signing key'), now })
  const tokens = new ClientTokens(context, keys)
  const callbacks = createCallbackGuard(configuration.webhookNetworks)
  const secrets = new WebhookSecrets(database, domain.sealer('webhook secret'))
  const deliveries = new DeliveryWorker(context, { guard: callbacks, secrets })
  const queries = new ModelQueries(derivatives)
  return {
    ...context,
    applications: new ApplicationService(context),
    keys,
    tokens,
    guard: createApplicationGuard(tokens),
    addresses: createSignedAddresses(domain.key('signed address'), now),
    jobs: new DesignJobs(context),
    elementQueries: new ElementQueries({ database, queries }),
    designs: new DesignWorker({
      database,
      exports: domain.exports,
      events: domain.translation.events,
      log,
      notify: (transaction, designEvent) => queueEvents(transaction, designEvent, now()),
      wakeDeliveries: () => deliveries.wake(),
    }),
    hooks: new HookService({ database, guard: callbacks, secrets }),
    secrets,
    deliveries,
    originOf: (request) => configuration.publicUrl?.origin ?? `${request.protocol}://${request.host}`,
    close: () => queries.close(),
  }
}
