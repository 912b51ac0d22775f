import type { ExporterMetadata, ExportSource } from './exporter-metadata.js'
import type { FormatMetadata } from './format-metadata.js'
import { findFormatByExtension, getFileExtension } from './formats.js'
import { exporterRows } from './generated/exporters.js'

type Row = (typeof exporterRows)[number]
type IdOf<Source extends ExportSource, Any = Row> = Any extends { readonly id: infer Id; readonly of: infer Of }
  ? Of extends readonly (infer One)[]
    ? Source extends One
      ? Id
      : never
    : never
  : never

/** Id of an exporter. */
export type ExporterId = Row['id']

/** Exporters of single sheets. */
export type SheetExporterId = IdOf<'sheet'>

/** Exporters of the complete model or drawing. */
export type CompleteExporterId = IdOf<'model' | 'drawing'>

/** Exporters in a file's Download menu. */
export type MenuExporterId = Extract<Row, { readonly inMenu: true }>['id']

/** Exporters that can be given selected objects instead of the complete model. */
export type SelectableExport = Extract<Row, { readonly selectable: true }>['id']

/** Exporters for augmented reality. */
export type ArExporterId = Extract<Row, { readonly ar: string }>['id']

/** Outputs of the APS-compatible protocol that are exports. */
export type ExportOutput = Extract<Row, { readonly output: string }>['output']

/** Name of an export: the exporter's id, for one sheet with its number (`sheet-<id>-3`). */
export type ExportName = CompleteExporterId | `sheet-${SheetExporterId}-${number}`

/** Metadata of an exporter of this product. */
export interface Exporter<Id extends ExporterId = ExporterId> extends ExporterMetadata {
  readonly id: Id
  readonly output?: ExportOutput
}

/** All exporters, in the order of lists. */
export const exporters: readonly Exporter[] = exporterRows

const select = <Id extends ExporterId>(matches: (exporter: Exporter) => boolean): readonly Exporter<Id>[] =>
  exporters.filter((exporter): exporter is Exporter<Id> => matches(exporter))

/** Exporters that a file's Download menu offers, in its order. */
export const menuExporters = select<MenuExporterId>(({ inMenu }) => inMenu)

/** Exporters of single sheets. */
export const sheetExporters = select<SheetExporterId>(({ of }) => of.includes('sheet'))

/** Exporters of single sheets that also write all sheets of a drawing into one file. */
export const documentExporters = select<SheetExporterId & CompleteExporterId>(
  ({ of }) => of.includes('sheet') && of.includes('drawing'),
)

/** Exporters that can be given selected objects instead of the complete model. */
export const selectableExporters = select<SelectableExport>(({ selectable }) => selectable === true)

/** Exporters for augmented reality. */
export const arExporters = select<ArExporterId>(({ ar }) => ar !== undefined)

const completeExporters = select<CompleteExporterId>(({ of }) => of.some((source) => source !== 'sheet'))

/** Lists the exports of a model with this number of sheets: one, or one for each sheet. */
export function listExportNames({ id }: Exporter, sheets: number): readonly ExportName[] {
  const complete = completeExporters.find((exporter) => exporter.id === id)
  if (complete) return [complete.id]
  return sheetExporters
    .filter((exporter) => exporter.id === id)
    .flatMap((exporter) => Array.from({ length: sheets }, (_, sheet) => `sheet-${exporter.id}-${sheet}` as const))
}

/** Storage path and properties of an export. */
export interface ExportFile {
  readonly exporter: Exporter
  /** Source of the export. */
  readonly of: ExportSource
  /** Null for exports of the complete model or drawing. */
  readonly sheet: number | null
  readonly path: string
  readonly extension: string
}

const sheetsFolder = 'exports/sheets/'

/** Parses an export's name; null when it is invalid. */
export function findExport(name: string): ExportFile | null {
  const [, sheetId, digits] = /^sheet-(.+)-(0|[1-9]\d{0,3})$/.exec(name) ?? []
  const exporter: Exporter | undefined =
    sheetId === undefined
      ? completeExporters.find(({ id }) => id === name)
      : sheetExporters.find(({ id }) => id === sheetId)
  if (exporter === undefined) return null
  const extension = getFileExtension(exporter.file)
  if (digits === undefined) {
    const of = exporter.of.includes('model') ? 'model' : 'drawing'
    return { exporter, of, sheet: null, path: `exports/${exporter.file}`, extension }
  }
  const path = `${sheetsFolder}${digits.padStart(3, '0')}${extension}`
  return { exporter, of: 'sheet', sheet: Number(digits), path, extension }
}

/** Returns the file of an export with a valid name. */
export function exportFile(name: ExportName): ExportFile {
  const match = findExport(name)
  if (match === null) throw new RangeError(`there is no export ${name}`)
  return match
}

/** Returns the content type of the export stored at a path; undefined when it is no export of a whole or a sheet. */
export function exportContentType(path: string): string | undefined {
  const matches = ({ file, of }: Exporter): boolean =>
    path === `exports/${file}` ||
    (of.includes('sheet') && path.startsWith(sheetsFolder) && path.endsWith(getFileExtension(file)))
  return exporters.find(matches)?.contentType
}

/** Objects that an export is made of, including all their descendants. */
export interface ExportSelection {
  /** Identical for the same objects; part of a path. */
  readonly key: string
  /** From 1. */
  readonly objectIds: readonly number[]
}

/** Returns the storage path of an export next to the view package. */
export function exportPath(name: ExportName, selection: Pick<ExportSelection, 'key'> | null): string {
  const { path, extension } = exportFile(name)
  return selection === null ? path : `exports/objects/${selection.key}${extension}`
}

/** Returns whether a text is an export name. */
export const isExportName = (name: string): name is ExportName => findExport(name) !== null

/** Returns whether an exporter suits files of a format: drawings are exported of formats with sheets only. */
export const suitsFormat = ({ of, cadDrawings }: ExporterMetadata, format: FormatMetadata): boolean =>
  of.includes('model') || (cadDrawings === true ? format.cadDrawings === true : format.dimensions !== '3d')

/** Returns whether a menu offers an export of a file; a drawing is not offered in the format that it has. */
export function isOfferedFor(exporter: ExporterMetadata, fileName: string): boolean {
  if (exporter.of.includes('model')) return true
  const extension = getFileExtension(fileName)
  const format = findFormatByExtension(extension)
  return format !== undefined && suitsFormat(exporter, format) && getFileExtension(exporter.file) !== extension
}
