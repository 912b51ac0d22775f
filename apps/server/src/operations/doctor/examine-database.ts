import { DatabaseOpenError, type DatabaseInfo, embeddedFolderState, type EmbeddedFolderState } from '@kamar/database'
import type { Configuration } from '../../platform/configuration/configuration.js'
import { inspectLocation } from '../inspect-location.js'
import { getDatabaseFolder } from '../open-deployment.js'
import { about, type Finding } from './finding.js'

const database = about('database')
const oldestServer = 15

/** Findings about the files of the embedded database before it is opened. */
const findingsByState: Readonly<Record<Exclude<EmbeddedFolderState, 'closed'>, Finding>> = {
  absent: database.note('There is none yet; the first start makes it.'),
  'left open': database.note(
    'The server was not stopped properly last time; the database puts itself right at the next start.',
  ),
  'copied while open': database.wrong(
    'This is a copy of the files of a database that was open, which may be torn; make a backup with kamar backup and restore that.',
  ),
}

/** Examines the database of a deployment that no server has open. Changes nothing in its tables. */
export async function examineDatabase({ databaseUrl, dataFolder }: Configuration): Promise<Finding[]> {
  const folder = getDatabaseFolder(dataFolder)
  const state = databaseUrl === null ? embeddedFolderState(folder) : 'closed'
  if (state === 'absent' || state === 'copied while open') return [findingsByState[state]]
  const findings = state === 'left open' ? [findingsByState[state]] : []
  try {
    return [...findings, ...examineDatabaseInfo(await inspectLocation({ url: databaseUrl ?? undefined, folder }))]
  } catch (error) {
    if (error instanceof DatabaseOpenError && error.reason === 'folder-in-use')
      return [database.note(`${error.message.replace(' Stop it first.', '')} It was not examined.`)]
    if (error instanceof DatabaseOpenError) return [...findings, database.wrong(error.message)]
    const reason = error instanceof Error ? error.message : String(error)
    return [
      ...findings,
      database.wrong(`It cannot be opened (${reason.slice(0, 200)}); restore a backup with kamar restore.`),
    ]
  }
}

/** Converts the database information to a finding. */
export function examineDatabaseInfo({ isolation, lastMigration, schema, version }: DatabaseInfo): Finding[] {
  const findings: Finding[] = []
  if (Number.parseInt(version, 10) < oldestServer)
    findings.push(database.wrong(`PostgreSQL ${version} is too old; use ${oldestServer} or newer.`))
  if (isolation !== 'read committed') {
    findings.push(
      database.wrong(
        `Transactions begin as "${isolation}"; set default_transaction_isolation to "read committed", for which Kamar is written.`,
      ),
    )
  }
  if (schema === 'newer')
    findings.push(
      database.wrong(
        `A newer version of Kamar has been here (${lastMigration}); start that version, or restore a backup made with this one.`,
      ),
    )
  if (schema === 'older')
    findings.push(
      database.note('It is of an older version of Kamar; make a backup, the next start brings it up to date.'),
    )
  if (schema === 'empty') findings.push(database.note('It is empty; the first start makes the tables.'))
  return findings.length > 0
    ? findings
    : [database.good(`PostgreSQL ${version} answers, its schema is this version’s.`)]
}
