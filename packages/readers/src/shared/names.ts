const maxNameCharacters = 200
const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('windows-1252')
const cyrillic = new TextDecoder('windows-1251')

/** Bytes from 0xC0 are Cyrillic letters in code page 1251; Western text rarely has two of them side by side. */
function looksCyrillic(bytes: Uint8Array): boolean {
  let pairs = 0
  for (let index = 1; index < bytes.length; index++) {
    if ((bytes[index] ?? 0) >= 0xc0 && (bytes[index - 1] ?? 0) >= 0xc0) pairs++
  }
  return pairs > 0
}

/** Text of bytes whose encoding is not stated: UTF-8 where it is valid, else the Cyrillic or the Western code page. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return (looksCyrillic(bytes) ? cyrillic : latin1).decode(bytes)
  }
}

/** Control characters, halves of characters, and marks that turn the direction of what follows. */
const unshowable = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A name as it may be shown: no control characters or direction marks, at most 200 characters, cut with a mark. */
export function cleanName(text: string): string {
  const clean = text.replace(unshowable, ' ').trim()
  if (clean.length <= maxNameCharacters) return clean
  const characters = Array.from(clean.slice(0, 2 * maxNameCharacters))
  return `${characters.slice(0, maxNameCharacters - 1).join('')}…`
}

/** The last segment of a path, whichever way its slashes lean. */
export const lastPathSegment = (path: string): string => path.split(/[/\\]/).at(-1)?.trim() ?? ''

/** A file's name without folders and extension. */
export const baseName = (fileName: string): string => lastPathSegment(fileName).replace(/\.[^.]*$/, '')
