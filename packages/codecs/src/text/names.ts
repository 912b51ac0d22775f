const maxNameCharacters = 200
const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('windows-1252')
const cyrillic = new TextDecoder('windows-1251')

/**
 * Returns whether bytes look Cyrillic: from 0xC0 they are Cyrillic letters in code page 1251; Western text rarely has
 * two of them in sequence.
 */
function looksCyrillic(bytes: Uint8Array): boolean {
  let pairs = 0
  for (let index = 1; index < bytes.length; index++) {
    if ((bytes[index] ?? 0) >= 0xc0 && (bytes[index - 1] ?? 0) >= 0xc0) pairs++
  }
  return pairs > 0
}

/** Decodes text of unknown encoding: UTF-8 where it is valid, else the Cyrillic or the Western code page. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return (looksCyrillic(bytes) ? cyrillic : latin1).decode(bytes)
  }
}

/** Control characters, lone surrogates, and direction marks. */
const unshowable = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Cleans a name for display: no control characters or direction marks, at most 200 characters, with an ellipsis when
 * cut.
 */
export function cleanName(text: string): string {
  const clean = text.replace(unshowable, ' ').trim()
  if (clean.length <= maxNameCharacters) return clean
  const characters = Array.from(clean.slice(0, 2 * maxNameCharacters))
  return `${characters.slice(0, maxNameCharacters - 1).join('')}…`
}

/** Returns the last segment of a path with slashes or backslashes. */
export const lastPathSegment = (path: string): string => path.split(/[/\\]/).at(-1)?.trim() ?? ''

/** Returns a file name without folders and extension. */
export const baseName = (fileName: string): string => lastPathSegment(fileName).replace(/\.[^.]*$/, '')
