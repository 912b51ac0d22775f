import { getFileExtension, uploadFormats } from '@kamar/core'
import type { Database, TranslationCompanion } from '@kamar/database'
import { fontExtensions } from '@kamar/codecs/fonts'
import type { Kysely } from 'kysely'

/** Returns whether files of a format are rendered with fonts of the account. */
function usesFonts(formatId: string): boolean {
  const format = uploadFormats.find(({ id }) => id === formatId)
  return format?.companions.some((extension) => fontExtensions.includes(extension)) ?? false
}

/**
 * Adds to a drawing's own attachments the fonts of these accounts, under every name by which drawings may refer to
 * them. Of the same name, the attachment takes precedence, then the font of the account that is named first.
 */
export async function withFonts(
  database: Kysely<Database>,
  companions: readonly TranslationCompanion[],
  drawing: { readonly formatId: string; readonly accountIds: readonly (string | null)[] },
): Promise<TranslationCompanion[]> {
  const accounts = drawing.accountIds.filter((id) => id !== null)
  if (!usesFonts(drawing.formatId) || accounts.length === 0) return [...companions]
  const rows = await database
    .selectFrom('drawing_font')
    .select(['account_id', 'name', 'other_names', 'blob_sha256 as sha256'])
    .where('account_id', 'in', accounts)
    .orderBy('name')
    .execute()
  const companionsByName = new Map(companions.map((companion) => [companion.name.toLowerCase(), companion]))
  const add = (name: string, sha256: string): void => {
    if (!companionsByName.has(name.toLowerCase())) companionsByName.set(name.toLowerCase(), { name, sha256 })
  }
  const inTurn = accounts.flatMap((id) => rows.filter((row) => row.account_id === id))
  for (const { name, sha256 } of inTurn) add(name, sha256)
  for (const { name, other_names: names, sha256 } of inTurn)
    for (const other of names) add(`${other}${getFileExtension(name)}`, sha256)
  return [...companionsByName.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
