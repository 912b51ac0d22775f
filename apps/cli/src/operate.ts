import type { BackupReport, Finding, RestoreReport, VerifyReport } from '@kamar/server/operations'
import type * as ServerOperations from '@kamar/server/operations'
import { UsageError } from './usage-error.js'

/** Commands that act on a deployment; the server settings select which one. */
export const operationCommands = ['doctor', 'verify', 'backup', 'restore'] as const
/** One of `operationCommands`. */
export type OperationCommand = (typeof operationCommands)[number]

/** Command-line options of an operation command. */
export interface OperationOptions {
  readonly to?: string | undefined
  readonly from?: string | undefined
  readonly into?: string | undefined
  readonly snapshot?: string | undefined
  readonly keep?: string | undefined
  readonly 'dry-run': boolean
  readonly rehearse: boolean
  readonly 'without-secret': boolean
  readonly json: boolean
}

/** Result of an operation command, and whether it found no faults. */
export interface OperationResult {
  readonly isWell: boolean
  /** Human-readable. */
  readonly text: string
  /** Machine-readable. */
  readonly report: unknown
}

interface OperationRequest {
  readonly options: OperationOptions
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress: (message: string) => void
}

/** Runs one of the commands. Throws `UsageError`; faults of the deployment are in the result. */
export async function operate(command: OperationCommand, request: OperationRequest): Promise<OperationResult> {
  // The server's modules take a second to load, and translating does not need them.
  const operations = await import('@kamar/server/operations')
  try {
    return await performers[command](operations, request)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const message = operations.formatErrorMessage(error)
    return { isWell: false, text: message, report: { failed: message } }
  }
}

type Operations = typeof ServerOperations
type Perform = (operations: Operations, request: OperationRequest) => Promise<OperationResult>

const performers: Readonly<Record<OperationCommand, Perform>> = {
  async doctor({ examineDeployment }, { environment }) {
    const findings = await examineDeployment(environment)
    return {
      isWell: findings.every(({ state }) => state !== 'wrong'),
      text: describeFindings(findings),
      report: findings,
    }
  },
  async verify({ isComplete, verify }, { environment, onProgress }) {
    const report = await verify(environment, onProgress)
    return { isWell: isComplete(report), text: describeVerification(report), report }
  },
  async backup({ backUp }, { environment, onProgress, options }) {
    if (!options.to) throw new UsageError('Missing option --to DIR.')
    const keep = options.keep === undefined ? {} : { keep: parseSnapshotCount(options.keep) }
    const backupOptions = { folder: options.to, withoutSecret: options['without-secret'], ...keep }
    const report = await backUp(environment, backupOptions, onProgress)
    return { isWell: report.absent.length === 0, text: describeBackup(report), report }
  },
  async restore({ restore }, { environment, onProgress, options }) {
    const { from, into, snapshot } = options
    const isDryRun = options['dry-run'] || options.rehearse
    if (!from) throw new UsageError('Missing option --from DIR.')
    if (isDryRun === (into !== undefined)) throw new UsageError('Expected either --dry-run or --into DIR.')
    const command = { folder: from, into: into ?? null, ...(snapshot === undefined ? {} : { snapshot }) }
    const report = await restore(environment, command, onProgress)
    return { isWell: report.absent.length === 0, text: describeRestore(report, into ?? null), report }
  },
}

function parseSnapshotCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError('--keep must be an integer of at least 1.')
}

const marks: Readonly<Record<Finding['state'], string>> = { good: 'good ', note: 'note ', wrong: 'WRONG' }

function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  const lines = findings.map(
    ({ sentence: message, state, subject }) => `${marks[state]}  ${subject.padEnd(width)}  ${message}`,
  )
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  return [...lines, wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${findings.length} findings are wrong.`].join('\n')
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const maxListed = 20

/** Lists the first names and the number of the rest. */
function listed(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const rest = names.length > maxListed ? [`  … and ${names.length - maxListed} more`] : []
  return [`${title}: ${names.length}`, ...names.slice(0, maxListed).map((name) => `  ${name}`), ...rest]
}

function describeVerification({ audit, damaged, missing, unknown, whole: completeContents }: VerifyReport): string {
  const chain = audit.whole
    ? `The audit log is whole (${audit.events} events).`
    : `The audit log is broken at event ${audit.brokenAt}; compare it with a backup.`
  return [
    `${completeContents.count} contents (${megabytes(completeContents.bytes)}) are whole.`,
    ...listed('Missing, restore them from a backup', missing),
    ...listed('Damaged, restore them from a backup', damaged),
    ...listed('Known to no row, housekeeping removes them after a day', unknown),
    chain,
  ].join('\n')
}

function describeBackup({
  absent,
  added,
  bytes,
  contents,
  databaseMilliseconds,
  removed,
  rows,
  snapshot,
}: BackupReport): string {
  return [
    `Snapshot ${snapshot}: ${rows} rows, ${contents} contents (${megabytes(bytes)}), ${added} of them new here.`,
    `The database was read in ${databaseMilliseconds} ms.`,
    ...listed('Removed with what they alone needed', removed),
    ...listed('NOT in the backup, because it was missing or damaged already', absent),
  ].join('\n')
}

const secrets: Readonly<Record<RestoreReport['secret'], string>> = {
  beside: 'The secret is in the backup.',
  environment: 'The secret is not in the backup: start with the same KAMAR_SECRET.',
  'left out':
    'The secret was left out of the backup: without secrets/tokens of then, everybody signs in again and second factors are void.',
}

function describeRestore(report: RestoreReport, into: string | null): string {
  const { absent, bytes, contents, milliseconds, rows, secret, snapshot, tables, takenAt } = report
  const outcome = into === null ? 'can be restored' : `is restored in ${into}`
  return [
    `Snapshot ${snapshot} of ${takenAt} ${outcome}: ${rows} rows of ${tables} tables and ${contents} contents (${megabytes(bytes)}) were compared, ${Math.round(milliseconds / 1000)} s.`,
    secrets[secret],
    ...listed('Not in the backup, because it was missing or damaged already', absent),
  ].join('\n')
}
