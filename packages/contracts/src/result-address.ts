/** Address in the viewer: of a version, or of one of its results. */
export interface ResultAddress {
  /** URN of the version. */
  readonly urn: string
  /** Number of the result; null for the one the version shows. */
  readonly result: number | null
}

// A version's URN is base64url, which contains no dot.
const pattern = /^(.*)\.([1-9]\d{0,5})$/

/** Returns the permanent address of one result of a version. */
export function resultUrn(urn: string, number: number): string {
  return `${urn}.${number}`
}

/** Parses an address that may name a result. */
export function readResultUrn(text: string): ResultAddress {
  const [, urn, number] = pattern.exec(text) ?? []
  return urn === undefined ? { urn: text, result: null } : { urn, result: Number(number) }
}
