import { exportFile, type ExportName } from '@kamar/contracts'
import { type ExportProgress, type ManifestInput, neededExports } from '@kamar/contracts/protocol'
import type { Database } from '@kamar/database'
import { formatCards } from '@kamar/readers'
import type { Kysely } from 'kysely'
import { type DesignRow, guidOf, hasGeometry } from './designs.js'

/** Which exports a design's outputs need. */
export function exportsFor({ outputs, sheets }: Pick<DesignRow, 'outputs' | 'sheets'>): ReadonlySet<ExportName> {
  return new Set(outputs.flatMap((output) => neededExports(output, sheets.length)))
}

export interface ManifestServices {
  readonly database: Kysely<Database>
  readonly exports: { progressOf(translationId: string, name: ExportName): number }
}

/** What the manifest of a design says. */
export async function manifestInputOf(services: ManifestServices, row: DesignRow): Promise<ManifestInput> {
  return {
    urn: row.urn,
    name: row.name,
    region: row.region,
    outputs: row.outputs,
    state: row.translation_state,
    progressPercent: row.progress,
    failure: row.failure,
    hasThumbnail: row.has_thumbnail,
    hasGeometry: hasGeometry(row),
    isPartial: row.report_status === 'partial',
    role: roleOf(row.format_id),
    bounds: row.bounds,
    sheets: row.sheets,
    exports: await exportsOf(services, row),
    guidOf: (part) => guidOf(row.id, part),
  }
}

/** `2d` for formats that hold drawings only. */
export function roleOf(formatId: string): '2d' | '3d' {
  return formatCards.find(({ id }) => id === formatId)?.dimensions === '2d' ? '2d' : '3d'
}

async function exportsOf(
  { database, exports }: ManifestServices,
  row: DesignRow,
): Promise<ReadonlyMap<ExportName, ExportProgress>> {
  const rows = await database
    .selectFrom('derivative')
    .select('path')
    .where('translation_id', '=', row.translation_id)
    .where('path', 'like', 'exports/%')
    .execute()
  const made = new Set(rows.map(({ path }) => path))
  const progress = (name: ExportName): ExportProgress => {
    if (made.has(exportFile(name).path)) return 1
    return row.state === 'failed' ? null : Math.min(0.99, exports.progressOf(row.translation_id, name))
  }
  return new Map([...exportsFor(row)].map((name) => [name, progress(name)]))
}
