import { AppError, exportFile, type ExportName, exportPath, type ExportSelection } from '@kamar/core'
import type { ExportState } from '@kamar/contracts'
import type { Database, JsonObject } from '@kamar/database'
import type { DerivativeStore } from '@kamar/storage'
import { type ExportTask, makeExport, Slots } from '@kamar/translation'
import type { Kysely } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'

/** Each export occupies a processor; further ones wait. */
const maxConcurrent = 2

export interface ExportServices {
  readonly database: Kysely<Database>
  readonly derivatives: DerivativeStore
  readonly log: FastifyBaseLogger
}

/** Requested export of a translation: of the whole, or of selected objects. */
export interface WantedExport {
  readonly name: ExportName
  readonly selection: ExportSelection | null
}

interface ExportKey extends WantedExport {
  readonly translationId: string
}

interface Underway {
  fraction: number
  /** Set after a failure: the next request reports it, and the one after that starts the export again. */
  failure: unknown
}

/** Exports of translated models: created on first request, then stored as long as their package. */
export class ExportService {
  readonly #services: ExportServices
  readonly #underway = new Map<string, Underway>()
  readonly #slots = new Slots(maxConcurrent)
  readonly #stopped = new AbortController()

  constructor(services: ExportServices) {
    this.#services = services
  }

  /** Starts an export, or returns its progress; throws `translation-not-ready` without a complete package. */
  async request(translationId: string, requestedExport: WantedExport): Promise<Omit<ExportState, 'path'>> {
    const key = { translationId, ...requestedExport }
    const sizeBytes = await this.#storedSize(key)
    if (sizeBytes !== null) return { state: 'ready', fraction: 1, size: sizeBytes }
    const underway = this.#underway.get(formatKey(key)) ?? this.#start(key, await this.#readManifest(key))
    if (underway.failure !== null) {
      this.#underway.delete(formatKey(key))
      throw underway.failure instanceof AppError ? underway.failure : new AppError('export-failed')
    }
    return { state: 'working', fraction: underway.fraction, size: null }
  }

  /** Returns the progress of an export on this server, 0 to 1; 0 for one that it does not run. */
  getProgress(translationId: string, requestedExport: WantedExport): number {
    return this.#underway.get(formatKey({ translationId, ...requestedExport }))?.fraction ?? 0
  }

  /** Aborts running exports. */
  close(): void {
    this.#stopped.abort()
  }

  #start(key: ExportKey, manifest: unknown): Underway {
    const underway: Underway = { fraction: 0, failure: null }
    this.#underway.set(formatKey(key), underway)
    const { derivatives } = this.#services
    const onFraction = (fraction: number): void => {
      underway.fraction = Math.max(underway.fraction, fraction)
    }
    void this.#make(key, { ...key, manifest, derivatives, signal: this.#stopped.signal, onFraction }).then(
      () => this.#underway.delete(formatKey(key)),
      (error: unknown) => {
        underway.failure = error
        this.#services.log.error({ err: error, ...key }, 'export failed')
      },
    )
    return underway
  }

  async #make(key: ExportKey, task: ExportTask): Promise<void> {
    await this.#slots.acquire()
    try {
      const exportFile = await makeExport(task)
      await this.#record(key, exportFile)
    } finally {
      this.#slots.release()
    }
  }

  /** Records the export; two servers may create the same one, with the same bytes. */
  async #record({ translationId }: ExportKey, exportFile: Awaited<ReturnType<typeof makeExport>>): Promise<void> {
    const { path, sizeBytes, sha256 } = exportFile
    await this.#services.database
      .insertInto('derivative')
      .values({ translation_id: translationId, path, size_bytes: sizeBytes, sha256, encoding: 'identity' })
      .onConflict((conflict) => conflict.columns(['translation_id', 'path']).doNothing())
      .execute()
  }

  async #storedSize({ translationId, name, selection }: ExportKey): Promise<number | null> {
    const row = await this.#services.database
      .selectFrom('derivative')
      .select('size_bytes')
      .where('translation_id', '=', translationId)
      .where('path', '=', exportPath(name, selection))
      .executeTakeFirst()
    return row?.size_bytes ?? null
  }

  async #readManifest({ translationId, name }: ExportKey): Promise<unknown> {
    const row = await this.#services.database
      .selectFrom('translation')
      .select(['state', 'manifest'])
      .where('id', '=', translationId)
      .executeTakeFirst()
    if (row?.state !== 'succeeded' || row.manifest === null) throw new AppError('translation-not-ready')
    assertHasSheets(row.manifest, name)
    return row.manifest
  }
}

/** Throws `not-found` for drawings of a model without sheets, and for unknown sheets. */
function assertHasSheets(manifest: JsonObject, name: ExportName): void {
  const { of, sheet } = exportFile(name)
  const { sheets } = manifest
  const count = Array.isArray(sheets) ? sheets.length : 0
  if (sheet === null ? of === 'drawing' && count === 0 : sheet >= count) throw new AppError('not-found')
}

const formatKey = ({ translationId, name, selection }: ExportKey): string =>
  `${translationId}/${exportPath(name, selection)}`
