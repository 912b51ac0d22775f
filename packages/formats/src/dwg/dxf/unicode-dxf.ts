import { isAscii, isUtf8 } from 'node:buffer'

/** The first release whose DXF is written in UTF-8, whatever code page its header still states (DXF reference). */
const firstUnicode = 'AC1021'
const unicode = 'UTF-8'
const defaultCodePage = 'ANSI_1252'

/** A DXF with a character encoding that the library reads correctly. */
export interface LetteredDxf {
  readonly bytes: Uint8Array
  /** The code page stated in the file, where it differs from the one in `bytes`; otherwise null. */
  readonly codePage: string | null
}

/**
 * Declares UTF-8 in a text DXF that is encoded that way: the library trusts the code page of the header, which no
 * longer applies from release 2007 on. Text that is not valid UTF-8 keeps its code page.
 */
export function letteredDxf(bytes: Uint8Array): LetteredDxf {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerEnd = buffer.indexOf('ENDSEC')
  const header = buffer.toString('latin1', 0, Math.max(0, headerEnd))
  const release = /\$ACADVER\s+1\s+(AC\d+)/.exec(header)?.[1] ?? ''
  if (release < firstUnicode || isAscii(buffer) || !isUtf8(buffer)) return { bytes, codePage: null }
  const codePageMatch = /(\$DWGCODEPAGE\s+3\s+)([^\r\n]*)/.exec(header)
  const rewrittenHeader = codePageMatch
    ? header.replace(codePageMatch[0], () => `${codePageMatch[1]}${unicode}`)
    : header.replace(/ *9 *\r?\n\$ACADVER/, (first) => `9\n$DWGCODEPAGE\n3\n${unicode}\n${first}`)
  return {
    bytes: Buffer.concat([Buffer.from(rewrittenHeader, 'latin1'), buffer.subarray(headerEnd)]),
    codePage: codePageMatch?.[2].trim() ?? defaultCodePage,
  }
}
