import { modelExports, type ExportKind } from './model-exports.js'
import { extensionOf } from './upload-formats.js'

const stemOf = (fileName: string): string => fileName.slice(0, fileName.length - extensionOf(fileName).length)

/** The name under which an older version of a file is saved: `House v2.ifc`. */
export const versionFileName = (fileName: string, version: number | string): string =>
  `${stemOf(fileName)} v${version}${extensionOf(fileName)}`

/** The name under which an export of a file is saved: `House.glb`. */
export const exportFileName = (fileName: string, kind: ExportKind): string =>
  stemOf(fileName) + modelExports[kind].extension
