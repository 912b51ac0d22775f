/** Metadata of a format, as its descriptor states it: data only, so that lists of formats load no reader. */
export interface FormatMetadata {
  /** Name of the format's folder. */
  readonly id: string
  readonly name: string
  /** Whether users upload its files, or another service delivers them. */
  readonly source: 'upload' | 'service'
  /** Lower case, with the dot; always accepted. */
  readonly extensions: readonly string[]
  /** Accepted only if the administrator allows them (`.ifczip`). */
  readonly optionalExtensions: readonly string[]
  readonly dimensions: '2d' | '3d' | '2d and 3d'
  /** Extensions of files that may belong to a model of this format (`.mtl`, `.png`). */
  readonly companions: readonly string[]
  /** Only the identity and the stored preview are read: nothing is drawn yet. */
  readonly previewOnly?: true
  /** Contains exact solids, whose meshes can be made finer or coarser. */
  readonly exactSolids?: true
  /** Its sheets have the layers and entities of a CAD drawing, not only what is printed. */
  readonly cadDrawings?: true
  /** Its models are of buildings. */
  readonly buildings?: true
  /** Autodesk's cloud writes its drawings as PDF on request. */
  readonly cloudSheets?: true
}
