import type { Notices } from '@kamar/database'
import type { News } from './news.js'

/**
 * News that reach the other processes of a deployment as well: what is published here is told there, and what is told
 * from there is heard by the listeners here. Without other processes it is the news themselves.
 */
export function sharedNews<Item>(local: News<Item>, notices: Notices | null, topic: string): News<Item> {
  if (notices === null) return local
  notices.subscribe(topic, (text) => local.publish(JSON.parse(text) as Item))
  return {
    publish(item) {
      local.publish(item)
      notices.publish(topic, JSON.stringify(item))
    },
    subscribe: (listener) => local.subscribe(listener),
  }
}
