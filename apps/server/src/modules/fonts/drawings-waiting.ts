import type { Database, JsonObject } from '@kamar/database'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { TranslatableVersion } from '../../domain/versions/request-translation.js'

/** Maximum drawings examined per account, the newest first. */
const maxDrawings = 500
const extension = /\.(shx|ttf|ttc|otf|pfb)$/i

/** Drawing rendered without one of its fonts. */
export interface WaitingDrawing extends TranslatableVersion {
  readonly file_id: string
}

type Names = Pick<Selectable<Database['drawing_font']>, 'name' | 'other_names'>

/** Finds drawings of an account whose report lists one of these fonts as missing. */
export async function drawingsWaiting(
  database: Kysely<Database>,
  accountId: string,
  fonts: readonly Names[],
): Promise<WaitingDrawing[]> {
  const availableStems = new Set(fonts.flatMap(({ name, other_names: names }) => [name, ...names].map(toStem)))
  const rows = await database
    .selectFrom('file')
    .innerJoin('project', 'project.id', 'file.project_id')
    .innerJoin('file_version', 'file_version.id', 'file.current_version_id')
    .innerJoin('translation', 'translation.id', 'file_version.translation_id')
    .select([
      'file.id as file_id',
      'file_version.id as version_id',
      'file_version.blob_sha256',
      'file_version.size_bytes',
      'file_version.extension',
      'file_version.detected_format',
      'translation.report',
    ])
    .where('project.owner_id', '=', accountId)
    .where('file.deleted_at', 'is', null)
    .where('translation.state', '=', 'succeeded')
    .where(sql<boolean>`(translation.report @> '{"findings":[{"code":"font-replaced"}]}'
      or translation.report @> '{"findings":[{"code":"shape-file-missing"}]}')`)
    .orderBy('file_version.id', 'desc')
    .limit(maxDrawings)
    .execute()
  return rows.flatMap(({ report, ...row }) =>
    missedFonts(report).some((name) => availableStems.has(name)) ? [row] : [],
  )
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const toStem = (name: string): string => name.toLowerCase().replace(extension, '')

/** Lists the missing fonts and shape files of a report, in lower case and without their extension. */
function missedFonts(report: JsonObject | null): string[] {
  const findings = report?.['findings']
  if (!Array.isArray(findings)) return []
  return findings.flatMap((finding: { readonly code?: unknown; readonly details?: JsonObject }) => {
    const { code, details } = finding
    if (code === 'font-replaced') return [toStem(toText(details?.['font']))]
    return code === 'shape-file-missing' ? toText(details?.['names']).split(', ').map(toStem) : []
  })
}
