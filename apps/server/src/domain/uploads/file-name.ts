import { getFileExtension } from '@kamar/core'
import { limits } from '@kamar/contracts'

/**
 * Returns the display name of a file: the last segment of the browser's path, without control characters and marks that
 * reverse the text direction, composed (macOS sends accents apart), and cut in the middle so that the extension stays.
 */
export function displayName(sent: string): string {
  const segment = sent.split(/[/\\]/).at(-1) ?? ''
  const name = segment
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .normalize('NFC')
    .trim()
  return shortenName(name, limits.maxFileNameCharacters)
}

/** Cuts a longer name in the middle, so that the extension stays. */
export function shortenName(name: string, maxCharacters: number): string {
  if (name.length <= maxCharacters) return name
  const extension = getFileExtension(name).slice(0, 16)
  const stem = name.slice(0, maxCharacters - extension.length - 1)
  return `${stem.replace(/\p{Cs}$/u, '')}…${extension}`
}
