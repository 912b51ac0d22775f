import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getFileExtension, TranslationError, type FileBundle } from '@kamar/core'
import { formatDescriptors } from '@kamar/formats'
import type { SandboxedResult } from '../reader-process/reader-pool.js'
import type { SandboxedTask } from '../reader-process/reader-process.js'
import type {
  ProviderResult,
  ProviderObservers,
  ProviderTask,
  TranslationProvider,
} from '../providers/translation-provider.js'
import { downloadArchive, downloadFiles, type CloudDownload } from './cloud-download.js'
import type { CloudManifest } from './cloud-manifest.js'
import { CloudObject } from './cloud-object.js'
import { CloudError } from './cloud-refusal.js'
import { cloudTiming, type CloudSettings, type CloudTiming } from './cloud-settings.js'
import { CloudTranslation } from './cloud-translation.js'
import { ServiceCalls } from './service-calls.js'

/** Fraction of the progress. */
const uploaded = 0.15
const translated = 0.65
const downloaded = 0.8
const cleanUpMilliseconds = 30_000

/** Dependencies of the cloud provider. */
export interface CloudDependencies {
  readonly settings: CloudSettings
  /** Parent of the folders of translations in progress. */
  readonly workFolder: string
  readonly timing?: CloudTiming
  readonly now?: () => Date
}

/** Finds the format in which the service delivers models. */
function findDeliveredFormat(): { readonly reader: string; readonly bundle: FileBundle } {
  for (const { id, bundle } of formatDescriptors) if (bundle) return { reader: id, bundle }
  throw new TranslationError({ code: 'no-reader' })
}

/** One translation in the cloud. */
interface CloudWork {
  readonly task: ProviderTask
  readonly observers: ProviderObservers
  readonly calls: ServiceCalls
  readonly object: CloudObject
  readonly translation: CloudTranslation
  /** Aborted by the time limit or by a stop. */
  readonly signal: AbortSignal
}

/**
 * Autodesk's cloud as a translation provider: a file goes into a bucket of the deployment, the service makes SVF of it,
 * a sandboxed reader reads that. Afterwards file and derivative are removed there. Names derive from the translation,
 * so that an attempt after a restart continues where the last one ended.
 */
export class CloudProvider implements TranslationProvider {
  readonly id = 'autodesk-cloud'
  readonly #parts: CloudDependencies
  readonly #timing: CloudTiming

  constructor(parts: CloudDependencies) {
    this.#parts = parts
    this.#timing = parts.timing ?? cloudTiming
  }

