import { randomUUID } from 'node:crypto'
import pg from 'pg'

const channel = 'kamar'
/** PostgreSQL allows less than 8000 bytes per notification; the header of a chunk needs some of them. */
const chunkCharacters = 7000
const maxChunks = 64
const firstPauseMilliseconds = 250
const maxPauseMilliseconds = 5000

/** Messages between processes on one database server: delivered to current subscribers and not stored. */
export interface PubSub {
  /** Publishes to the other processes; never throws. Subscribers that must not miss anything also read the database. */
  publish(topic: string, text: string): void
  /** Subscribes to messages of other processes; returns the function that unsubscribes. */
  subscribe(topic: string, listener: (text: string) => void): () => void
  /**
   * Calls the listener when messages may have been missed: the connection was restored after a loss, or a message was
   * too large.
   */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** Connections and settings of a `PubSub`. */
export interface PubSubOptions {
  readonly url: string
  /** Pool for publishing; a separate connection listens. */
  readonly pool: pg.Pool
  readonly onError: (error: unknown) => void
}

interface MessageChunk {
  readonly sender: string
  readonly id: string
  readonly topic: string
  readonly index: number
  readonly count: number
  readonly text: string
}

/** Connects to the processes of a database server. Resolves once it is listening. */
export async function openPubSub(options: PubSubOptions): Promise<PubSub> {
  const pubSub = new ServerPubSub(options)
  await pubSub.listen()
  return pubSub
}

class ServerPubSub implements PubSub {
  readonly #options: PubSubOptions
  readonly #sender = randomUUID()
  readonly #listeners = new Map<string, Set<(text: string) => void>>()
  readonly #gapListeners = new Set<() => void>()
  readonly #partial = new Map<string, string[]>()
  readonly #closing = new AbortController()
  #client: pg.Client | null = null
  #speaking: Promise<unknown> = Promise.resolve()

  constructor(options: PubSubOptions) {
    this.#options = options
  }

  publish(topic: string, text: string): void {
    const chunks = this.#toChunks(topic, text)
    // Sequential, so that messages arrive in the order of publication.
    this.#speaking = this.#speaking
      .then(() =>
        this.#options.pool.query(`select pg_notify('${channel}', piece) from unnest($1::text[]) piece`, [chunks]),
      )
      .catch(this.#options.onError)
  }

  subscribe(topic: string, listener: (text: string) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener)
    return () => this.#gapListeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#speaking
    await this.#client?.end().catch(() => undefined)
  }

  async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'kamar notices',
      connectionTimeoutMillis: 15_000,
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    client.on('error', (error) => this.#options.onError(error))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    client.once('end', () => void this.#listenAgain())
  }

  async #listenAgain(): Promise<void> {
    this.#partial.clear()
    let pause = firstPauseMilliseconds
    while (!this.#closing.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, pause).unref())
      if (this.#closing.signal.aborted) return
      try {
        await this.listen()
        return this.#notifyGap()
      } catch (error) {
        this.#options.onError(error)
        pause = Math.min(2 * pause, maxPauseMilliseconds)
      }
    }
  }

  #toChunks(topic: string, text: string): string[] {
    const ascii = JSON.stringify(text).replaceAll(/[\u007f-\uffff]/g, escaped)
    const count = Math.ceil(ascii.length / chunkCharacters)
    const header = { sender: this.#sender, id: randomUUID() }
    if (count > maxChunks) return [[header.sender, header.id, topic, 0, 0, ''].join(' ')]
    return Array.from({ length: count }, (_, index) =>
      [
        header.sender,
        header.id,
        topic,
        index,
        count,
        ascii.slice(index * chunkCharacters, (index + 1) * chunkCharacters),
      ].join(' '),
    )
  }

  #receive(payload: string): void {
    const chunk = parseChunk(payload)
    if (chunk === null || chunk.sender === this.#sender) return
    if (chunk.count === 0) return this.#notifyGap()
    const fragments = this.#partial.get(chunk.id) ?? []
    if (fragments.length !== chunk.index) return
    fragments.push(chunk.text)
    if (fragments.length < chunk.count) {
      this.#partial.set(chunk.id, fragments)
      return
    }
    this.#partial.delete(chunk.id)
    this.#deliver(chunk.topic, JSON.parse(fragments.join('')) as string)
  }

  #deliver(topic: string, text: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(text)
  }

  #notifyGap(): void {
    for (const listener of this.#gapListeners) listener()
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function parseChunk(payload: string): MessageChunk | null {
  const match = /^(\S+) (\S+) (\S+) (\d+) (\d+) (.*)$/s.exec(payload)
  if (match === null) return null
  const [, sender = '', id = '', topic = '', index = '', count = '', text = ''] = match
  return { sender, id, topic, index: Number(index), count: Number(count), text }
}
