/** How programs of different ages write the same records. */
export interface RecordForm {
  /** Corners of a shape that repeat are written once (file version 114 and later). */
  readonly isPacked: boolean
  /** Elements name their GUID, lights their description, pictures their uses (file version 448). */
  readonly hasGuids: boolean
}

const lastPlainVersion = 103
const firstPackedVersion = 114
const lastVersionWithoutGuids = 114
const firstVersionWithGuids = 448

/**
 * The forms to try on a file of this version, the likeliest first. Between the versions that were seen nobody knows where
 * the change came: a form is right when it takes a record to its last byte.
 */
export function listForms(fileVersion: number): readonly RecordForm[] {
  const packed = fileVersion <= lastPlainVersion ? [false] : fileVersion >= firstPackedVersion ? [true] : [true, false]
  const guids =
    fileVersion <= lastVersionWithoutGuids ? [false] : fileVersion >= firstVersionWithGuids ? [true] : [true, false]
  return packed.flatMap((isPacked) => guids.map((hasGuids) => ({ isPacked, hasGuids })))
}
