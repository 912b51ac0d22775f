import type { DerivativeStore } from '@kamar/storage'
import { ModelQueries, type TranslationContext } from '@kamar/translation'
import type { FastifyBaseLogger } from 'fastify'
import type { Transact } from '../../platform/unit-of-work.js'
import type { Protocol } from './create-protocol.js'
import { DesignJobs } from './model-derivative/design-jobs.js'
import { DesignWorker, type DesignWorkerDependencies } from './model-derivative/design-worker.js'
import { ElementQueries } from './model-derivative/element-queries.js'
import type { DerivativeRouteServices } from './model-derivative/routes.js'
import { createCallbackGuard } from '../../platform/http/callback-guard.js'
import { DeliveryWorker } from './webhooks/delivery-worker.js'
import { HookService } from './webhooks/hook-service.js'
import { queueEvents } from './webhooks/queue-events.js'
import type { WebhookRouteServices } from './webhooks/routes.js'
import { type SecretSealer, WebhookSecrets } from './webhooks/webhook-secrets.js'

export interface DerivativeDependencies {
  readonly protocol: Protocol
  readonly transact: Transact
  readonly translation: TranslationContext
  readonly derivatives: DerivativeStore
  readonly exports: DesignWorkerDependencies['exports']
  readonly webhookSealer: SecretSealer
  readonly configuration: { readonly webhookNetworks: readonly (readonly [string, number])[] }
  readonly log: FastifyBaseLogger
}

/** Translation and webhooks of the APS-compatible API. */
export interface Derivatives {
  readonly routes: DerivativeRouteServices
  readonly webhooks: WebhookRouteServices
  readonly designs: DesignWorker
  readonly deliveries: DeliveryWorker
  /** Starts the background work, which runs until `stop`. */
  start(): void
  stop(): Promise<void>
  /** Ends the threads that hold models open. */
  close(): Promise<void>
}

export function createDerivatives(parts: DerivativeDependencies): Derivatives {
  const { protocol, transact, translation, derivatives, exports, log } = parts
  const { database, now } = protocol
  const guard = createCallbackGuard(parts.configuration.webhookNetworks)
  const secrets = new WebhookSecrets(database, parts.webhookSealer)
  const deliveries = new DeliveryWorker({ database, guard, secrets, log, now })
  const designs = new DesignWorker({
    database,
    exports,
    events: translation.events,
    log,
    notify: (transaction, designEvent) => queueEvents(transaction, designEvent, now()),
    wakeDeliveries: () => deliveries.wake(),
  })
  const queries = new ModelQueries(derivatives)
  return {
    routes: {
      ...protocol,
      derivatives,
      exports,
      jobs: new DesignJobs({ transact, translation, blobs: protocol.blobs, now }),
      elementQueries: new ElementQueries({ database, queries }),
      wake: () => designs.wake(),
    },
    webhooks: { hooks: new HookService({ database, guard, secrets }), secrets },
    designs,
    deliveries,
    start() {
      designs.start()
      deliveries.start()
    },
    async stop() {
      await designs.stop()
      await deliveries.stop()
    },
    close: () => queries.close(),
  }
}
