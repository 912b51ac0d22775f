import type { Database } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'
import type { EventBus } from './events/event-bus.js'
import type { ServerEvents } from './events/server-events.js'

/** A transaction and the events of its changes. */
export interface UnitOfWork {
  readonly transaction: Transaction<Database>
  /** Publishes after the commit, in the order of the calls; a transaction that rolls back publishes nothing. */
  readonly publish: <Name extends keyof ServerEvents>(name: Name, event: ServerEvents[Name]) => void
}

/** Runs a unit of work and returns its result. */
export type Transact = <Value>(work: (unit: UnitOfWork) => Promise<Value>) => Promise<Value>

export function createTransact(database: Kysely<Database>, events: EventBus<ServerEvents>): Transact {
  return async (work) => {
    const publications: (() => void)[] = []
    const value = await database
      .transaction()
      .execute((transaction) =>
        work({ transaction, publish: (name, event) => publications.push(() => events.publish(name, event)) }),
      )
    for (const publish of publications) publish()
    return value
  }
}
