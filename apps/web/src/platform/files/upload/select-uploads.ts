import i18next from 'i18next'
import { notify } from '../../design/toasts-state.js'
import { formatSize } from '../../format/format-size.js'
import { findUploadRefusal, type UploadRefusal } from './check-upload.js'
import { acceptedExtensions } from './upload-rules.js'

const maxNames = 3

/** Returns the files that can be uploaded and reports the others: one notice for each reason, with the files' names. */
export function selectUploads(files: readonly File[]): readonly File[] {
  const refused = new Map<string, { readonly refusal: UploadRefusal; readonly files: File[] }>()
  const accepted = files.filter((file) => {
    const refusal = findUploadRefusal(file)
    if (refusal === null) return true
    const group = refused.get(refusal.message) ?? { refusal, files: [] }
    group.files.push(file)
    refused.set(refusal.message, group)
    return false
  })
  for (const { refusal, files: group } of refused.values()) {
    notify(refusal.message, { tone: 'problem', detail: formatDetail(refusal, group) })
  }
  return accepted
}

/** Names the files, and says what can be done. */
function formatDetail({ reason }: UploadRefusal, files: readonly File[]): string | undefined {
  if (reason === 'signedOut') return undefined
  return i18next.t(`upload.refused.${reason}`, {
    files: formatNames(files, reason === 'tooLarge' ? formatNameWithSize : ({ name }) => name),
    formats: acceptedExtensions()
      .map((extension) => extension.slice(1).toUpperCase())
      .join(', '),
  })
}

function formatNames(files: readonly File[], format: (file: File) => string): string {
  const names = files.slice(0, maxNames).map(format).join(', ')
  const others = files.length - maxNames
  return others > 0 ? `${names} ${i18next.t('upload.refused.more', { count: others })}` : names
}

const formatNameWithSize = ({ name, size }: File): string => `${name} (${formatSize(size, i18next.t)})`
