import { TranslationError } from '@kamar/core'
import type { ArchiveSearch } from '@kamar/codecs/part21'
import { descriptor } from '../descriptor.js'
import { versionAdvice } from './schema.js'

/** Search for IFC files in a ZIP archive. */
export const archiveSearch: ArchiveSearch = {
  modelName: /\.ifc$/i,
  advice: 'IFC, or a ZIP with Deflate',
  createNoModelError(fileNames) {
    if (!fileNames.some((name) => /\.ifcxml$/i.test(name))) {
      return new TranslationError({ code: 'not-this-format', details: { expected: descriptor.name } })
    }
    return new TranslationError({ code: 'unsupported-version', details: { version: 'ifcXML', advice: versionAdvice } })
  },
}
