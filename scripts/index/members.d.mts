import type { Kind } from './kinds.mjs'

/** Lists the members of a kind: the folders that have its door, by name. */
export function listMembers(kind: Pick<Kind, 'folder' | 'door'>): string[]
