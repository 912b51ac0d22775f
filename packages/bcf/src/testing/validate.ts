import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { openArchive } from '../archive.js'
import type { BcfVersion } from '../model.js'

/** Schema of each document of an archive. */
const schemas: readonly (readonly [RegExp, string])[] = [
  [/markup\.bcf$/i, 'markup.xsd'],
  [/\.bcfv$/i, 'visinfo.xsd'],
  [/^bcf\.version$/i, 'version.xsd'],
  [/^project\.bcfp$/i, 'project.xsd'],
  [/^extensions\.xml$/i, 'extensions.xsd'],
  [/^documents\.xml$/i, 'documents.xsd'],
]

/** Returns the folder of a version's schemas within the official cases. */
export function getSchemaFolder(folder: string, version: BcfVersion): string {
  return version === '3.0' ? join(folder, 'Schemas') : join(folder, `Schemas-${version}`, 'Schemas')
}

/**
 * Returns the errors of an archive's documents against the official schemas in a folder; documents of one kind are
 * validated together.
 */
export async function schemaErrors(bytes: Buffer, schemaFolder: string): Promise<string[]> {
  const archive = await openArchive(bytes)
  const read = (fileName: string) => ({ fileName, contents: readFileSync(join(schemaFolder, fileName), 'utf8') })
  const preload = readdirSync(schemaFolder)
    .filter((name) => name.endsWith('.xsd'))
    .map(read)
  const errors: string[] = []
  for (const [pattern, schema] of schemas) {
    const xml = []
    for (const name of archive.names.filter((candidate) => pattern.test(candidate))) {
      xml.push({ fileName: name.replaceAll('/', '_'), contents: String(await archive.read(name, 1 << 26)) })
    }
    if (xml.length === 0 || !preload.some(({ fileName }) => fileName === schema)) continue
    const result = await validateXML({ xml, schema: [read(schema)], preload })
    errors.push(...result.errors.map(({ rawMessage }) => rawMessage))
  }
  return errors
}
