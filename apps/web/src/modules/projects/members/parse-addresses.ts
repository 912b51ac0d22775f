/**
 * Reads the addresses of a text, separated by lines, commas, semicolons or blanks, also with names as mail programs copy
 * them: `"Hakobyan, Ani" <ani@kamar.am>`. Each is listed once, ignoring case.
 */
export function parseAddresses(text: string): readonly string[] {
  const addresses = new Map<string, string>()
  for (const part of text.split(/[\n,;]/)) {
    for (const address of readPart(part)) addresses.set(address.toLowerCase(), address)
  }
  return [...addresses.values()]
}

function readPart(part: string): readonly string[] {
  const bracketed = /<([^<>]+)>/.exec(part)?.[1]
  if (bracketed !== undefined) return [bracketed.trim()]
  // First half of a quoted name with a comma.
  if (part.includes('"') && !part.includes('@')) return []
  return part.split(/\s+/).filter((word) => word !== '')
}
