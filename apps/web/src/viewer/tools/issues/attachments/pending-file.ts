import { collaborationLimits } from '@kamar/contracts'
import type { OutgoingFile } from '../../../../platform/collaboration/attachments.js'
import { hasLocation, shrinkPhoto } from './prepare-photo.js'

/** Photo or file that is attached when its topic or comment is sent. */
export interface PendingFile extends OutgoingFile {
  /** The file as it was chosen, which is sent when the place of a photo is kept. */
  readonly original: File
  /** Smaller copy of a photo, without any metadata. */
  readonly shrunk: Blob
  readonly isPhoto: boolean
  readonly hasLocation: boolean
}

/** Returns whether a file is a photo that the browser can show. */
export const isPhotoType = (type: string): boolean => /^image\/(jpeg|png|webp|heic|heif|avif)$/.test(type)

/** Prepares a chosen file for sending; photos become smaller. */
export async function preparePending(original: File): Promise<PendingFile> {
  const isPhoto = isPhotoType(original.type)
  const shrunk = isPhoto ? await shrinkPhoto(original) : original
  return {
    key: crypto.randomUUID(),
    name: toSentName(original.name, shrunk.type !== original.type && shrunk.type === 'image/jpeg'),
    content: shrunk,
    keepsLocation: false,
    original,
    shrunk,
    isPhoto,
    hasLocation: isPhoto && (await hasLocation(original)),
  }
}

/** Sends photos with the place where they were taken, or without. */
export function withLocations(files: readonly PendingFile[], keepsLocation: boolean): PendingFile[] {
  return files.map((file) =>
    file.hasLocation ? { ...file, keepsLocation, content: keepsLocation ? file.original : file.shrunk } : file,
  )
}

/** Returns whether a file is small enough to be sent. */
export const isSendable = ({ content }: PendingFile): boolean => content.size <= collaborationLimits.attachmentBytes

function toSentName(name: string, isJpeg: boolean): string {
  return isJpeg ? `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg` : name || 'file'
}
