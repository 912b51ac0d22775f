import { randomUUID } from 'node:crypto'
import pg from 'pg'

const channel = 'kamar'
/** PostgreSQL takes less than 8000 bytes at once; the head of a piece needs some. */
const pieceCharacters = 7000
const mostPieces = 64
const firstPauseMilliseconds = 250
const longestPauseMilliseconds = 5000

/** What processes on one database server tell each other: told to those who listen then, and kept by nobody. */
export interface Notices {
  /** Tells the other processes; never throws. Whoever must not miss it looks at the database too. */
  publish(topic: string, text: string): void
  /** Told what other processes publish; returns the way to stop listening. */
  subscribe(topic: string, listener: (text: string) => void): () => void
  /** Told when notices may have been missed: the connection was lost and is back, or one was too large to be sent. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** How to listen and to speak. */
export interface NoticesOptions {
  readonly url: string
  /** Speaks; a connection of its own listens. */
  readonly pool: pg.Pool
  readonly onError: (error: unknown) => void
}

interface Piece {
  readonly sender: string
  readonly id: string
  readonly topic: string
  readonly index: number
  readonly count: number
  readonly text: string
}

/** Joins the processes of a database server. Resolves once it listens. */
export async function openNotices(options: NoticesOptions): Promise<Notices> {
  const notices = new ServerNotices(options)
  await notices.listen()
  return notices
}

class ServerNotices implements Notices {
  readonly #options: NoticesOptions
  readonly #sender = randomUUID()
  readonly #listeners = new Map<string, Set<(text: string) => void>>()
  readonly #gapListeners = new Set<() => void>()
  readonly #partial = new Map<string, string[]>()
  readonly #closing = new AbortController()
  #client: pg.Client | null = null
  #speaking: Promise<unknown> = Promise.resolve()

  constructor(options: NoticesOptions) {
    this.#options = options
  }

  publish(topic: string, text: string): void {
    const pieces = this.#piecesOf(topic, text)
    // One after the other: what was published first is heard first.
    this.#speaking = this.#speaking
      .then(() =>
        this.#options.pool.query(`select pg_notify('${channel}', piece) from unnest($1::text[]) piece`, [pieces]),
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
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
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
        return this.#tellGap()
      } catch (error) {
        this.#options.onError(error)
        pause = Math.min(2 * pause, longestPauseMilliseconds)
      }
    }
  }

  #piecesOf(topic: string, text: string): string[] {
    const ascii = JSON.stringify(text).replaceAll(/[\u007f-\uffff]/g, escaped)
    const count = Math.ceil(ascii.length / pieceCharacters)
    const head = { sender: this.#sender, id: randomUUID() }
    if (count > mostPieces) return [[head.sender, head.id, topic, 0, 0, ''].join(' ')]
    return Array.from({ length: count }, (_, index) =>
      [
        head.sender,
        head.id,
        topic,
        index,
        count,
        ascii.slice(index * pieceCharacters, (index + 1) * pieceCharacters),
      ].join(' '),
    )
  }

  #hear(payload: string): void {
    const piece = pieceOf(payload)
    if (piece === null || piece.sender === this.#sender) return
    if (piece.count === 0) return this.#tellGap()
    const held = this.#partial.get(piece.id) ?? []
    if (held.length !== piece.index) return
    held.push(piece.text)
    if (held.length < piece.count) {
      this.#partial.set(piece.id, held)
      return
    }
    this.#partial.delete(piece.id)
    this.#deliver(piece.topic, JSON.parse(held.join('')) as string)
  }

  #deliver(topic: string, text: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(text)
  }

  #tellGap(): void {
    for (const listener of this.#gapListeners) listener()
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function pieceOf(payload: string): Piece | null {
  const found = /^(\S+) (\S+) (\S+) (\d+) (\d+) (.*)$/s.exec(payload)
  if (found === null) return null
  const [, sender = '', id = '', topic = '', index = '', count = '', text = ''] = found
  return { sender, id, topic, index: Number(index), count: Number(count), text }
}
