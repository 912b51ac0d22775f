import type { Database } from '@kamar/database'
import type { TranslationEvents } from '@kamar/translation'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Metrics of a process in the format of Prometheus. They contain no name, address or id of a user. */
export interface Metrics {
  /** Returns content type and text of all metrics. */
  read(): Promise<{ readonly type: string; readonly text: string }>
  /** Counts requests by route, method and status. */
  watchRequests(app: FastifyInstance): void
  /** Wraps the events and counts those of this process that end a translation. */
  counted(events: TranslationEvents): TranslationEvents
}

/** Creates the metrics of one process; those of the queue are queried from the database when they are read. */
export function createMetrics(database: Kysely<Database>, role: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry, prefix: 'kamar_' })
  const ended = new Counter({
    name: 'kamar_translations_total',
    help: 'Translations finished by this process, by final state.',
    labelNames: ['state'],
    registers: [registry],
  })
  addQueue(registry, database)
  return {
    read: async () => ({ type: registry.contentType, text: withFormerNames(await registry.metrics()) }),
    watchRequests: (app) => watchRequests(registry, app),
    counted: (events) => ({
      publish(event) {
        if (['succeeded', 'failed', 'cancelled'].includes(event.state)) ended.inc({ state: event.state })
        events.publish(event)
      },
      subscribe: (listener) => events.subscribe(listener),
    }),
  }
}

function watchRequests(registry: Registry, app: FastifyInstance): void {
  const seconds = new Histogram({
    name: 'kamar_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) }
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
}

interface QueueFigures {
  readonly waiting: number
  readonly running: number
  readonly oldest_seconds: number
}

function addQueue(registry: Registry, database: Kysely<Database>): void {
  const readQueue = async (): Promise<QueueFigures> => {
    const { rows } = await sql<QueueFigures>`
      select count(*) filter (where state = 'queued' and run_after <= now())::int as waiting,
        count(*) filter (where state = 'running')::int as running,
        coalesce(extract(epoch from now() - min(run_after) filter (where state = 'queued' and run_after <= now())), 0)::float8
          as oldest_seconds
      from translation where state in ('queued', 'running')`.execute(database)
    return rows[0] ?? { waiting: 0, running: 0, oldest_seconds: 0 }
  }
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] })
  const running = gauge('kamar_queue_running', 'Running translations of the whole deployment.')
  const oldest = gauge('kamar_queue_oldest_age_seconds', 'Age of the oldest translation that is ready to run.')
  // One query serves all three: its gauge is read first.
  void new Gauge({
    name: 'kamar_queue_waiting',
    help: 'Translations of the whole deployment that are ready to run and wait for a worker.',
    registers: [registry],
    async collect() {
      const figures = await readQueue()
      this.set(figures.waiting)
      running.set(figures.running)
      oldest.set(figures.oldest_seconds)
    },
  })
}

/** Names before version 0.3, exported beside the new ones for one release. */
const formerNames = {
  kamar_translations_total: 'kamar_translations_ended_total',
  kamar_http_request_duration_seconds: 'kamar_http_request_seconds',
  kamar_queue_oldest_age_seconds: 'kamar_queue_oldest_seconds',
} as const

function withFormerNames(text: string): string {
  const lines = text.trimEnd().split('\n')
  const former = Object.entries(formerNames).flatMap(([name, old]) =>
    lines.filter((line) => line.includes(name)).map((line) => line.replaceAll(name, old)),
  )
  return [...lines, ...former, ''].join('\n')
}
