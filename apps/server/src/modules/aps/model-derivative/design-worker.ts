import { buildManifest, type DerivativeManifest } from '@kamar/aps'
import type { Database, DesignState } from '@kamar/database'
import { isFinal, type TranslationEvents } from '@kamar/translation'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { createChannel } from '../../../platform/events/event-bus.js'
import { TrailingThrottle } from '../../../platform/trailing-throttle.js'
import { exportsFor, readManifestInput, type ManifestServices } from './design-manifest.js'
import { type DesignRow, hasGeometry, selectDesigns } from './designs.js'
import type { WantedExport } from '../../../domain/exports/export-service.js'

export interface DesignWorkerDependencies extends ManifestServices {
  readonly exports: ManifestServices['exports'] & {
    request(translationId: string, designExport: WantedExport): Promise<{ readonly state: 'working' | 'ready' }>
  }
  readonly events: TranslationEvents
  readonly log: FastifyBaseLogger
  /** Adds an event to the outbox of its subscribers, inside the caller's transaction. */
  readonly notify: (transaction: Transaction<Database>, designEvent: DesignEvent) => Promise<void>
  /** Wakes the delivery worker after an event was added to the outbox. */
  readonly wakeDeliveries: () => void
}

/** Event of a design. */
export interface DesignEvent {
  readonly event: 'extraction.finished' | 'extraction.updated'
  readonly design: DesignRow
  readonly manifest: DerivativeManifest
}

/**
 * Throttle of progress, which comes many times a second and also for files that are not designs; an end is reported at
 * once.
 */
const gatherMilliseconds = 500
/** Minimum time between rounds that poll all designs: less than the interval of the job. */
const pauseMilliseconds = 1500
/** Step in which progress is reported. */
const stepPercent = 10
const maxDesignsPerPoll = 200

/**
 * Completes designs: once the translation exists, runs the exports that their outputs need, and then notifies
 * subscribers. Several servers may do the same: exports have the same bytes, and only one of them updates the row.
 */
export class DesignWorker {
  readonly #parts: DesignWorkerDependencies
  readonly #woken = createChannel<null>()
  /** Translations that changed since the last round. */
  readonly #changedTranslations = new Set<string>()
  /** Time of the next round that polls all designs. */
  #allDueAt = 0

  constructor(parts: DesignWorkerDependencies) {
    this.#parts = parts
  }

  /** Requests a round that polls all designs now. */
  wake(): void {
    this.#allDueAt = 0
    this.#woken.publish(null)
  }

  /** Calls `wake` when translations change, and for requested rounds. */
  watch(wake: () => void): () => void {
    const throttle = new TrailingThrottle(gatherMilliseconds, wake)
    const stopListening = this.#parts.events.subscribe(({ state, translationId }) => {
      this.#changedTranslations.add(translationId)
      if (isFinal(state)) wake()
      else throttle.note()
    })
    const stopWaking = this.#woken.subscribe(wake)
    return () => {
      stopListening()
      stopWaking()
      throttle.stop()
    }
  }

  /** Polls all designs. */
  poll(): Promise<void> {
    this.#allDueAt = 0
    return this.run()
  }

  /** Polls all designs if that is due, else those of translations that changed since the last round. */
  async run(signal?: AbortSignal): Promise<void> {
    const now = performance.now()
    const isAllDue = now >= this.#allDueAt
    const changedIds = isAllDue ? null : [...this.#changedTranslations]
    if (isAllDue) this.#allDueAt = now + pauseMilliseconds
    this.#changedTranslations.clear()
    for (const design of await this.#underway(changedIds)) if (!signal?.aborted) await this.#advance(design)
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
