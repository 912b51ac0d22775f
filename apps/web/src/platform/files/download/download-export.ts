import { exportFileName, type ExportState, type FileRecord } from '@kamar/contracts'
import { type ExportName } from '@kamar/core'
import { api, fetchStream } from '../../api/api.js'
import { notifyFailedDownload } from './download-original.js'
import { saveFile } from './save-file.js'
import { untilExported } from './until-exported.js'

/** Requests with which exports are created and read. */
export interface ExportAccess {
  readonly request: (urn: string, name: ExportName) => Promise<ExportState>
  /** Rejects with `ApiError`. */
  readonly read: (url: string) => Promise<Response>
}

const asAccount: ExportAccess = {
  request: (urn, name) => api.call('requestExport', { parameters: { urn, name } }),
  read: (url) => fetchStream(url),
}

/** A file that can be exported; `access` is omitted for files of an account. */
export type ExportedFile = Pick<FileRecord, 'urn' | 'description'> & { readonly access?: ExportAccess }

/** The export to save, and its progress callback. */
export interface ExportDownload {
  readonly file: ExportedFile
  readonly name: ExportName
  /** Name of the sheet, for exports of one sheet. */
  readonly sheetName?: string
  /** 0 to 1. */
  readonly onFraction: (fraction: number) => void
}

/** Creates an export if it does not exist yet, and saves it under the file's name; shows failures in a toast. */
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
