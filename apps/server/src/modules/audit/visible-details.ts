import type { JsonObject } from '@kamar/database'

/** Details that members see; the trail itself also has hashes, settings and the like. */
const visibleDetails: ReadonlySet<string> = new Set([
  'version',
  'from',
  'to',
  'role',
  'account',
  'email',
  'link',
  'recipient',
  'export',
  'name',
  'names',
  'number',
  'title',
  'quality',
  'created',
  'changed',
  'expiresAt',
  'mayDownload',
])

/** Selects the details of an event that members see. */
export function withVisibleDetails(details: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(details).filter(([name]) => visibleDetails.has(name)))
}
