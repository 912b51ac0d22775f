import { toAllowedName } from '../../domain/folders/names.js'

/** Names of a path as the browser or an archive sends it. */
export interface UploadPath {
  /** Folders, the highest first. */
  readonly folders: readonly string[]
  readonly name: string
  /** Whether a name had to be changed. */
  readonly isRenamed: boolean
}

/**
 * Parses a relative path of an upload into names that every system allows; returns null for one that leaves its folder:
 * absolute, with a drive letter, or with `..`.
 */
export function parseUploadPath(path: string): UploadPath | null {
  const segments = path.split(/[/\\]/)
  if (segments[0] === '' || /^[a-z]:$/i.test(segments[0] ?? '') || segments.includes('..')) return null
  const sent = segments.filter((segment) => segment !== '' && segment !== '.')
  const names = sent.map(toAllowedName)
  const name = names.pop()
  if (name === undefined) return null
  const isRenamed = sent.some((segment, index) => segment.normalize('NFC') !== [...names, name][index])
  return { folders: names, name, isRenamed }
}
