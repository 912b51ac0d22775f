import type { PubSub } from '@kamar/database'
import type { EventBus } from './event-bus.js'

/**
 * Creates an event bus across all processes of a deployment: events published in one reach the listeners of every
 * other. Without other processes it returns the local bus.
 */
export function createSharedEventBus<Item>(
  local: EventBus<Item>,
  pubSub: PubSub | null,
  topic: string,
): EventBus<Item> {
  if (pubSub === null) return local
  pubSub.subscribe(topic, (text) => local.publish(JSON.parse(text) as Item))
  return {
    publish(item) {
      local.publish(item)
      pubSub.publish(topic, JSON.stringify(item))
    },
    subscribe: (listener) => local.subscribe(listener),
  }
}
