import type { TopicAttachment } from '@kamar/contracts'
import { fetchStream } from '../../../../platform/api/api.js'
import { attachmentAddress } from '../../../../platform/collaboration/attachments.js'
import { notifyFailedDownload } from '../../../../platform/files/download/download-original.js'
import { saveFile } from '../../../../platform/files/download/save-file.js'

/** Saves a photo or file under its own name; shows a failure in a toast. */
export function downloadAttachment(fileId: string, { id, name }: Pick<TopicAttachment, 'id' | 'name'>): void {
  fetchStream(attachmentAddress(fileId, id))
    .then(async (response) => saveFile(await response.blob(), name))
    .catch((error: unknown) => notifyFailedDownload(name, error))
}
