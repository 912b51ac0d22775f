import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import type { ChangeCounter } from './change-counter.js'
import type { FromCluster, ToCluster } from './cluster-messages.js'

const connectionsOf = new WeakMap<Worker, number>()

/** Socket of a `pg` client whose other end is PostgreSQL in a worker thread. */
export class WireStream extends Duplex {
  readonly #cluster: Worker
  readonly #connection: number
  readonly #changes: ChangeCounter

  constructor(cluster: Worker, changes: ChangeCounter) {
    super()
    this.#changes = changes
    this.#cluster = cluster
    this.#connection = (connectionsOf.get(cluster) ?? 0) + 1
    connectionsOf.set(cluster, this.#connection)
    cluster.on('message', this.#receive)
    cluster.once('exit', this.#clusterGone)
  }

  /** Called by `pg` in place of a network connect. */
  connect(): this {
    this.#send({ type: 'connect', connection: this.#connection })
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  /** Socket methods that a message port does not need. */
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {
    // Responses are pushed without backpressure; a result set that fits in PostgreSQL's response fits here.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#sendBytes(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#sendBytes(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#cluster.off('message', this.#receive)
    this.#cluster.off('exit', this.#clusterGone)
    done(error)
  }

  #sendBytes(bytes: Buffer): void {
    this.#changes.note(bytes)
    this.#send({ type: 'wire', connection: this.#connection, bytes: new Uint8Array(bytes) })
  }

  #send(message: ToCluster): void {
    this.#cluster.postMessage(message)
  }

  readonly #receive = (message: FromCluster): void => {
    if (!('connection' in message) || message.connection !== this.#connection) return
    if (message.type === 'wire') this.push(Buffer.from(message.bytes.buffer))
    else this.destroy(new EmbeddedConnectionError(message.message))
  }

  readonly #clusterGone = (): void => {
    this.destroy(new EmbeddedConnectionError('the embedded database has stopped'))
  }
}

/** The embedded database closed a connection; `pg` reports this error to the pending callers. */
class EmbeddedConnectionError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EmbeddedConnectionError'
  }
}
