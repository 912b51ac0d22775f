/** Where a design may say that it is kept. A deployment of ours keeps everything in one place: the name is only repeated. */
export const protocolRegions = ['US', 'EMEA', 'AUS', 'APAC', 'CAN', 'DEU', 'IND', 'JPN', 'GBR'] as const
/** One of `protocolRegions`. */
export type ProtocolRegion = (typeof protocolRegions)[number]

/** The region a text names, in whatever case; `EU` is EMEA. Null for anything else. */
export function parseRegion(text: string | undefined): ProtocolRegion | null {
  const name = text?.trim().toUpperCase()
  return name === 'EU' ? 'EMEA' : (protocolRegions.find((region) => region === name) ?? null)
}
