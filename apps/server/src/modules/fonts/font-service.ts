import { AppError } from '@kamar/core'
import { type AuditAction, type DrawingFont, type FontList, limits } from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import { fontExtensions, type FontInfo } from '@kamar/codecs/fonts'
import type { StoredBlob } from '@kamar/storage'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { requestTranslation } from '../../domain/versions/request-translation.js'
import { drawingsWaiting } from './drawings-waiting.js'
import { describeFontInThread } from './font-thread.js'
import { chargeQuota } from '../../domain/quota/quota.js'
import { insertBlob } from '../../domain/files/insert-blob.js'
import { deleteUnreferencedBlobs } from '../../domain/files/referenced-blobs.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import { checkAttachmentName, type IncomingFile } from '../../domain/uploads/incoming-files.js'

interface CheckedFont {
  readonly name: string
  readonly bytes: Buffer
  readonly info: FontInfo
}

/** Fonts of an account, used for its drawings from the next translation on. They are private to the account. */
export class FontService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  async list({ accountId }: AccountActor): Promise<FontList> {
    const rows = await this.#context.database
      .selectFrom('drawing_font')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy(sql`lower(name)`)
      .execute()
    const waiting = rows.length === 0 ? [] : await drawingsWaiting(this.#context.database, accountId, rows)
    return { fonts: rows.map(toDrawingFont), waitingDrawings: waiting.length }
  }

  /** Translates drawings again that lacked a font which is available by now. */
  async useNow(actor: AccountActor): Promise<FontList> {
    const { database, transact } = this.#context
    const { accountId } = actor
    const fonts = await database.selectFrom('drawing_font').selectAll().where('account_id', '=', accountId).execute()
    for (const { file_id: fileId, ...version } of await drawingsWaiting(database, accountId, fonts)) {
      await transact(async (unit) => {
        await requestTranslation(unit, version, accountId)
        unit.publish('file', { type: 'changed', fileId })
      })
    }
    return this.list(actor)
  }

  /** Stores fonts; one of the same name is replaced. Each is parsed completely before any of its bytes is stored. */
  async add(actor: AccountActor, incoming: AsyncIterable<IncomingFile>): Promise<FontList> {
    const { database, blobs, events } = this.#context
    let count = 0
    for await (const font of incoming) {
      const checked = await checkFont(font)
      const blob = await blobs.put([checked.bytes])
      const replaced = await database
        .transaction()
        .execute((transaction) => insert(transaction, actor, { checked, blob }))
      if (replaced !== null && replaced !== blob.sha256) await deleteUnreferencedBlobs(database, blobs, [replaced])
      count++
    }
    if (count === 0) throw new AppError('bad-request')
    events.publish('account', actor.accountId)
    return this.list(actor)
  }

  /** Removes a font; existing results stay as they are. */
  async remove(actor: AccountActor, id: string): Promise<FontList> {
    const { database, blobs, transact } = this.#context
    const removed = await transact(async ({ transaction, publish }) => {
      const row = await transaction
        .deleteFrom('drawing_font')
        .where(sql`id::text`, '=', id)
        .where('account_id', '=', actor.accountId)
        .returning(['name', 'blob_sha256', 'size_bytes'])
        .executeTakeFirst()
      if (!row) throw new AppError('not-found')
      await transaction
        .updateTable('account')
        .set((account) => ({ used_bytes: account('used_bytes', '-', row.size_bytes) }))
        .where('id', '=', actor.accountId)
        .execute()
      await record(transaction, actor, { action: 'font.remove', name: row.name })
      publish('account', actor.accountId)
      return row
    })
    await deleteUnreferencedBlobs(database, blobs, [removed.blob_sha256])
    return this.list(actor)
  }
}

async function checkFont(incoming: IncomingFile): Promise<CheckedFont> {
  const name = checkAttachmentName(incoming.name, fontExtensions)
  const parts: Buffer[] = []
  for await (const part of incoming.content as AsyncIterable<Buffer>) parts.push(part)
  incoming.assertComplete()
  const bytes = Buffer.concat(parts)
  const info = await describeFontInThread(bytes)
  if (!info) throw new AppError('font-unreadable', { name })
  return { name, bytes, info }
}

/** Returns the storage address of the replaced font; null where there was none of this name. */
async function insert(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { checked, blob }: { readonly checked: CheckedFont; readonly blob: StoredBlob },
): Promise<string | null> {
  const { accountId } = actor
  // Serialised, so that concurrent uploads cannot exceed the limit.
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const replaced = await transaction
    .deleteFrom('drawing_font')
    .where('account_id', '=', accountId)
    .where(sql`lower(name)`, '=', sql`lower(${checked.name})`)
    .returning(['blob_sha256', 'size_bytes'])
    .executeTakeFirst()
  await assertFewerRows(transaction.selectFrom('drawing_font').where('account_id', '=', accountId), limits.maxFonts)
  await chargeQuota(transaction, { ownerId: accountId }, blob.sizeBytes - (replaced?.size_bytes ?? 0))
  await insertBlob(transaction, blob)
  await transaction
    .insertInto('drawing_font')
    .values({
      id: newId(),
      account_id: accountId,
      name: checked.name,
      other_names: JSON.stringify(checked.info.names),
      kind: checked.info.kind,
      letters: checked.info.glyphCount,
      blob_sha256: blob.sha256,
      size_bytes: blob.sizeBytes,
    })
    .execute()
  await record(transaction, actor, { action: 'font.add', name: checked.name })
  return replaced?.blob_sha256 ?? null
}

function record(
  transaction: Transaction<Database>,
  { accountId }: AccountActor,
  { action, name }: { readonly action: AuditAction; readonly name: string },
): Promise<void> {
  return appendAuditEvent(transaction, { actor: accountId, action, subject: accountId, details: { name } })
}

function toDrawingFont(row: Selectable<Database['drawing_font']>): DrawingFont {
  return {
    id: row.id,
    name: row.name,
    alsoKnownAs: [...row.other_names],
    kind: row.kind,
    letters: row.letters,
    size: row.size_bytes,
    uploadedAt: row.created_at.toISOString(),
  }
}
