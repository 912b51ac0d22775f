/** An address in the viewer: of a version, or of one of its results. */
export interface ResultAddress {
  /** Names the version. */
  readonly urn: string
  /** Number of the result; null for the one the version shows. */
  readonly result: number | null
}

// A version's URN is base64url, which has no dot.
const pattern = /^(.*)\.([1-9]\d{0,5})$/

/** The address of one result of a version, for ever the same one. */
export function resultUrn(urn: string, number: number): string {
  return `${urn}.${number}`
}

/** Reads an address that may name a result. */
export function readResultUrn(text: string): ResultAddress {
  const [, urn, number] = pattern.exec(text) ?? []
  return urn === undefined ? { urn: text, result: null } : { urn, result: Number(number) }
}
