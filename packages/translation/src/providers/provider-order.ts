import { type TranslationFailureCode, drawsNothing } from '@kamar/core'
import type { CloudRefusal } from '../autodesk-cloud/cloud-refusal.js'
import type { SandboxedResult } from '../reader-process/reader-pool.js'
import type { TranslationOutcome } from '../run/run-translation.js'
import {
  localProvider,
  type ProviderObservers,
  type ProviderTask,
  type TranslationProvider,
} from './translation-provider.js'

/** Failures of a local read that another program may avoid; a fault of the file itself recurs anywhere. */
const providerDependentCodes: ReadonlySet<TranslationFailureCode> = new Set(['no-reader', 'unsupported-version'])

/** Fraction of the progress for a local read that may not be final. */
const localProgressRatio = 0.05

/** The provider that may translate a file after the local readers. */
export interface FallbackProvider {
  readonly provider: TranslationProvider
  /** Returns whether the file may leave; called right before it would. */
  readonly mayLeave: () => Promise<boolean>
  /** Called around the provider's work: no reader is busy meanwhile. */
  readonly onRemoteChange: (isRemote: boolean) => void
  /** Called with the reason if it gave nothing, for the log. */
  readonly onRefused: (refusal: CloudRefusal, message: string) => void
}

/** Returns whether another provider may improve on a local result. */
export function needsOtherProvider(outcome: TranslationOutcome): boolean {
  if (!outcome.ok) return providerDependentCodes.has(outcome.failure.code)
  const { report } = outcome.manifest
  return report !== null && drawsNothing(report)
}

/**
 * Tries the local reader, then the fallback provider if the file may leave; if that fails, returns the local result.
 */
export async function translateInOrder(
  task: ProviderTask,
  observers: ProviderObservers,
  second: FallbackProvider | null,
): Promise<SandboxedResult> {
  const share = second === null ? 1 : localProgressRatio
  const local = await localProvider.translate(task, scaled(observers, 0, share))
  if (local.kind === 'refused') throw new TypeError('the local readers refuse nothing')
  const { result } = local
  if (second === null || !needsOtherProvider(result.outcome) || !(await second.mayLeave())) return result
  second.onRemoteChange(true)
  try {
    const fallbackResult = await second.provider.translate(task, scaled(observers, share, 1 - share))
    if (fallbackResult.kind === 'refused') {
      second.onRefused(fallbackResult.refusal, fallbackResult.message)
      return refusedBy(result, fallbackResult.refusal)
    }
    await result.release()
    return fallbackResult.result
  } catch (error) {
    await result.release()
    throw error
  } finally {
    second.onRemoteChange(false)
  }
}

function scaled(observers: ProviderObservers, from: number, share: number): ProviderObservers {
  const { onProgress } = observers
  return {
    ...observers,
    ...(onProgress ? { onProgress: (fraction, stage) => onProgress(from + fraction * share, stage) } : {}),
  }
}

/** Adds to the local result that the cloud was tried as well and why it gave nothing. */
function refusedBy(result: SandboxedResult, refusal: CloudRefusal): SandboxedResult {
  const { outcome } = result
  if (!outcome.ok) {
    const failure = { ...outcome.failure, details: { ...outcome.failure.details, cloud: refusal } }
    return { ...result, outcome: { ...outcome, failure } }
  }
  const { report } = outcome.manifest
  const finding = { code: `cloud-${refusal}`, severity: 'warning' } as const
  const manifest = { ...outcome.manifest, report: report && { ...report, findings: [...report.findings, finding] } }
  return { ...result, outcome: { ...outcome, manifest } }
}
