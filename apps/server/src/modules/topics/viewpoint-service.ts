import { randomUUID } from 'node:crypto'
import { AppError } from '@kamar/core'
import {
  collaborationLimits as limits,
  type Markup,
  type Viewpoint,
  type ViewpointForm,
  type ViewpointSummary,
} from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { BlobEntry } from '@kamar/storage'
import type { Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { Action } from '../../platform/authorization/permissions.js'
import type { ModuleContext } from '../../domain/module-context.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { nameActor } from '../../domain/accounts/user-names.js'
import { insertBlob } from '../../domain/files/insert-blob.js'
import { deleteUnreferencedBlobs } from '../../domain/files/referenced-blobs.js'
import { makeSnapshot } from './snapshot-image.js'
import {
  type TopicContext,
  findTopic,
  findVersionId,
  canModerate,
  openTopicContext,
  publishTopic,
} from './topic-access.js'
import { touchTopic } from './touch-topic.js'
import {
  emptyMarkup,
  findViewpointRow,
  insertViewpoint,
  readContents,
  selectViewpoints,
  type ViewpointRow,
  toViewpointSummary,
  writeMarkup,
} from './viewpoint-rows.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'

/** Viewpoint of a file. */
export interface ViewpointAddress {
  readonly fileId: string
  readonly viewpointId: string
}

/** Manages the viewpoints of a file: those of its topics, and saved views. */
export class ViewpointService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Lists the saved views, newest first. */
  async listViews(actor: AccountActor, fileId: string): Promise<ViewpointSummary[]> {
    const { database } = this.#context
    await openTopicContext(database, actor, { fileId, action: 'file:read' })
    const rows = await selectViewpoints(database, fileId)
      .where('viewpoint.topic_id', 'is', null)
      .where('viewpoint.is_listed', '=', true)
      .orderBy('viewpoint.id', 'desc')
      .execute()
    return rows.map(toViewpointSummary)
  }

  /** Creates a saved view, or with `topicId` a viewpoint of a topic. */
  async create(
    actor: AccountActor,
    { fileId, topicId }: { readonly fileId: string; readonly topicId: string | null },
    form: ViewpointForm,
  ): Promise<Viewpoint> {
    const { database, transact } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:write' })
    const id = await transact(async (unit) => {
      const { transaction } = unit
      if (topicId !== null) await findTopic(transaction, topicContext, topicId)
      const created = await addViewpoint(transaction, topicContext, { topicId, form })
      if (topicId !== null) await touchTopic(transaction, topicContext, { topicId, action: 'topic.viewpoint' })
      publishChange(unit, topicContext, topicId)
      return created
    })
    return this.#read(fileId, id)
  }

  /** Stores a view for a link to it. Whoever may open the file may share what they see. */
  async createLinked(actor: AccountActor, fileId: string, form: ViewpointForm): Promise<{ readonly id: string }> {
    const { database } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'file:read' })
    return database.transaction().execute(async (transaction) => {
      const others = transaction
        .selectFrom('viewpoint')
        .where('file_id', '=', fileId)
        .where('author_id', '=', actor.accountId)
        .where('is_listed', '=', false)
      await assertFewerRows(others, limits.viewLinksPerFile)
      return { id: await insertForm(transaction, topicContext, { form, topicId: null, isListed: false }) }
    })
  }

  /** Saves a copy of a viewpoint as a view of the caller; both have one stored snapshot. */
  async copy(
    actor: AccountActor,
    { fileId, viewpointId }: ViewpointAddress,
    { name }: { readonly name: string },
  ): Promise<ViewpointSummary> {
    const { database, transact } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:write' })
    const row = await findViewpointRow(database, fileId, viewpointId)
    const content = row && (await readContents(database, [row.id])).get(row.id)
    if (!content) throw new AppError('not-found')
    const id = await transact(async (unit) => {
      await assertFewerViews(unit.transaction, fileId)
      const copyId = await insertViewpoint(unit.transaction, {
        ...content,
        fileId,
        name,
        topicId: null,
        guid: randomUUID(),
        fileVersionId: row.file_version_id,
        author: await nameActor(unit.transaction, actor),
        snapshot: row,
      })
      publishChange(unit, topicContext, null)
      return copyId
    })
    const copyRow = await findViewpointRow(database, fileId, id)
    if (!copyRow) throw new AppError('not-found')
    return toViewpointSummary(copyRow)
  }

  async get(actor: AccountActor, { fileId, viewpointId }: ViewpointAddress): Promise<Viewpoint> {
    await openTopicContext(this.#context.database, actor, { fileId, action: 'file:read' })
    return this.#read(fileId, viewpointId)
  }

  /** Changes name, markup and what a saved view shows; the view of a topic's viewpoint is immutable. */
  async change(
    actor: AccountActor,
    { fileId, viewpointId }: ViewpointAddress,
    change: ViewpointChange,
  ): Promise<Viewpoint> {
    const { topicContext, row } = await this.#findChangeable(actor, { fileId, viewpointId })
    const isFixed = row.topic_id !== null || !row.is_listed
    if (change.view && isFixed) throw new AppError('invalid-input', { field: 'body.view' })
    await this.#context.transact(async (unit) => {
      const { transaction } = unit
      const view = change.view ? await toStoredView(transaction, topicContext, change.view) : {}
      const changed = await transaction
        .updateTable('viewpoint')
        .set((viewpoint) => ({
          revision: viewpoint('revision', '+', 1),
          ...(change.name === undefined ? {} : { name: change.name }),
          ...view,
        }))
        .where('id', '=', row.id)
        .where('revision', '=', change.revision)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw new AppError('changed-meanwhile')
      const markup = change.view ? (change.view.markup ?? emptyMarkup) : change.markup
      if (markup) await writeMarkup(transaction, row.id, markup)
      await note(transaction, topicContext, { row, action: 'change' })
      publishChange(unit, topicContext, row.topic_id)
    })
    return this.#read(fileId, viewpointId)
  }

  async remove(actor: AccountActor, { fileId, viewpointId }: ViewpointAddress): Promise<void> {
    const { topicContext, row } = await this.#findChangeable(actor, { fileId, viewpointId })
    await this.#context.transact(async (unit) => {
      await unit.transaction.deleteFrom('viewpoint').where('id', '=', row.id).execute()
      await note(unit.transaction, topicContext, { row, action: 'delete' })
      publishChange(unit, topicContext, row.topic_id)
    })
    await this.#deleteUnreferencedImages(row)
  }

  /** Replaces the snapshot of a viewpoint. */
  async saveSnapshot(
    actor: AccountActor,
    { fileId, viewpointId }: ViewpointAddress,
    image: () => Promise<Buffer>,
  ): Promise<ViewpointSummary> {
    const { database, transact } = this.#context
    // Checked before the image is read, so that a refusal saves the upload.
    const { topicContext, row } = await this.#findChangeable(actor, { fileId, viewpointId })
    await this.storeSnapshot(row.id, await image())
    await transact(async (unit) => {
      await unit.transaction.updateTable('viewpoint').set({ bcf_snapshot: false }).where('id', '=', row.id).execute()
      publishChange(unit, topicContext, row.topic_id)
    })
    await this.#deleteUnreferencedImages(row)
    const updatedRow = await findViewpointRow(database, fileId, row.id)
    if (!updatedRow) throw new AppError('not-found')
    return toViewpointSummary(updatedRow)
  }

  /** Re-encodes an image and attaches it to a viewpoint. */
  async storeSnapshot(viewpointId: string, bytes: Buffer): Promise<void> {
    const { blobs, database } = this.#context
    const { full, small } = await makeSnapshot(bytes)
    const [fullBlob, smallBlob] = [await blobs.put([full]), await blobs.put([small])]
    await database.transaction().execute(async (transaction) => {
      for (const blob of [fullBlob, smallBlob]) await insertBlob(transaction, blob)
      await transaction
        .updateTable('viewpoint')
        .set({ snapshot_blob: fullBlob.sha256, thumbnail_blob: smallBlob.sha256 })
        .where('id', '=', viewpointId)
        .execute()
    })
  }

  /** Returns the snapshot of a viewpoint, or its thumbnail. */
  async snapshot(
    actor: AccountActor,
    { fileId, viewpointId }: ViewpointAddress,
    size: 'full' | 'small',
  ): Promise<BlobEntry> {
    const { blobs, database } = this.#context
    await openTopicContext(database, actor, { fileId, action: 'file:read' })
    const row = await findViewpointRow(database, fileId, viewpointId)
    const sha256 = size === 'small' ? row?.thumbnail_blob : row?.snapshot_blob
    if (!sha256) throw new AppError('not-found')
    const stored = await blobs.stat(sha256)
    if (stored === null) throw new AppError('storage-damaged')
    return stored
  }

  async #read(fileId: string, id: string): Promise<Viewpoint> {
    const { database } = this.#context
    const row = await findViewpointRow(database, fileId, id)
    const content = row && (await readContents(database, [row.id])).get(row.id)
    if (!content) throw new AppError('not-found')
    const { references: _, ...state } = content.state
    return { ...toViewpointSummary(row), ...state, markup: content.markup }
  }

  async #findChangeable(
    actor: AccountActor,
    { fileId, viewpointId }: ViewpointAddress,
  ): Promise<{ readonly topicContext: TopicContext; readonly row: ViewpointRow }> {
    const { database } = this.#context
    const action: Action = 'topic:write'
    const topicContext = await openTopicContext(database, actor, { fileId, action })
    const row = await findViewpointRow(database, fileId, viewpointId)
    if (!row) throw new AppError('not-found')
    if (!canModerate(topicContext, row.author_id)) throw new AppError('not-allowed')
    return { topicContext, row }
  }

  async #deleteUnreferencedImages({ snapshot_blob, thumbnail_blob }: ViewpointRow): Promise<void> {
    const { blobs, database } = this.#context
    const addresses = [snapshot_blob, thumbnail_blob].filter((address) => address !== null)
    if (addresses.length > 0) await deleteUnreferencedBlobs(database, blobs, addresses)
  }
}

