const bytesPerKilobyte = 1024
const bytesPerMegabyte = 1024 ** 2
const urnPreviewCharacters = 20

/** A size in the unit it is shown in; the unit's name is the caller's. */
export interface ShownSize {
  readonly value: string
  readonly unit: 'kilobytes' | 'megabytes'
}

/** Whole KB below one MB, MB with one decimal from there on; 0 KB when the size is missing. */
export function shownSize(bytes: number | null | undefined): ShownSize {
  if (!bytes || !Number.isFinite(bytes)) return { value: '0', unit: 'kilobytes' }
  if (bytes >= bytesPerMegabyte) return { value: (bytes / bytesPerMegabyte).toFixed(1), unit: 'megabytes' }
  return { value: String(Math.max(1, Math.round(bytes / bytesPerKilobyte))), unit: 'kilobytes' }
}

/** The first 20 characters of a URN and an ellipsis. */
export function urnPreview(urn: string): string {
  return urn === '' ? '' : `${urn.slice(0, urnPreviewCharacters)}…`
}

/** The extension as an icon shows it: upper case without the dot, FILE when there is none. */
export function fileTypeLabel(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot <= 0 || dot === fileName.length - 1 ? 'FILE' : fileName.slice(dot + 1).toUpperCase()
}

/**
 * A name cut into a head that may be shortened and a tail that always stays: the extension and what stands right before
 * it, which is where versions and storeys are told apart.
 */
export function splitName(name: string, tailCharacters = 8): { readonly start: string; readonly tail: string } {
  const dot = name.lastIndexOf('.')
  const tailLength = tailCharacters + (dot > 0 && name.length - dot <= 6 ? name.length - dot : 0)
  if (name.length <= tailLength + 3) return { start: name, tail: '' }
  return { start: name.slice(0, -tailLength), tail: name.slice(-tailLength) }
}
