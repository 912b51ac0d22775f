/** What an export is made of: the model, all sheets of a drawing, or one sheet. */
export type ExportSource = 'model' | 'drawing' | 'sheet'

/** Metadata of an exporter, as its descriptor states it: data only, so that lists of exporters load no writer. */
export interface ExporterMetadata {
  /** Name of the exporter's folder. */
  readonly id: string
  /** Name of the stored file. Exports of single sheets are numbered instead, with its extension. */
  readonly file: `${string}.${string}`
  readonly contentType: string
  readonly of: readonly ExportSource[]
  /** Whether a file's Download menu offers it; others are for a tool, or requested where a sheet is displayed. */
  readonly inMenu: boolean
  /** Also available for files without drawable geometry. */
  readonly withoutGeometry?: true
  /** Can be made of selected objects instead of the complete model. */
  readonly selectable?: true
  /** Needs the layers and entities of a CAD drawing; printed pages have none. */
  readonly cadDrawings?: true
  /** Name of the output in the APS-compatible protocol and in `kamar convert --to`. */
  readonly output?: string
  /** Its part in the viewable outputs of the protocol. */
  readonly viewable?: 'graphics' | 'properties'
  /** What augmented reality uses it for: the model that is shown, or the system's own viewer of iPhone and iPad. */
  readonly ar?: 'model' | 'quick-look'
}
