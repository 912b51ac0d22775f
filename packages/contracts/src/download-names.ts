import { exportFile, type ExportName, getFileExtension } from '@kamar/core'

const getStem = (fileName: string): string => fileName.slice(0, fileName.length - getFileExtension(fileName).length)

/** Returns the download name of an older version of a file: `House v2.ifc`. */
export const versionFileName = (fileName: string, version: number | string): string =>
  `${getStem(fileName)} v${version}${getFileExtension(fileName)}`

/** Returns a key that is the same for names that a file system may take for one. */
export const toNameKey = (fileName: string): string => fileName.normalize('NFC').toLowerCase()

/** Returns a name whose key is not in `usedKeys`, with a number if necessary, and adds its key. */
export function takeFileName(fileName: string, usedKeys: Set<string>, toKey = toNameKey): string {
  let name = fileName
  for (let number = 2; usedKeys.has(toKey(name)); number += 1) name = numberedFileName(fileName, number)
  usedKeys.add(toKey(name))
  return name
}

/** Returns a unique file name when the name exists already: `House (2).ifc`. */
export const numberedFileName = (fileName: string, number: number): string =>
  `${getStem(fileName)} (${number})${fileName.slice(getStem(fileName).length)}`

/** Returns the download name of an export: `House.glb`, or `House - A1.pdf` for one of its sheets. */
export function exportFileName(fileName: string, name: ExportName, sheetName?: string): string {
  // Replaces characters that Windows, macOS or Linux do not allow in names.
  const sheet = sheetName?.replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '_').trim()
  return getStem(fileName) + (sheet ? ` - ${sheet}` : '') + exportFile(name).extension
}
