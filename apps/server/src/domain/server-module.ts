import type { FastifyInstance } from 'fastify'
import type { ModuleContext } from './module-context.js'
import type { Actor } from '../platform/authorization/actor.js'
import type { ServerEvents } from '../platform/events/server-events.js'
import type { Handlers, RouteTable } from '../platform/http/mount-routes.js'
import type { Job } from '../platform/jobs.js'

/** Created module. */
export interface Instance<Service> {
  readonly service: Service
  readonly context: ModuleContext
}

/** Listeners of a module, by the name of the event. */
export type Subscriptions = { [Name in keyof ServerEvents]?: (event: ServerEvents[Name]) => void }

/** The door of a server module: everything the server knows of it. Methods, so that modules form a list. */
export interface ServerModule<Table extends RouteTable = RouteTable, Service = unknown> {
  readonly id: string
  /** JSON routes; each has a handler. */
  readonly routes: Table
  create(context: ModuleContext): Service | Promise<Service>
  handlers(self: Instance<Service>): Handlers<NoInfer<Table>>
  /** Adds other routes, in a scope of their own. */
  streams?(app: FastifyInstance, self: Instance<Service>): void | Promise<void>
  /** Identifies a caller; null for one that the module does not know. */
  identify?(self: Instance<Service>, authorization: string | undefined): Promise<Actor | null>
  jobs?(self: Instance<Service>): readonly Job[]
  subscribe?(self: Instance<Service>): Subscriptions
  /** Returns whether every dependency responds. */
  ready?(self: Instance<Service>): Promise<boolean>
  /** Ends what keeps connections or threads open; called when the server begins to close. */
  close?(self: Instance<Service>): void | Promise<void>
}

/** Checks the handlers against the routes; the type of the table is of no use afterwards. */
export const defineModule = <Table extends RouteTable, Service>(
  module: ServerModule<Table, Service>,
): ServerModule<RouteTable, Service> => module

/** Response of routes that only acknowledge the request. */
export const done = { done: true } as const
