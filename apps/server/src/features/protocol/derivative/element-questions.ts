import type { Database } from '@kamar/database'
import type { AskedQuery, ModelQueries, QueryOutcome } from '@kamar/translation'
import { setTimeout as pause } from 'node:timers/promises'
import { ProtocolError } from '@kamar/contracts/protocol'
import type { Kysely } from 'kysely'
import type { DesignRow } from './designs.js'

export interface ElementQuestionServices {
  readonly database: Kysely<Database>
  readonly queries: Pick<ModelQueries, 'ask'>
}

/** Clients wait this long before they ask again; proxies wait longer. */
const patienceMilliseconds = 4000
/** An answer that came too late for its question waits for the question to be asked again. */
const keptMilliseconds = 120_000
const usualMegabytes = 20
const forcedMegabytes = 256

/** Questions about the elements of designs. An answer that takes long is kept until it is asked for again. */
export class ElementQuestions {
  readonly #services: ElementQuestionServices
  readonly #underway = new Map<string, Promise<QueryOutcome>>()
  readonly #patience: () => Promise<null>

  /** `patience` ends when a question has waited long enough for its answer. */
  constructor(
    services: ElementQuestionServices,
    patience = (): Promise<null> => pause(patienceMilliseconds, null, { ref: false }),
  ) {
    this.#services = services
    this.#patience = patience
  }

  /**
   * JSON bytes; null while they are being made. Throws 404 for a design that has no elements or not this one, 413 for an
   * answer beyond 20 MB that was not asked for by `forceget`, 400 for a question that does not fit.
   */
  async ask(design: DesignRow, query: AskedQuery['query'], isForced: boolean): Promise<Buffer | null> {
    if (design.translation_state === 'queued' || design.translation_state === 'running') return null
    if (design.translation_state !== 'succeeded') throw new ProtocolError(404, 'The translation of this design failed')
    const mostMegabytes = isForced ? forcedMegabytes : usualMegabytes
    const asked: AskedQuery = { query, mostBytes: mostMegabytes * 2 ** 20 }
    const outcome = await this.#outcome(design, asked)
    if (outcome === null) return null
    switch (outcome.type) {
      case 'answer':
        return Buffer.from(outcome.bytes.buffer, outcome.bytes.byteOffset, outcome.bytes.byteLength)
      case 'unknown-object':
        throw new ProtocolError(404, 'There is no such object')
      case 'too-large':
        throw new ProtocolError(413, `The answer has more than ${mostMegabytes} MB; ask with forceget=true or for less`)
      case 'unfit':
        throw new ProtocolError(400, outcome.reason)
    }
  }

  async #outcome(design: DesignRow, asked: AskedQuery): Promise<QueryOutcome | null> {
    const name = `${design.translation_id} ${JSON.stringify(asked)}`
    const underway = this.#underway.get(name) ?? this.#start(name, design, asked)
    const first = await Promise.race([underway, this.#patience()])
    if (first !== null) this.#underway.delete(name)
    return first
  }

  #start(name: string, design: DesignRow, asked: AskedQuery): Promise<QueryOutcome> {
    const answer = this.#manifestOf(design).then((manifest) =>
      this.#services.queries.ask({ translationId: design.translation_id, manifest }, asked),
    )
    this.#underway.set(name, answer)
    const forget = (): void => {
      if (this.#underway.get(name) === answer) this.#underway.delete(name)
    }
    answer.then(
      () => setTimeout(forget, keptMilliseconds).unref(),
      () => forget(),
    )
    return answer
  }

  async #manifestOf({ translation_id: id }: DesignRow): Promise<unknown> {
    const row = await this.#services.database
      .selectFrom('translation')
      .select('manifest')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.manifest
  }
}
