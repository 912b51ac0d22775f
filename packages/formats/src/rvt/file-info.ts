import type { Property } from '@kamar/core'

/** Information in a project about the program that saved it. */
export interface FileInfo {
  /** `2025`, or '' when the file does not state it. */
  readonly version: string
  readonly properties: readonly Property[]
}

/**
 * Parses the stream `BasicFileInfo`. Its last part is lines of UTF-16 text; only the ones named here are read: the
 * others contain names of users and paths on their machines.
 */
export function parseFileInfo(stream: Uint8Array): FileInfo {
  const text = lines(stream)
  // Up to 2018: `Revit Build: Autodesk Revit 2017 (Build: 20170816_0615(x64))`; later: `Format: 2025`, `Build: 2025…`.
  const old = /Revit Build: Autodesk Revit (?:\D*?)(\d{4})[^\r\n]*?\(Build: ([0-9_]+\([^)\s]{1,8}\))/.exec(text)
  const version = old?.[1] ?? /^Format: (\d{4})\s*$/m.exec(text)?.[1] ?? ''
  const build = old?.[2] ?? /^Build: ([0-9_]+(?:\([^)\s]{1,8}\))?)\s*$/m.exec(text)?.[1]
  const sharing = /^Worksharing: ([A-Za-z ]{1,40})\s*$/m.exec(text)?.[1]
  const locale = /^Locale when saved: ([A-Z]{3})\b/m.exec(text)?.[1]
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Build', build],
    ['Worksharing', sharing?.trim()],
    ['Language', locale],
  ]
  return { version, properties: rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])) }
}

/** Returns the lines of text; the bytes before them may have an odd length. */
function lines(stream: Uint8Array): string {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength)
  const start = bytes.indexOf(Buffer.from('Worksharing: ', 'utf16le'))
  return start < 0 ? '' : bytes.toString('utf16le', start).replace(/\r\n?/g, '\n')
}
