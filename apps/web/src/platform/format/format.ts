const bytesPerKilobyte = 1024
const bytesPerMegabyte = 1024 ** 2
const urnPreviewCharacters = 20

/** A size in its display unit; the caller translates the unit's name. */
export interface ShownSize {
  readonly value: string
  readonly unit: 'kilobytes' | 'megabytes'
}

/** Returns whole KB below one MB, MB with one decimal from there on; 0 KB when the size is missing. */
export function shownSize(bytes: number | null | undefined): ShownSize {
  if (!bytes || !Number.isFinite(bytes)) return { value: '0', unit: 'kilobytes' }
  if (bytes >= bytesPerMegabyte) return { value: (bytes / bytesPerMegabyte).toFixed(1), unit: 'megabytes' }
  return { value: String(Math.max(1, Math.round(bytes / bytesPerKilobyte))), unit: 'kilobytes' }
}

/** Returns the first 20 characters of a URN and an ellipsis. */
export function urnPreview(urn: string): string {
  return urn === '' ? '' : `${urn.slice(0, urnPreviewCharacters)}…`
}

/** Returns the extension as shown on an icon: upper case without the dot, FILE when there is none. */
export function fileTypeLabel(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot <= 0 || dot === fileName.length - 1 ? 'FILE' : fileName.slice(dot + 1).toUpperCase()
}

/**
 * Splits a name into a start that may be truncated and a tail that is always visible: the extension and the characters
 * before it, which distinguish versions and storeys.
 */
export function splitName(name: string, tailCharacters = 8): { readonly start: string; readonly tail: string } {
  const dot = name.lastIndexOf('.')
  const tailLength = tailCharacters + (dot > 0 && name.length - dot <= 6 ? name.length - dot : 0)
  if (name.length <= tailLength + 3) return { start: name, tail: '' }
  return { start: name.slice(0, -tailLength), tail: name.slice(-tailLength) }
}
