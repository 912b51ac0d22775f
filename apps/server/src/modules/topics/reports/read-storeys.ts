import type { Database } from '@kamar/database'
import type { DerivativeStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { TopicOfFile } from '../all-topics/all-topics-list.js'
import type { StoreyRequest } from './find-storeys.js'

interface StoreySource {
  readonly database: Kysely<Database>
  readonly derivatives: DerivativeStore
  /** Finds the storeys of elements in a tree, by source id. */
  readonly find: (request: StoreyRequest) => Promise<ReadonlyMap<string, string>>
}

const path = 'tree.bin'
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
    const tree = await database
      .selectFrom('file_version')
      .innerJoin('derivative', 'derivative.translation_id', 'file_version.translation_id')
      .select(['derivative.translation_id as translationId', 'encoding'])
      .where('file_id', '=', fileId)
      .where('path', '=', path)
      .where('derivative.size_bytes', '<', maxTreeBytes)
      .orderBy('number', 'desc')
      .executeTakeFirst()
    const bytes = tree ? await derivatives.read({ translationId: tree.translationId, path }) : null
    if (!tree || !bytes) continue
    const sourceIds = [...new Set(located.map((topic) => getSourceId(topic) ?? ''))]
    const names = await find({ bytes, isCompressed: tree.encoding === 'br', sourceIds })
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
