import type { PubSub } from '@kamar/database'

/** Events of one kind within this process; published after they are written, never before. */
export interface Channel<Event> {
  publish(event: Event): void
  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: Event) => void): () => void
}

/** A channel for each kind of event. */
export type Channels<Events extends object> = { readonly [Name in keyof Events]: Channel<Events[Name]> }

/** Events across all processes of a deployment: events published in one reach the listeners of every other. */
export interface EventBus<Events extends object> {
  publish<Name extends keyof Events>(name: Name, event: Events[Name]): void
  /** Returns a function that unsubscribes. */
  subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void
}

/** Creates a channel of this process. */
export function createChannel<Event>(): Channel<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    publish(event) {
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Connects the channels of this process to those of other processes; to none without `pubSub`. */
export function createEventBus<Events extends object>(
  channels: Channels<Events>,
  pubSub: PubSub | null,
): EventBus<Events> {
  for (const name of Object.keys(channels) as (keyof Events & string)[])
    pubSub?.subscribe(name, (text) => channels[name].publish(JSON.parse(text) as Events[typeof name]))
  return {
    publish(name, event) {
      channels[name].publish(event)
      pubSub?.publish(String(name), JSON.stringify(event))
    },
    subscribe: (name, listener) => channels[name].subscribe(listener),
  }
}

/** Returns the events of one kind. */
export function selectChannel<Events extends object, Name extends keyof Events>(
  events: EventBus<Events>,
  name: Name,
): Channel<Events[Name]> {
  return {
    publish: (event) => events.publish(name, event),
    subscribe: (listener) => events.subscribe(name, listener),
  }
}
