import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'

/** Removes the slices of a translation that ends. Their files are not listed and removed with those of attempts. */
export async function deleteSlices(database: Kysely<Database>, translationId: string): Promise<void> {
  await database.deleteFrom('translation_slice').where('translation_id', '=', translationId).execute()
}
