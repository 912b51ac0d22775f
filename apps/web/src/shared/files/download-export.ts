import { exportFileName, type ExportName, type ExportState, type FileRecord } from '@kamar/contracts'
import { api, fetchStream } from '../api/api.js'
import { notifyFailedDownload } from './download-original.js'
import { saveFile } from './save-file.js'
import { untilExported } from './until-exported.js'

/** How exports are had made and read. */
export interface ExportAccess {
  readonly request: (urn: string, name: ExportName) => Promise<ExportState>
  /** Rejects with `ApiError`. */
  readonly read: (url: string) => Promise<Response>
}

const asAccount: ExportAccess = {
  request: (urn, name) => api.call('requestExport', { parameters: { urn, name } }),
  read: (url) => fetchStream(url),
}

/** A file of which exports are made; `access` is left out for files of an account. */
export type ExportedFile = Pick<FileRecord, 'urn' | 'description'> & { readonly access?: ExportAccess }

/** What is to be saved, and who is told how far it is. */
export interface ExportDownload {
  readonly file: ExportedFile
  readonly name: ExportName
  /** Of exports of one sheet. */
  readonly sheetName?: string
  /** 0 to 1. */
  readonly onFraction: (fraction: number) => void
}

/** Has an export made where it is not yet there, and saves it under the file's name; a failure becomes a notice. */
export async function downloadExport({ file, name, sheetName, onFraction }: ExportDownload): Promise<void> {
  const saved = exportFileName(file.description, name, sheetName)
  const { access = asAccount } = file
  try {
    const path = await untilExported(() => access.request(file.urn, name), { onFraction })
    const response = await access.read(path)
    saveFile(await response.blob(), saved)
  } catch (error) {
    notifyFailedDownload(saved, error)
  }
}
