import { exportPath, uploadFormats } from '@kamar/core'
import { type ExportProgress, type ManifestInput, neededExports } from '@kamar/aps'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { getReportSummary } from '../../../domain/files/report-summary.js'
import { type DesignRow, computeGuid, hasGeometry } from './designs.js'
import type { WantedExport } from '../../../domain/exports/export-service.js'

/** Lists the exports that a design's outputs need. */
export function exportsFor(row: Pick<DesignRow, 'outputs' | 'selections' | 'sheets'>): WantedExport[] {
  const { outputs, selections, sheets } = row
  const names = new Set(outputs.flatMap((output) => neededExports(output, sheets.length)))
  return [
    ...Array.from(names, (name) => ({ name, selection: null })),
    ...selections.map((selection) => ({ name: selection.output, selection })),
  ]
}

export interface ManifestServices {
  readonly database: Kysely<Database>
  readonly exports: { getProgress(translationId: string, designExport: WantedExport): number }
}

/** Reads the data for the manifest of a design. */
export async function readManifestInput(services: ManifestServices, row: DesignRow): Promise<ManifestInput> {
  const progressOf = await progressOfExports(services, row)
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
    isPartial: getReportSummary(row.report)?.level === 'incomplete',
    role: getRole(row.format_id),
    bounds: row.bounds,
    sheets: row.sheets,
    exports: new Map(listModelExports(row).map((designExport) => [designExport.name, progressOf(designExport)])),
    selections: row.selections.map((selection) => ({
      ...selection,
      progress: progressOf({ name: selection.output, selection }),
    })),
    computeGuid: (part) => computeGuid(row.id, part),
  }
}

/** Returns `2d` for formats with drawings only. */
export function getRole(formatId: string): '2d' | '3d' {
  return uploadFormats.find(({ id }) => id === formatId)?.dimensions === '2d' ? '2d' : '3d'
}

const listModelExports = (row: DesignRow): WantedExport[] =>
  exportsFor(row).filter(({ selection }) => selection === null)

async function progressOfExports(
  { database, exports }: ManifestServices,
  row: DesignRow,
): Promise<(designExport: WantedExport) => ExportProgress> {
  const rows = await database
    .selectFrom('derivative')
    .select('path')
    .where('translation_id', '=', row.translation_id)
    .where('path', 'like', 'exports/%')
    .execute()
  const storedPaths = new Set(rows.map(({ path }) => path))
  return (designExport) => {
    if (storedPaths.has(exportPath(designExport.name, designExport.selection))) return 1
    return row.state === 'failed' ? null : Math.min(0.99, exports.getProgress(row.translation_id, designExport))
  }
}
