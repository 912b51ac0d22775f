import { compoundStreamNames, isCompoundFile } from './containers.js'

/**
 * Returns whether the first bytes are a compound file with one of a program's streams; `maybe` when the directory lies
 * beyond them.
 */
export function detectCompoundFile(header: Uint8Array, ownStream: RegExp): 'yes' | 'maybe' | 'no' {
  if (!isCompoundFile(header)) return 'no'
  const names = compoundStreamNames(header)
  if (names.length === 0) return 'maybe'
  return names.some((name) => ownStream.test(name)) ? 'yes' : 'no'
}
