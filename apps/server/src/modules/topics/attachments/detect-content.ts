/** Content types of images whose metadata can have a location. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/heif'] as const
export type ImageType = (typeof imageTypes)[number]

/** Content type that is stored for a file; the sender's is not trusted. */
export type AttachmentType = ImageType | 'application/pdf' | 'application/octet-stream'

const signatures: readonly (readonly [type: AttachmentType, at: number, pattern: RegExp])[] = [
  ['image/jpeg', 0, /^\xff\xd8\xff/],
  ['image/png', 0, /^\x89PNG\r\n\x1a\n/],
  ['image/webp', 8, /^WEBP/],
  ['image/tiff', 0, /^(II\*\0|MM\0\*)/],
  ['image/heif', 4, /^ftyp(hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs])/],
  ['application/pdf', 0, /^%PDF-/],
]
const signatureBytes = 16

/** Detects the content type of a file by its first bytes. */
export function detectContent(content: Uint8Array): AttachmentType {
  const header = Buffer.from(content.subarray(0, signatureBytes)).toString('latin1')
  const match = signatures.find(([, at, pattern]) => pattern.test(header.slice(at)))
  return match?.[0] ?? 'application/octet-stream'
}

export function isImageType(type: AttachmentType): type is ImageType {
  return (imageTypes as readonly AttachmentType[]).includes(type)
}
