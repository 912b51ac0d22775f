/** Variant of a record in programs of different ages. */
export interface RecordForm {
  /** Repeated vertices of a shape are written once (file version 114 and later). */
  readonly isPacked: boolean
  /** Elements state their GUID, lights their description, textures their uses (file version 448). */
  readonly hasGuids: boolean
}

const lastPlainVersion = 103
const firstPackedVersion = 114
const lastVersionWithoutGuids = 114
const firstVersionWithGuids = 448

/**
 * Lists the forms to try on a file of this version, the likeliest first. The exact versions of the changes between the
 * observed ones are unknown: a form is right when it reads a record to its last byte.
 */
export function listForms(fileVersion: number): readonly RecordForm[] {
  const packed = fileVersion <= lastPlainVersion ? [false] : fileVersion >= firstPackedVersion ? [true] : [true, false]
  const guids =
    fileVersion <= lastVersionWithoutGuids ? [false] : fileVersion >= firstVersionWithGuids ? [true] : [true, false]
  return packed.flatMap((isPacked) => guids.map((hasGuids) => ({ isPacked, hasGuids })))
}
