import type { Database } from '@kamar/database'
import type { DerivativeStore } from '@kamar/storage'
import { type Kysely, sql } from 'kysely'
import type { TopicOfFile } from '../all-topics/all-topics-list.js'

interface StoreySource {
  readonly database: Kysely<Database>
  readonly derivatives: DerivativeStore
  /** Finds the storeys of elements in a tree, by source id. */
  readonly find: (bytes: Uint8Array, sourceIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Larger trees have millions of elements: a report does not wait for them. */
const maxTreeBytes = 64 * 1024 ** 2

/** Returns the storeys of the elements that topics are about, by topic id; from the newest version of each file. */
export async function readStoreys(
  { database, derivatives, find }: StoreySource,
  topics: readonly TopicOfFile[],
): Promise<ReadonlyMap<string, string>> {
  const storeys = new Map<string, string>()
  const aboutElements = topics.filter((topic) => getSourceId(topic) !== null)
  for (const fileId of new Set(aboutElements.map(({ row }) => row.file_id))) {
    const located = aboutElements.filter(({ row }) => row.file_id === fileId)
    const version = await database
      .selectFrom('file_version')
      .select('translation_id')
      .where('file_id', '=', fileId)
      .where(sql<boolean>`translation_id is not null`)
      .orderBy('number', 'desc')
      .executeTakeFirst()
    const translationId = version?.translation_id
    const bytes = translationId ? await derivatives.read({ translationId, path: 'tree.bin' }) : null
    if (bytes === null || bytes.length > maxTreeBytes) continue
    const names = await find(bytes, [...new Set(located.map((topic) => getSourceId(topic) ?? ''))])
    for (const topic of located) {
      const name = names.get(getSourceId(topic) ?? '')
      if (name !== undefined) storeys.set(topic.row.id, name)
    }
  }
  return storeys
}

/** Returns the element that a topic is about; null for none, and for entities of sheets. */
function getSourceId({ row }: TopicOfFile): string | null {
  const anchor = row.anchor as { readonly sourceId: string | null; readonly sheet?: unknown } | null
  return anchor?.sheet === undefined ? (anchor?.sourceId ?? null) : null
}