  /** Sends the file away: the caller has checked that it may leave. */
  async translate(task: ProviderTask, observers: ProviderObservers): Promise<ProviderResult> {
    const limit = AbortSignal.timeout(this.#timing.maxMilliseconds)
    const work = this.#begin(task, observers, AbortSignal.any([observers.signal, limit]))
    try {
      const result = await this.#work(work)
      await this.#cleanUp(task)
      return result
    } catch (error) {
      // This server after a restart, or the one that took over, continues with the existing state.
      const isContinued = observers.signal.reason === 'shutdown' || observers.signal.reason === 'lost'
      if (!isContinued) await this.#cleanUp(task)
      if (observers.signal.aborted) throw error
      if (limit.aborted) return { kind: 'refused', refusal: 'time-limit', message: 'the time limit' }
      if (error instanceof CloudError) return { kind: 'refused', refusal: error.refusal, message: error.message }
      throw error
    }
  }

  #begin(task: ProviderTask, observers: ProviderObservers, signal: AbortSignal): CloudWork {
    const { settings } = this.#parts
    const calls = new ServiceCalls(settings, this.#timing, signal)
    const object = new CloudObject(calls, settings, { key: `${task.translationId}${getFileExtension(task.fileName)}` })
    return { task, observers, calls, object, signal, translation: new CloudTranslation(calls, settings, object.urn) }
  }

  async #work(work: CloudWork): Promise<ProviderResult> {
    const manifest = await this.#translated(work)
    if (manifest.status === 'failed') throw new CloudError('not-translated', manifest.message)
    const [view] = manifest.views
    if (view === undefined) throw new CloudError('only-sheets', `${manifest.sheets} sheets`)
    const folder = await mkdtemp(join(this.#parts.workFolder, 'cloud-'))
    try {
      const { calls, translation } = work
      const result = await this.#read(work, { calls, translation, viewUrn: view.urn, folder })
      return {
        kind: 'done',
        result: addProviderReport(result, { cloud: manifest, at: this.#parts.now?.() ?? new Date(), task: work.task }),
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #translated({ object, observers, signal, task, translation }: CloudWork): Promise<CloudManifest> {
    const { onProgress } = observers
    onProgress?.(0, 'cloud-upload')
    if ((await translation.readManifest()) === null) {
      await object.upload(task.path, this.#timing, (share) => onProgress?.(share * uploaded, 'cloud-upload'))
      await translation.start(task.formatId)
    }
    return translation.wait(this.#timing, signal, (share) =>
      onProgress?.(uploaded + share * (translated - uploaded), 'cloud-translation'),
    )
  }

  /**
   * Reads twice in the sandbox: the first pass lists the files that the archive needs, because no external data is
   * parsed outside the sandbox.
   */
  async #read({ observers, task }: CloudWork, download: CloudDownload): Promise<SandboxedResult> {
    const { reader, bundle } = findDeliveredFormat()
    const archive = await downloadArchive(download)
    const sandboxedTask: SandboxedTask = {
      ...task,
      reader,
      companions: [{ name: bundle.archive, path: archive }],
    }
    const first = await observers.readSandboxed(sandboxedTask, { signal: observers.signal })
    if (!first.outcome.ok) return readable(first)
    const needs = first.outcome.manifest.report?.missingCompanions ?? []
    await first.release()
    const { files, index } = await downloadFiles(download, needs, (share) =>
      observers.onProgress?.(translated + share * (downloaded - translated), 'cloud-download'),
    )
    const companions = [
      ...sandboxedTask.companions,
      { name: bundle.index, path: index },
      { name: bundle.files, path: files },
    ]
    const onProgress = (fraction: number, stage: string): void =>
      observers.onProgress?.(downloaded + fraction * (1 - downloaded), stage)
    const second = await observers.readSandboxed(
      { ...sandboxedTask, companions },
      { signal: observers.signal, onProgress },
    )
    return readable(second)
  }

  /** Uses a signal of its own, because the translation's may be aborted; the bucket expires after a day anyway. */
  async #cleanUp(task: ProviderTask): Promise<void> {
    const { settings } = this.#parts
    const timing = { ...this.#timing, attempts: Math.min(2, this.#timing.attempts) }
    const calls = new ServiceCalls(settings, timing, AbortSignal.timeout(cleanUpMilliseconds))
    const object = new CloudObject(calls, settings, { key: `${task.translationId}${getFileExtension(task.fileName)}` })
    await new CloudTranslation(calls, settings, object.urn).remove().catch(() => undefined)
    await object.remove().catch(() => undefined)
  }
}

/** Throws for a derivative that a reader could not make a package of, unless it was stopped. */
async function readable(result: SandboxedResult): Promise<SandboxedResult> {
  const { outcome } = result
  if (outcome.ok || outcome.failure.code === 'cancelled') return result
  await result.release()
  throw new CloudError('not-readable', outcome.failure.code)
}

/** Metadata of a translation in the cloud, besides the package. */
interface CloudMetadata {
  readonly cloud: CloudManifest
  readonly at: Date
  readonly task: ProviderTask
}

const madeBy = (at: Date) =>
  ({ code: 'autodesk-cloud', severity: 'information', details: { date: at.toISOString().slice(0, 10) } }) as const

/** Adds to a package's report the provider and the parts of the service's response that the package does not show. */
function addProviderReport(result: SandboxedResult, { at, cloud, task }: CloudMetadata): SandboxedResult {
  const { outcome } = result
  if (!outcome.ok) return result
  const { manifest } = outcome
  const unshown = [
    { kind: 'sheet', reason: 'pdf', count: cloud.sheets },
    { kind: 'view', reason: 'other-view', count: cloud.views.length - 1 },
    { kind: 'companion', reason: 'not-sent', count: task.companions.length },
  ].filter(({ count }) => count > 0)
  const report = manifest.report && {
    ...manifest.report,
    status: unshown.length > 0 ? ('partial' as const) : manifest.report.status,
    skipped: [...manifest.report.skipped, ...unshown],
    findings: [madeBy(at), ...manifest.report.findings],
  }
  const source = { ...manifest.source, provider: { id: 'autodesk-cloud' as const, at: at.toISOString() } }
  return { ...result, outcome: { ...outcome, manifest: { ...manifest, source, report } } }
}
