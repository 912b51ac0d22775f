import type { DwgRelease } from '../release.js'
import { BitWriter } from './bit-writer.js'
import type { ObjectWriter } from './object-writer.js'
import type { WrittenObject } from './write-drawing.js'

const kinds = { dictionary: 42, applicationControl: 66, application: 67, xrecord: 79 } as const

/** Creates a DICTIONARY of handles by their names. */
export const createDictionary = (handle: number, entries: Readonly<Record<string, number>>): WrittenObject => ({
  kind: kinds.dictionary,
  handle,
  write(writer) {
    const { data, release } = writer
    writer.writeObjectHeader()
    data.writeLong(Object.keys(entries).length)
    if (release === 14) data.writeByte(0)
    if (release >= 2000) data.writeShort(1).writeByte(0)
    for (const [name, entry] of Object.entries(entries)) writer.writeText(name).writeReference(entry)
  },
})

/** Creates the table of applications with one entry. */
export const createApplication = (
  name: string,
  [controlHandle, handle]: readonly [number, number],
): WrittenObject[] => [
  {
    kind: kinds.applicationControl,
    handle: controlHandle,
    write: (writer) => writer.writeObjectHeader().writeReference(handle).data.writeLong(1),
  },
  {
    kind: kinds.application,
    handle,
    write: (writer) => writer.writeObjectHeader(controlHandle).writeText(name).writeReferenceFlags(),
  },
]

/** Group code with a text, the coordinates of a point, or the bytes of another value. */
export type RecordGroup = readonly [code: number, value: string | readonly [number, number, number] | Uint8Array]

/** Writes the data of an XRECORD. */
export function writeRecord({ data, release }: ObjectWriter, groups: readonly RecordGroup[]): void {
  const content = new BitWriter()
  for (const [code, value] of groups) {
    content.writeRawShort(code)
    if (typeof value === 'string') writeRecordText(content, value, release)
    else if (value instanceof Uint8Array) for (const byte of value) content.writeByte(byte)
    else content.writeRawDoubles(...value)
  }
  data.writeLong(content.position / 8).append(content)
}

function writeRecordText(content: BitWriter, text: string, release: DwgRelease): void {
  content.writeRawShort(text.length)
  if (release < 2007) content.writeByte(30)
  for (const character of text)
    if (release >= 2007) content.writeRawShort(character.charCodeAt(0))
    else content.writeByte(character.charCodeAt(0))
}
