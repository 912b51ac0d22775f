import { exportFileName, type ExportKind, type FileRecord, modelExports } from '@kamar/contracts'
import { api, fetchStream } from '../api/api.js'
import { derivativeUrl } from './derivative-url.js'
import { notifyFailedDownload } from './download-original.js'
import { saveFile } from './save-file.js'
import { untilExported } from './until-exported.js'

/** What is to be saved, and who is told how far it is. */
export interface ExportDownload {
  readonly file: Pick<FileRecord, 'urn' | 'description'>
  readonly kind: ExportKind
  /** 0 to 1. */
  readonly onFraction: (fraction: number) => void
}

/** Has an export made where it is not yet there, and saves it under the file's name; a failure becomes a notice. */
export async function downloadExport({ file, kind, onFraction }: ExportDownload): Promise<void> {
  try {
    await untilExported(() => api.call('requestExport', { parameters: { urn: file.urn, kind } }), { onFraction })
    const response = await fetchStream(derivativeUrl(file.urn, modelExports[kind].path))
    saveFile(await response.blob(), exportFileName(file.description, kind))
  } catch (error) {
    notifyFailedDownload(exportFileName(file.description, kind), error)
  }
}
