import { collaborationLimits } from '@kamar/contracts'
import type { MarkupShape } from '@kamar/viewer'
import type { OutgoingFile } from '../../../../platform/collaboration/attachments.js'
import { copyExif } from './copy-exif.js'
import { hasLocation, shrinkPhoto } from './prepare-photo.js'

/** Photo with a drawing on it: the image to send, and the shapes for further changes. */
export interface MarkedPhoto {
  readonly content: Blob
  readonly shapes: readonly MarkupShape[]
}

/** Photo or file that is attached when its topic or comment is sent. */
export interface PendingFile extends OutgoingFile {
  /** The file as it was chosen, which is sent when the place of a photo is kept. */
  readonly original: File
  /** Smaller copy of a photo, without any metadata. */
  readonly shrunk: Blob
  readonly isPhoto: boolean
  readonly hasLocation: boolean
  /** Null without a drawing. `located` has the place where the photo was taken, if it was readable. */
  readonly marked: (MarkedPhoto & { readonly located: Blob | null }) | null
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
    marked: null,
  }
}

/** Returns whether a file can be sent with the place where it was taken. */
export const hasUsableLocation = (file: PendingFile): boolean =>
  file.hasLocation && (file.marked === null || file.marked.located !== null)

/** Sends photos with the place where they were taken, or without. */
export function withLocations(files: readonly PendingFile[], keepsLocation: boolean): PendingFile[] {
  return files.map((file) => withContent({ ...file, keepsLocation: keepsLocation && hasUsableLocation(file) }))
}

/** Draws on a photo, or removes the drawing with null. */
export async function withMarkup(file: PendingFile, marked: MarkedPhoto | null): Promise<PendingFile> {
  if (marked === null) return withContent({ ...file, marked })
  const located = file.hasLocation ? await copyExif(file.original, marked.content) : null
  const next = { ...file, name: toSentName(file.name, true), marked: { ...marked, located } }
  return withContent({ ...next, keepsLocation: next.keepsLocation && hasUsableLocation(next) })
}

function withContent(file: PendingFile): PendingFile {
  const { keepsLocation, marked, original, shrunk } = file
  const unmarked = keepsLocation ? original : shrunk
  return { ...file, content: marked === null ? unmarked : ((keepsLocation ? marked.located : null) ?? marked.content) }
}

/** Returns whether a file is small enough to be sent. */
export const isSendable = ({ content }: PendingFile): boolean => content.size <= collaborationLimits.attachmentBytes

function toSentName(name: string, isJpeg: boolean): string {
  return isJpeg ? `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg` : name || 'file'
}
