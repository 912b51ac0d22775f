/** Counts the entities in the model space of a text DXF by name, without parsing anything else. */
export function countDxfEntities(bytes: Uint8Array): Map<string, number> {
  const lines = new TextDecoder('windows-1252').decode(bytes).split(/\r?\n/)
  const counts = new Map<string, number>()
  let section = ''
  let pending: { name: string; isPaper: boolean } | null = null
  const close = (): void => {
    if (pending && !pending.isPaper && !/^(VERTEX|SEQEND|ATTRIB|VIEWPORT)$/.test(pending.name))
      counts.set(pending.name, (counts.get(pending.name) ?? 0) + 1)
    pending = null
  }
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [code, value] = [Number(lines[at]), (lines[at + 1] ?? '').trim()]
    if (code === 0) close()
    if (code === 2 && lines[at - 1]?.trim() === 'SECTION') section = value
    if (code === 67 && value === '1' && pending) pending.isPaper = true
    if (code === 0 && section === 'ENTITIES' && value !== 'ENDSEC') pending = { name: value, isPaper: false }
    if (code === 0 && value === 'ENDSEC') section = ''
  }
  close()
  return counts
}
