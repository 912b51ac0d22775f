import { AppError } from '@kamar/core'
import type { OperationFailure } from '@kamar/contracts'
import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/unit-of-work.js'

/** Result of a step: what was changed, and why other files stay as they are. */
export interface Outcome<Change> {
  readonly changes: readonly Change[]
  /** By file. */
  readonly failures: ReadonlyMap<string, OperationFailure>
}

interface Identified {
  readonly id: string
}

/**
 * Changes files together; where that fails, in halves, down to the files that alone cannot be changed. Each attempt is
 * a savepoint, so that the others take effect.
 */
export async function changeInParts<File extends Identified, Change>(
  unit: UnitOfWork,
  files: readonly File[],
  change: (unit: UnitOfWork, files: readonly File[]) => Promise<readonly Change[]>,
): Promise<Outcome<Change>> {
  const [first] = files
  if (!first) return { changes: [], failures: new Map() }
  const attempt = await runInSavepoint(unit, (inner) => change(inner, files))
  if (!(attempt instanceof AppError)) return { changes: attempt, failures: new Map() }
  if (files.length === 1) return { changes: [], failures: new Map([[first.id, toFailure(attempt)]]) }
  const half = Math.ceil(files.length / 2)
  const before = await changeInParts(unit, files.slice(0, half), change)
  return mergeOutcomes([before, await changeInParts(unit, files.slice(half), change)])
}

export function toFailure({ code, details }: AppError): OperationFailure {
  return { code, details: { ...details } }
}

export function mergeOutcomes<Change>(outcomes: readonly Outcome<Change>[]): Outcome<Change> {
  return {
    changes: outcomes.flatMap(({ changes }) => changes),
    failures: new Map(outcomes.flatMap(({ failures }) => [...failures])),
  }
}

/** Runs work that takes effect as a whole, with its events, or returns its error. */
async function runInSavepoint<Value>(
  { publish, transaction }: UnitOfWork,
  work: (unit: UnitOfWork) => Promise<Value>,
): Promise<Value | AppError> {
  const publications: (() => void)[] = []
  const inner: UnitOfWork = {
    transaction,
    publish: (name, event) => publications.push(() => publish(name, event)),
  }
  await sql`savepoint part`.execute(transaction)
  try {
    const value = await work(inner)
    await sql`release savepoint part`.execute(transaction)
    for (const publication of publications) publication()
    return value
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint part`.execute(transaction)
    await sql`release savepoint part`.execute(transaction)
    return error
  }
}
