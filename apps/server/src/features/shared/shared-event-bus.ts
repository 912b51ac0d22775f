import type { PubSub } from '@kamar/database'
import type { EventBus } from './event-bus.js'

/**
 * News that reach the other processes of a deployment as well: what is published here is told there, and what is told
 * from there is heard by the listeners here. Without other processes it is the news themselves.
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
