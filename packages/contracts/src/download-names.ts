import { exportFile, type ExportName } from './model-exports.js'
import { getFileExtension } from './upload-formats.js'

const getStem = (fileName: string): string => fileName.slice(0, fileName.length - getFileExtension(fileName).length)

/** The name under which an older version of a file is saved: `House v2.ifc`. */
export const versionFileName = (fileName: string, version: number | string): string =>
  `${getStem(fileName)} v${version}${getFileExtension(fileName)}`

/** The name of a file beside another of the same name: `House (2).ifc`. */
export const numberedFileName = (fileName: string, number: number): string =>
  `${getStem(fileName)} (${number})${fileName.slice(getStem(fileName).length)}`

/** The name under which an export of a file is saved: `House.glb`, of one of its sheets `House - A1.pdf`. */
export function exportFileName(fileName: string, name: ExportName, sheetName?: string): string {
  // What no file system of the three takes in a name.
  const sheet = sheetName?.replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '_').trim()
  return getStem(fileName) + (sheet ? ` - ${sheet}` : '') + exportFile(name).extension
}
