/** Storage regions of APS. A Kamar deployment stores everything in one place and only echoes the name. */
export const protocolRegions = ['US', 'EMEA', 'AUS', 'APAC', 'CAN', 'DEU', 'IND', 'JPN', 'GBR'] as const
/** One of `protocolRegions`. */
export type ProtocolRegion = (typeof protocolRegions)[number]

/** Parses a region name, ignoring case; `EU` is EMEA. Null for anything else. */
export function parseRegion(text: string | undefined): ProtocolRegion | null {
  const name = text?.trim().toUpperCase()
  return name === 'EU' ? 'EMEA' : (protocolRegions.find((region) => region === name) ?? null)
}
