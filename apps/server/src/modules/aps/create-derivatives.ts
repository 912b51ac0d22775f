import { ModelQueries } from '@kamar/translation'
import type { ModuleContext } from '../../domain/module-context.js'
import type { Protocol } from './create-protocol.js'
import { DesignJobs } from './model-derivative/design-jobs.js'
import { DesignWorker } from './model-derivative/design-worker.js'
import { ElementQueries } from './model-derivative/element-queries.js'
import type { DerivativeRouteServices } from './model-derivative/routes.js'
import { createCallbackGuard } from '../../platform/http/callback-guard.js'
import { DeliveryWorker } from './webhooks/delivery-worker.js'
import { HookService } from './webhooks/hook-service.js'
import { queueEvents } from './webhooks/queue-events.js'
import type { WebhookRouteServices } from './webhooks/routes.js'
import { WebhookSecrets } from './webhooks/webhook-secrets.js'

/** Translation and webhooks of the APS-compatible API. */
export interface Derivatives {
  readonly routes: DerivativeRouteServices
  readonly webhooks: WebhookRouteServices
  readonly designs: DesignWorker
  readonly deliveries: DeliveryWorker
  /** Ends the threads that hold models open. */
  close(): Promise<void>
}

export function createDerivatives(context: ModuleContext, protocol: Protocol): Derivatives {
  const { configuration, database, derivatives, domain, log, now, transact } = context
  const { exports, translation } = domain
  const guard = createCallbackGuard(configuration.webhookNetworks)
  const secrets = new WebhookSecrets(database, domain.sealer('webhook secret'))
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
    close: () => queries.close(),
  }
}
