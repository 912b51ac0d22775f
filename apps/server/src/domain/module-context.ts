import type { Database, OpenDatabase } from '@kamar/database'
import type { BlobStore, DerivativeStore } from '@kamar/storage'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Configuration } from '../platform/configuration/configuration.js'
import type { EventBus } from '../platform/events/event-bus.js'
import type { ServerEvents } from '../platform/events/server-events.js'
import type { Stores } from '../platform/storage/stores.js'
import type { Transact } from '../platform/unit-of-work.js'
import type { Domain } from './domain.js'

/** What every module gets. */
export interface ModuleContext {
  readonly configuration: Configuration
  readonly log: FastifyBaseLogger
  readonly database: Kysely<Database>
  /** Counter of writes; null where other processes write as well. */
  readonly changes: OpenDatabase['changes']
  readonly blobs: BlobStore
  readonly derivatives: DerivativeStore
  /** Null with a disk. */
  readonly objects: Stores['objects']
  readonly events: EventBus<ServerEvents>
  readonly domain: Domain
  readonly transact: Transact
  /** Isolation level of the readers; null while no worker runs in this process. */
  readonly isolation: () => Promise<string> | null
  readonly now: () => Date
  /** Origin of links: the public URL, else the port that was opened. */
  readonly origin: () => string
}
