import type { AuthoringTool } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import type { IfcFile } from './ifc-file.js'

/** Attribute numbers of IfcApplication. */
const applicationAttribute = { version: 1, fullName: 2 } as const

/** Reads the program that wrote the model: the first application in the file. */
export function readAuthoringTool(file: IfcFile): AuthoringTool | null {
  const [row] = file.index.listRows('IFCAPPLICATION')
  if (row === undefined) return null
  const name = cleanName(file.textAt(row, applicationAttribute.fullName) ?? '')
  const release = cleanName(file.textAt(row, applicationAttribute.version) ?? '')
  // Many names include their release: "Autodesk Revit 2024 (ENU)".
  return name === '' ? null : { name, release: name.includes(release) ? '' : release }
}
