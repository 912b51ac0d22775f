import type { DxfRecord } from '../groups/group-table.js'

const code = { column: 2, handle: 320, chunk: 310 } as const
const bodyColumn = 'ASM_Data'

/** Reads an ACDSRECORD: the body of a solid and the handle of its entity; null for other data. */
export function readBodyData({ groups }: DxfRecord): { readonly handle: number; readonly acis: Uint8Array } | null {
  const handle = groups.readHandle(code.handle)
  let at = groups.find(code.column)
  while (at >= 0 && groups.textAt(at) !== bodyColumn) at = groups.find(code.column, at + 1)
  const chunkAt = at < 0 ? -1 : groups.find(code.chunk, at)
  if (handle === 0 || chunkAt < 0) return null
  return { handle, acis: groups.joinBytes(code.chunk, chunkAt) }
}
