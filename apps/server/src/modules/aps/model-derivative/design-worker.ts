import { buildManifest, type DerivativeManifest } from '@kamar/contracts/aps'
import type { Database, DesignState } from '@kamar/database'
import { isFinal, type TranslationEvents } from '@kamar/translation'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { TrailingThrottle } from '../../../platform/trailing-throttle.js'
import { type DesignExport, exportsFor, readManifestInput, type ManifestServices } from './design-manifest.js'
import { type DesignRow, hasGeometry, selectDesigns } from './designs.js'

export interface DesignWorkerDependencies extends ManifestServices {
  readonly exports: ManifestServices['exports'] & {
    request(translationId: string, designExport: DesignExport): Promise<{ readonly state: 'working' | 'ready' }>
  }
  readonly events: TranslationEvents
  readonly log: FastifyBaseLogger
  /** Adds an event to the outbox of its subscribers, inside the caller's transaction. */
  readonly notify: (transaction: Transaction<Database>, designEvent: DesignEvent) => Promise<void>
  /** Wakes the delivery worker after an event was added to the outbox. */
  readonly wakeDeliveries: () => void
  readonly pollMilliseconds?: number
}

/** Event of a design. */
export interface DesignEvent {
  readonly event: 'extraction.finished' | 'extraction.updated'
  readonly design: DesignRow
  readonly manifest: DerivativeManifest
}

const defaultPollMilliseconds = 2000
/**
 * Throttle of progress, which comes many times a second and also for files that are not designs; an end is reported at
 * once.
 */
const gatherMilliseconds = 500
/** Step in which progress is reported. */
const stepPercent = 10
const maxDesignsPerPoll = 200

/**
 * Completes designs: once the translation exists, runs the exports that their outputs need, and then notifies
 * subscribers. Several servers may do the same: exports have the same bytes, and only one of them updates the row.
 */
export class DesignWorker {
  readonly #parts: DesignWorkerDependencies
  #round: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  readonly #throttle = new TrailingThrottle(gatherMilliseconds, () => this.#schedulePoll())
  #stopListening: (() => void) | null = null
  /** Translations that changed since the last round. */
  readonly #changedTranslations = new Set<string>()
  #isDue = false
  #isWaiting = false
  #isStopping = false

  constructor(parts: DesignWorkerDependencies) {
    this.#parts = parts
  }

  /** Starts polling all designs every few seconds, and those of a translation when it changes. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#parts.pollMilliseconds ?? defaultPollMilliseconds)
    this.#timer.unref()
    this.#stopListening = this.#parts.events.subscribe(({ state, translationId }) => {
      this.#changedTranslations.add(translationId)
      if (isFinal(state)) this.#schedulePoll()
      else this.#throttle.note()
    })
    this.wake()
  }

  /** Polls all designs now, or after the current round. */
  wake(): void {
    this.#isDue = true
    this.#schedulePoll()
  }

  /** Polls all designs; rounds never overlap. */
  poll(): Promise<void> {
    this.#isDue = true
    return this.#next()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#timer) clearInterval(this.#timer)
    this.#throttle.stop()
    this.#stopListening?.()
    await this.#round
  }

  #schedulePoll(): void {
    if (this.#isWaiting || this.#isStopping) return
    this.#isWaiting = true
    void this.#next()
  }

  #next(): Promise<void> {
    this.#round = this.#round.then(async () => {
      this.#isWaiting = false
      const changedIds = this.#isDue ? null : [...this.#changedTranslations]
      this.#isDue = false
      this.#changedTranslations.clear()
      try {
        for (const design of await this.#underway(changedIds)) if (!this.#isStopping) await this.#advance(design)
      } catch (error) {
        this.#parts.log.error({ err: error }, 'design poll failed')
      }
    })
    return this.#round
  }

  /** Selects the designs of these translations, or all, that are in progress; waiting ones have nothing to report. */
  #underway(changedIds: readonly string[] | null): Promise<DesignRow[]> {
    return selectDesigns(this.#parts.database)
      .where('design.state', '=', 'inprogress')
      .where('translation.state', '!=', 'queued')
      .$if(changedIds !== null, (query) =>
        query.where('design.translation_id', '=', sql<string>`any(${changedIds}::uuid[])`),
      )
      .orderBy('design.updated_at')
      .limit(maxDesignsPerPoll)
      .execute()
  }

  async #advance(design: DesignRow): Promise<void> {
    const isMade = design.translation_state === 'succeeded' && (await this.#makeExports(design))
    const state: DesignState = isMade === 'failed' ? 'failed' : 'inprogress'
    const manifest = buildManifest(await readManifestInput(this.#parts, { ...design, state }))
    const end = manifest.status === 'pending' ? 'inprogress' : manifest.status
    if (end === 'inprogress') await this.#notifyProgress(design, manifest)
    else await this.#move(design, { state: end }, { event: 'extraction.finished', design, manifest })
  }

  async #makeExports(design: DesignRow): Promise<'working' | 'ready' | 'failed'> {
    if (!hasGeometry(design)) return 'ready'
    let result: 'working' | 'ready' = 'ready'
    for (const designExport of exportsFor(design)) {
      try {
        const { state } = await this.#parts.exports.request(design.translation_id, designExport)
        if (state === 'working') result = 'working'
      } catch (error) {
        this.#parts.log.error({ err: error, design: design.id, name: designExport.name }, 'design export failed')
        return 'failed'
      }
    }
    return result
  }

  async #notifyProgress(design: DesignRow, manifest: DerivativeManifest): Promise<void> {
    const percent = Number(/^\d+/.exec(manifest.progress)?.[0] ?? 0)
    if (percent < design.notified_percent + stepPercent) return
    await this.#move(design, { notified_percent: percent }, { event: 'extraction.updated', design, manifest })
  }

  async #move(
    design: DesignRow,
    columns: { readonly state: DesignState } | { readonly notified_percent: number },
    designEvent: DesignEvent,
  ): Promise<void> {
    const { database, notify, wakeDeliveries } = this.#parts
    await database.transaction().execute(async (transaction) => {
      const changedIds = await transaction
        .updateTable('derivative_design')
        .set({ ...columns, updated_at: sql<Date>`now()` })
        .where('id', '=', design.id)
        .where('state', '=', 'inprogress')
        .where('translation_id', '=', design.translation_id)
        .where('notified_percent', '=', design.notified_percent)
        .returning('id')
        .executeTakeFirst()
      if (changedIds) await notify(transaction, designEvent)
    })
    wakeDeliveries()
  }
}
