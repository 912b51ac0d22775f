import { AppError, listSearchTerms } from '@kamar/core'
import { searchLimits, type SheetCorrection, type SheetRecord, type SheetRegister } from '@kamar/contracts'
import { appendAuditEvent, fileNameKeys } from '@kamar/database'
import { sql } from 'kysely'
import type { AccessRole } from '@kamar/database'
import type { ModuleContext } from '../../domain/module-context.js'
import { findUsableFile } from '../../domain/files/file-records.js'
import { findUsableFolder } from '../../domain/folders/folder-records.js'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { mayChange } from '../../platform/authorization/permissions.js'
import { toSearchVector } from './search-terms-sql.js'
import { selectSheets, type SheetRow } from './sheet-records.js'
import { parseSheetName } from './sheet-name.js'

/** Register of the drawing sheets of projects. */
export class SheetService {
  readonly #context: Pick<ModuleContext, 'database' | 'transact'>

  constructor(context: Pick<ModuleContext, 'database' | 'transact'>) {
    this.#context = context
  }

  /** Lists the sheets of a project that the caller sees, by number; those without one last. */
  async list(actor: AccountActor, projectId: string): Promise<SheetRegister> {
    const { database } = this.#context
    await findUsableFolder(database, actor, { id: projectId })
    const rows = await selectSheets(database)
      .innerJoin('access', (join) =>
        join.onRef('access.area_id', '=', 'file.area_id').on('access.account_id', '=', actor.accountId),
      )
      .select('access.role')
      .where('file.project_id', '=', projectId)
      .limit(searchLimits.registerSheets + 1)
      .execute()
    return {
      sheets: rows
        .slice(0, searchLimits.registerSheets)
        .map((row) => ({ row, sortKey: computeSortKey(row) }))
        .toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
        .map(({ row }) => toSheetRecord(row, row.role)),
      isTruncated: rows.length > searchLimits.registerSheets,
    }
  }

  /** Corrects number and title of a sheet; values equal to those of the file end the correction. */
  async correct(actor: AccountActor, fileId: string, form: SheetCorrection): Promise<SheetRecord> {
    return this.#context.transact(async ({ transaction, publish }) => {
      const file = await findUsableFile(transaction, actor, { id: fileId, action: 'file:change' })
      const sheets = selectSheets(transaction).where('file.id', '=', file.id).where('sheet.key', '=', form.key)
      const before = await sheets.executeTakeFirst()
      if (before === undefined) throw new AppError('not-found')
      const number = form.number === before.source_number ? null : form.number
      const title = form.title === before.source_title ? null : form.title
      if (number === null && title === null) {
        await transaction.deleteFrom('sheet_note').where('file_id', '=', file.id).where('key', '=', form.key).execute()
      } else {
        const note = {
          number,
          title,
          words: toSearchVector(listSearchTerms(`${number ?? ''} ${title ?? ''}`)),
          changed_by: actor.accountId,
          changed_at: sql<Date>`now()`,
        }
        await transaction
          .insertInto('sheet_note')
          .values({ file_id: file.id, key: form.key, ...note })
          .onConflict((conflict) => conflict.columns(['file_id', 'key']).doUpdateSet(note))
          .execute()
      }
      const after = await sheets.executeTakeFirstOrThrow()
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'file.correct-sheet',
        subject: file.id,
        details: { from: formatSheet(before), to: formatSheet(after) },
      })
      publish('file', { type: 'changed', fileId: file.id })
      return toSheetRecord(after, file.role)
    })
  }
}

const formatSheet = ({ number, title }: Pick<SheetRow, 'number' | 'title'>): string => `${number} ${title}`.trim()

function computeSortKey({ description, number, title }: SheetRow): string {
  const { sort_name: key } = fileNameKeys(`${number}\0${title}\0${description}`)
  return `${number === '' ? 1 : 0}${key}`
}

function toSheetRecord(row: SheetRow, role: AccessRole | null): SheetRecord {
  const { discipline, number } = row
  return {
    fileId: row.file_id,
    key: row.key,
    number,
    title: row.title,
    // That of a corrected number, unless it states none.
    discipline: (row.is_corrected ? parseSheetName(number).discipline : null) ?? discipline,
    fileName: row.description,
    urn: row.urn,
    version: row.version_number,
    isCorrected: row.is_corrected,
    canChange: mayChange(role),
  }
}
