import { createHash } from 'node:crypto'
import { type Database, verifyAuditChain } from '@kamar/database'
import type { BlobStore, DerivativeStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import { type ContentRow, contentRows, formatContentName } from '../content-rows.js'

/** Deployment to verify. */
export interface VerifiedDeployment {
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
  readonly derivatives: DerivativeStore
}

/** Report of a verification; everything in a list has a searchable name. */
export interface VerifyReport {
  /** Bytes that were read and match their rows. */
  readonly whole: { readonly count: number; readonly bytes: number }
  /** Rows whose bytes are missing. */
  readonly missing: readonly string[]
  /** Rows whose bytes differ. */
  readonly damaged: readonly string[]
  /** Bytes without a row. Housekeeping removes them after a day; uploads in progress have some. */
  readonly unknown: readonly string[]
  /** Whether the audit log is intact, and where it breaks. */
  readonly audit: { readonly whole: boolean; readonly events: number; readonly brokenAt: number | null }
}

/** Returns whether no repair is needed. */
export function isComplete({ audit, damaged, missing }: VerifyReport): boolean {
  return audit.whole && damaged.length === 0 && missing.length === 0
}

/**
 * Reads every stored byte again and compares it with its row, in both directions, and walks the audit log. Safe beside
 * a running server: checks every mismatch a second time, because the bytes may have been removed meanwhile.
 */
export async function verifyDeployment(
  deployment: VerifiedDeployment,
  onProgress?: (message: string) => void,
): Promise<VerifyReport> {
  const { database } = deployment
  const report = { whole: { count: 0, bytes: 0 }, missing: new Array<string>(), damaged: new Array<string>() }
  for await (const row of contentRows(database)) {
    const state = await checkContent(deployment, row)
    if (state === 'whole') {
      report.whole.count++
      report.whole.bytes += row.sizeBytes
      if (report.whole.count % 100 === 0) onProgress?.(`${report.whole.count} contents are whole.`)
    } else if (await isStillThere(database, row)) report[state].push(formatContentName(row))
  }
  const chain = await verifyAuditChain(database)
  const unknown = [...(await unknownBlobs(deployment)), ...(await unknownFiles(deployment))]
  const audit = chain.whole
    ? { whole: true, events: chain.events, brokenAt: null }
    : { whole: false, events: chain.brokenAt - 1, brokenAt: chain.brokenAt }
  return { ...report, unknown, audit }
}

async function checkContent(
  { blobs, derivatives }: VerifiedDeployment,
  { location, sha256, sizeBytes }: ContentRow,
): Promise<'whole' | 'damaged' | 'missing'> {
  if (location === 'blob') {
    const state = await blobs.verify(sha256)
    const isSameSize = state !== 'whole' || (await blobs.stat(sha256))?.sizeBytes === sizeBytes
    return isSameSize ? state : 'damaged'
  }
  const file = await derivatives.open(location)
  if (file === null) return 'missing'
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of file.content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    length += chunk.length
  }
  return length === sizeBytes && hash.digest('hex') === sha256 ? 'whole' : 'damaged'
}

async function isStillThere(database: Kysely<Database>, { location, sha256 }: ContentRow): Promise<boolean> {
  const report =
    location === 'blob'
      ? await database.selectFrom('blob').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
      : await database
          .selectFrom('derivative')
          .select('sha256')
          .where('translation_id', '=', location.translationId)
          .where('path', '=', location.path)
          .where('sha256', '=', sha256)
          .executeTakeFirst()
  return report !== undefined
}

async function unknownBlobs({ blobs, database }: VerifiedDeployment): Promise<string[]> {
  const unknown: string[] = []
  for await (const { sha256 } of blobs.list()) {
    const row = await database.selectFrom('blob').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
    if (row === undefined) unknown.push(`blob ${sha256}`)
  }
  return unknown
}

/** Whether this is a file of a slice; they have no rows of their own, and end with the rows of their slices. */
const isSlicePath = (path: string): boolean => path.startsWith('slices/')

async function unknownFiles({ database, derivatives }: VerifiedDeployment): Promise<string[]> {
  const unknown: string[] = []
  for await (const translationId of derivatives.translations()) {
    const rows = await database
      .selectFrom('derivative')
      .select('path')
      .where('translation_id', '=', translationId)
      .execute()
    const slice = await database
      .selectFrom('translation_slice')
      .select('number')
      .where('translation_id', '=', translationId)
      .executeTakeFirst()
    const knownPaths = new Set(rows.map(({ path }) => path))
    for (const { path } of await derivatives.list(translationId))
      if (!knownPaths.has(path) && !(slice && isSlicePath(path))) unknown.push(`package ${translationId}/${path}`)
  }
  return unknown
}
