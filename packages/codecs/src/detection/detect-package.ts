import { isZip, zipEntryNames } from './containers.js'
import { matchesAt } from './file-header.js'

/** Parts of fixed documents; packages of models alone have none, and are detected by their manifest. */
const fixedPart = /\.(fdseq|fdoc|fpage)$/i
/** Office documents and programs use the same container format. */
const foreignPart = /^(word|xl|ppt|META-INF|3D)\//

/** Returns whether a file begins as an Open Packaging container like an XPS document. */
export function detectOpenPackage(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  if (!isZip(header)) return 'no'
  const names = zipEntryNames(header)
  if (names.some((name) => foreignPart.test(name))) return 'no'
  return names.some((name) => fixedPart.test(name)) ? 'yes' : 'maybe'
}

/** Returns whether a file begins as a DWF of release 6, of an earlier release, or as a W2D stream. */
export const isDwf = (header: Uint8Array): boolean => matchesAt(header, 0, '(DWF V') || matchesAt(header, 0, '(W2D V')
