import { getMeshQuality } from '@kamar/core'
import { resultUrn, type VersionResult } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { toFailure, getStatus } from '../../domain/files/file-records.js'

export type ResultRow = Awaited<ReturnType<typeof selectResults>>[number]

/** Selects the results of a version, last requested first. */
export function selectResults(database: Kysely<Database>, versionId: string) {
  return database
    .selectFrom('version_result as result')
    .innerJoin('translation', 'translation.id', 'result.translation_id')
    .innerJoin('file_version as version', 'version.id', 'result.file_version_id')
    .select(['result.number', 'result.requested_at', 'result.translation_id', 'version.translation_id as shown_id'])
    .select(['translation.options', 'translation.companions', 'translation.state'])
    .select(['translation.progress', 'translation.failure'])
    .where('result.file_version_id', '=', versionId)
    .orderBy('result.requested_at', 'desc')
    .orderBy('result.number', 'desc')
    .execute()
}

/** Converts a row for the API; `urn` is the version's. */
export function toVersionResult(row: ResultRow, urn: string): VersionResult {
  const { number, state } = row
  return {
    number,
    urn: resultUrn(urn, number),
    asked_at: row.requested_at.toISOString(),
    quality: getMeshQuality(row.options),
    companions: row.companions.map(({ name }) => name),
    status: getStatus[state],
    progress: state === 'succeeded' ? 100 : row.progress,
    failure: toFailure(row, state),
    isShown: row.translation_id === row.shown_id,
  }
}
