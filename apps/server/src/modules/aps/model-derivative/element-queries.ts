import type { Database } from '@kamar/database'
import type { QueryRequest, ModelQueries, QueryOutcome } from '@kamar/translation'
import { setTimeout as pause } from 'node:timers/promises'
import { ProtocolError } from '@kamar/aps'
import type { Kysely } from 'kysely'
import type { DesignRow } from './designs.js'

export interface ElementQueryServices {
  readonly database: Kysely<Database>
  readonly queries: Pick<ModelQueries, 'run'>
}

/** Clients wait this long before they repeat a request; proxies wait longer. */
const timeoutMilliseconds = 4000
/** Time for which a late result waits for its query to be repeated. */
const resultLifetimeMilliseconds = 120_000
const defaultMegabytes = 20
const forcedMegabytes = 256

/** Queries of the elements of designs. A slow result is stored until the query is repeated. */
export class ElementQueries {
  readonly #services: ElementQueryServices
  readonly #underway = new Map<string, Promise<QueryOutcome>>()
  readonly #startTimeout: () => Promise<null>

  /** `startTimeout` resolves when a query has waited long enough for its result. */
  constructor(
    services: ElementQueryServices,
    startTimeout = (): Promise<null> => pause(timeoutMilliseconds, null, { ref: false }),
  ) {
    this.#services = services
    this.#startTimeout = startTimeout
  }

  /**
   * Returns JSON bytes; null while they are computed. Throws 404 for a design without elements or without this one, 413
   * for a result beyond 20 MB without `forceget`, 400 for an invalid query.
   */
  async run(design: DesignRow, query: QueryRequest['query'], isForced: boolean): Promise<Buffer | null> {
    if (design.translation_state === 'queued' || design.translation_state === 'running') return null
    if (design.translation_state !== 'succeeded') throw new ProtocolError(404, 'The translation of this design failed')
    const maxMegabytes = isForced ? forcedMegabytes : defaultMegabytes
    const request: QueryRequest = { query, maxBytes: maxMegabytes * 2 ** 20 }
    const outcome = await this.#outcome(design, request)
    if (outcome === null) return null
    switch (outcome.type) {
      case 'answer':
        return Buffer.from(outcome.bytes.buffer, outcome.bytes.byteOffset, outcome.bytes.byteLength)
      case 'unknown-object':
        throw new ProtocolError(404, 'There is no such object')
      case 'too-large':
        throw new ProtocolError(413, `The answer has more than ${maxMegabytes} MB; ask with forceget=true or for less`)
      case 'unfit':
        throw new ProtocolError(400, outcome.reason)
    }
  }

  async #outcome(design: DesignRow, request: QueryRequest): Promise<QueryOutcome | null> {
    const name = `${design.translation_id} ${JSON.stringify(request)}`
    const underway = this.#underway.get(name) ?? this.#start(name, design, request)
    const first = await Promise.race([underway, this.#startTimeout()])
    if (first !== null) this.#underway.delete(name)
    return first
  }

  #start(name: string, design: DesignRow, request: QueryRequest): Promise<QueryOutcome> {
    const outcome = this.#readManifest(design).then((manifest) =>
      this.#services.queries.run({ translationId: design.translation_id, manifest }, request),
    )
    this.#underway.set(name, outcome)
    const evict = (): void => {
      if (this.#underway.get(name) === outcome) this.#underway.delete(name)
    }
    outcome.then(
      () => setTimeout(evict, resultLifetimeMilliseconds).unref(),
      () => evict(),
    )
    return outcome
  }

  async #readManifest({ translation_id: id }: DesignRow): Promise<unknown> {
    const row = await this.#services.database
      .selectFrom('translation')
      .select('manifest')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.manifest
  }
}
