import type { ByteCursor } from '../byte-cursor.js'
import { MalformedRecordError } from '@kamar/codecs/records'

const newClassTag = 0xffff
const idBytes = 16
const dateBytes = 4
const mapName = 'CVersionMap'
const endName = 'End-Of-Version-Map'
/** Maximum number of classes; published files list some sixty. */
const maxClasses = 1000

/** Classes that a file may contain with their version, which identifies the differences between releases. */
export class VersionMap {
  readonly #forms: ReadonlyMap<string, number>

  constructor(forms: ReadonlyMap<string, number>) {
    this.#forms = forms
  }

  /** Returns the version of a class; 0 for a class that the file lacks. */
  of(className: string): number {
    return this.#forms.get(className) ?? 0
  }
}

/** Reads the header before the objects of a file up to 2020; the cursor ends after it. */
export function readVersionMap(cursor: ByteCursor): VersionMap {
  cursor.text()
  cursor.text()
  cursor.skip(idBytes)
  // Path of the source file.
  cursor.text()
  cursor.skip(dateBytes)
  const at = cursor.at
  if (cursor.u16() !== newClassTag) throw new MalformedRecordError('no map', at)
  cursor.u16()
  const length = cursor.u16()
  if (length !== mapName.length) throw new MalformedRecordError('no map', at)
  if (Buffer.from(cursor.take(length)).toString('latin1') !== mapName) throw new MalformedRecordError('no map', at)
  const forms = new Map<string, number>()
  for (let count = 0; count < maxClasses; count++) {
    const name = cursor.text()
    const form = cursor.u32()
    if (name === endName) return new VersionMap(forms)
    forms.set(name, form)
  }
  throw new MalformedRecordError('endless map', at)
}
