import type { FileRecord } from '@kamar/contracts'
import { isOfferedFor, menuExporters } from '@kamar/core'
import type { PaletteItem } from '@kamar/extensions'
import { splitSynonyms } from '../../../platform/commands/use-command-names.js'
import { downloadExport } from '../../../platform/files/download/download-export.js'
import { downloadOriginal } from '../../../platform/files/download/download-original.js'
import { useFiles } from '../../../platform/files/use-files.js'
import { fileTypeLabel } from '../../../platform/format/format.js'
import type { Context } from '../../kit/tool.js'

/** Returns the other files of the account, and the formats that the open one can be downloaded in. */
export function usePaletteItems({ session, t }: Context<unknown>): readonly PaletteItem[] {
  const { data: files = [] } = useFiles()
  const { access, model, openUrn } = session
  const others = files
    .filter(({ urn, status }) => status === 'success' && urn !== model.urn)
    .map(({ id, urn, description }): PaletteItem => ({
      id: `file-${id}`,
      name: description,
      note: t('palette.openFile'),
      group: 'files',
      run: () => openUrn(urn),
    }))
  return [...(access.file ? listDownloads(access.file, t) : []), ...others]
}

function listDownloads(file: FileRecord, t: Context<unknown>['t']): readonly PaletteItem[] {
  const synonyms = splitSynonyms(t('synonyms.export'))
  const common = { note: t('palette.download'), group: 'files', synonyms } as const
  const original: PaletteItem = {
    ...common,
    id: 'download-original',
    name: t('exports.original', { type: fileTypeLabel(file.description) }),
    run: () => void downloadOriginal(file),
  }
  const exporters = menuExporters.filter(
    (exporter) => isOfferedFor(exporter, file.description) && (exporter.withoutGeometry === true || !file.previewOnly),
  )
  const exports = exporters.map(({ id }): PaletteItem => ({
    ...common,
    id: `download-${id}`,
    name: t(`exports.${id}`),
    run: () => void downloadExport({ file, name: id, onFraction: () => undefined }),
  }))
  return file.status === 'success' ? [...exports, original] : [original]
}
