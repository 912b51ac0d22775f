import { cancelTranslation } from '@kamar/translation'
import type { FileRow } from '../files/file-records.js'
import type { ModuleContext } from '../module-context.js'

/** States in which a translation can still be stopped. */
const cancellableStates: ReadonlySet<string | null> = new Set(['queued', 'running'])

/**
 * Stops the translation of a file, unless other files outside the bin have the same content, or an application waits
 * for it.
 */
export async function cancelUnlessNeeded(
  { database, domain }: Pick<ModuleContext, 'database' | 'domain'>,
  file: Pick<FileRow, 'id' | 'translation_id' | 'state'>,
): Promise<void> {
  if (file.translation_id === null || !cancellableStates.has(file.state)) return
  const design = await database
    .selectFrom('derivative_design')
    .select('id')
    .where('translation_id', '=', file.translation_id)
    .where('state', '=', 'inprogress')
    .limit(1)
    .executeTakeFirst()
  if (design) return
  const other = await database
    .selectFrom('file_version')
    .innerJoin('file', 'file.id', 'file_version.file_id')
    .select('file.id')
    .where('file_version.translation_id', '=', file.translation_id)
    .where('file.deleted_at', 'is', null)
    .where('file.id', '!=', file.id)
    .limit(1)
    .executeTakeFirst()
  if (!other) await cancelTranslation(domain.translation, file.translation_id)
}
