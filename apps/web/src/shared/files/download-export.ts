import { exportFile, exportFileName, type ExportName, type FileRecord } from '@kamar/contracts'
import { api, fetchStream } from '../api/api.js'
import { derivativeUrl } from './derivative-url.js'
import { notifyFailedDownload } from './download-original.js'
import { saveFile } from './save-file.js'
import { untilExported } from './until-exported.js'

/** What is to be saved, and who is told how far it is. */
export interface ExportDownload {
  readonly file: Pick<FileRecord, 'urn' | 'description'>
  readonly name: ExportName
  /** Of exports of one sheet. */
  readonly sheetName?: string
  /** 0 to 1. */
  readonly onFraction: (fraction: number) => void
}

/** Has an export made where it is not yet there, and saves it under the file's name; a failure becomes a notice. */
export async function downloadExport({ file, name, sheetName, onFraction }: ExportDownload): Promise<void> {
  const saved = exportFileName(file.description, name, sheetName)
  try {
    await untilExported(() => api.call('requestExport', { parameters: { urn: file.urn, name } }), { onFraction })
    const response = await fetchStream(derivativeUrl(file.urn, exportFile(name).path))
    saveFile(await response.blob(), saved)
  } catch (error) {
    notifyFailedDownload(saved, error)
  }
}