function publishChange(unit: UnitOfWork, topicContext: TopicContext, topicId: string | null): void {
  if (topicId !== null) return publishTopic(unit, topicContext, { topicId, change: 'changed' })
  const fileId = topicContext.file.id
  unit.publish('live', { to: { fileId }, event: { type: 'views', fileId } })
}

/** Changes of a viewpoint. */
interface ViewpointChange {
  readonly revision: number
  readonly name?: string | undefined
  readonly markup?: Markup | undefined
  readonly view?: ViewpointForm | undefined
}

/** Returns the columns of a view that replaces a saved one. */
async function toStoredView(transaction: Transaction<Database>, topicContext: TopicContext, form: ViewpointForm) {
  const { fileVersion, markup: _, name: _name, ...state } = form
  const versionId = await findVersionId(transaction, topicContext, fileVersion)
  return { state: JSON.stringify(state), file_version_id: versionId }
}

function assertFewerViews(transaction: Transaction<Database>, fileId: string): Promise<void> {
  const others = transaction.selectFrom('viewpoint').where('file_id', '=', fileId).where('topic_id', 'is', null)
  return assertFewerRows(others.where('is_listed', '=', true), limits.viewsPerFile)
}

/** Adds a viewpoint of a topic, or a saved view, from the user's current view. */
export async function addViewpoint(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  { form, topicId }: { readonly form: ViewpointForm; readonly topicId: string | null },
): Promise<string> {
  if (topicId === null) await assertFewerViews(transaction, topicContext.file.id)
  else {
    const others = transaction.selectFrom('viewpoint').where('file_id', '=', topicContext.file.id)
    await assertFewerRows(others.where('topic_id', '=', topicId), limits.viewpointsPerTopic)
  }
  return insertForm(transaction, topicContext, { form, topicId, isListed: true })
}

async function insertForm(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  {
    form,
    isListed,
    topicId,
  }: { readonly form: ViewpointForm; readonly topicId: string | null; readonly isListed: boolean },
): Promise<string> {
  const { fileVersion, markup, name, ...state } = form
  return insertViewpoint(transaction, {
    fileId: topicContext.file.id,
    topicId,
    isListed,
    guid: randomUUID(),
    name: name ?? '',
    state,
    markup: markup ?? emptyMarkup,
    fileVersionId: await findVersionId(transaction, topicContext, fileVersion),
    author: await nameActor(transaction, topicContext.actor),
  })
}

function note(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  { action: operation, row }: { readonly action: 'change' | 'delete'; readonly row: ViewpointRow },
): Promise<void> {
  if (row.topic_id !== null) {
    return touchTopic(transaction, topicContext, { topicId: row.topic_id, action: `topic.viewpoint-${operation}` })
  }
  const action = `file.view-${operation}` as const
  return appendAuditEvent(transaction, { actor: topicContext.actor.accountId, action, subject: topicContext.file.id })
}
