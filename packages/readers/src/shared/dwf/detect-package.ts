import { isZip, zipEntryNames } from '../containers.js'
import { matchesAt } from '../file-header.js'

/** Parts of fixed documents; packages of models alone have none, and are told by their manifest. */
const fixedPart = /\.(fdseq|fdoc|fpage)$/i
/** Office documents and programs are packages of the same make. */
const foreignPart = /^(word|xl|ppt|META-INF|3D)\//

/** Whether a file begins as a package that is made like an XPS document. */
export function detectOpenPackage(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  if (!isZip(header)) return 'no'
  const names = zipEntryNames(header)
  if (names.some((name) => foreignPart.test(name))) return 'no'
  return names.some((name) => fixedPart.test(name)) ? 'yes' : 'maybe'
}

/** Whether a file begins as a DWF of release 6, of a release before it, or as a W2D stream. */
export const isDwf = (header: Uint8Array): boolean => matchesAt(header, 0, '(DWF V') || matchesAt(header, 0, '(W2D V')
