/** A stream in a pack: the pack, and the first and last byte of the stream in it, both included as in an HTTP range. */
export interface PackRange {
  /** Path of the pack: `scene/000.pack`. */
  readonly pack: string
  readonly start: number
  readonly end: number
}

/** At most fifteen digits: such numbers are exact. */
const rangePath = /^((?:scene|proxies|properties)\/\d{1,6}\.pack)\/(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14})$/

/**
 * Parses the address of a stream in a pack, `scene/000.pack/0-4095`, which the package format forms from a manifest; null
 * for any other path. A stream is complete brotli, whatever else is in the pack.
 */
export function parsePackPath(path: string): PackRange | null {
  const [, pack, first, last] = rangePath.exec(path) ?? []
  if (pack === undefined) return null
  const [start, end] = [Number(first), Number(last)]
  return start <= end ? { pack, start, end } : null
}
