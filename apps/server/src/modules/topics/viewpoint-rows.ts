import type { Markup, Viewpoint, ViewpointSummary } from '@kamar/contracts'
import { type Database, newId } from '@kamar/database'
import { sql, type Transaction, type Kysely } from 'kysely'
import { isIdentifier } from '../../domain/files/file-records.js'
import { toNamedUser, snapshotVersion } from './topic-rows.js'

/** Content of `viewpoint.state`. */
export type ViewState = Pick<
  Viewpoint,
  'camera' | 'sheet' | 'sections' | 'visibility' | 'selection' | 'colouring' | 'ghosted' | 'extensions' | 'shown'
> & {
  /** Data of an imported file about elements besides their ids, for export. */
  readonly references?: Readonly<Record<string, ElementReference>>
}

/** Identity of an element in another program. */
export interface ElementReference {
  readonly ifcGuid?: string
  readonly authoringToolId?: string
  readonly originatingSystem?: string
}

/** Viewpoint to insert. */
export interface NewViewpoint {
  readonly fileId: string
  readonly topicId: string | null
  readonly guid: string
  readonly name: string
  /** False for views that only links open; true by default. */
  readonly isListed?: boolean
  readonly state: ViewState
  readonly markup: Markup
  readonly fileVersionId: string | null
  readonly author: { readonly id: string | null; readonly name: string }
  readonly createdAt?: Date
  /** Stored snapshot of the viewpoint that it is a copy of. */
  readonly snapshot?: { readonly snapshot_blob: string | null; readonly thumbnail_blob: string | null }
  /** Whether its snapshot is that of its source archive. */
  readonly isImported?: boolean
}

export const emptyMarkup: Markup = { shapes: [], pins: [] }

/** Selects viewpoints of a file: of its topics, and saved views. */
export function selectViewpoints(connection: Kysely<Database>, fileId: string) {
  return connection
    .selectFrom('viewpoint')
    .leftJoin('account as author', 'author.id', 'viewpoint.author_id')
    .leftJoin('file_version as version', 'version.id', 'viewpoint.file_version_id')
    .leftJoin('markup', 'markup.viewpoint_id', 'viewpoint.id')
    .select([
      'viewpoint.id',
      'viewpoint.guid',
      'viewpoint.topic_id',
      'viewpoint.name',
      'viewpoint.revision',
      'viewpoint.snapshot_blob',
      'viewpoint.thumbnail_blob',
      'viewpoint.bcf_snapshot',
      'viewpoint.author_id',
      'viewpoint.is_listed',
      'viewpoint.file_version_id',
      'viewpoint.author_name',
      'viewpoint.created_at',
      'author.name as author_now',
      'version.number as version_number',
      sql<number>`coalesce(jsonb_array_length(markup.shapes), 0)`.as('shapes'),
      sql<number>`coalesce(jsonb_array_length(markup.pins), 0)`.as('pins'),
      sql<number>`coalesce(jsonb_array_length(viewpoint.state -> 'sections'), 0)`.as('section_count'),
    ])
    .where('viewpoint.file_id', '=', fileId)
}

export type ViewpointRow = Awaited<ReturnType<ReturnType<typeof selectViewpoints>['executeTakeFirstOrThrow']>>

export async function findViewpointRow(
  connection: Kysely<Database>,
  fileId: string,
  id: string,
): Promise<ViewpointRow | null> {
  if (!isIdentifier(id)) return null
  return (await selectViewpoints(connection, fileId).where('viewpoint.id', '=', id).executeTakeFirst()) ?? null
}

/** Reads camera, cuts, elements and markup of viewpoints, by their ids. */
export async function readContents(
  connection: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly state: ViewState; readonly markup: Markup }>> {
  if (ids.length === 0) return new Map()
  const rows = await connection
    .selectFrom('viewpoint')
    .leftJoin('markup', 'markup.viewpoint_id', 'viewpoint.id')
    .select(['viewpoint.id', 'viewpoint.state', 'markup.shapes', 'markup.pins'])
    .where('viewpoint.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ id, pins, shapes, state }) => [
      id,
      { state: state as unknown as ViewState, markup: { shapes: shapes ?? [], pins: pins ?? [] } as unknown as Markup },
    ]),
  )
}

export function toViewpointSummary(row: ViewpointRow): ViewpointSummary {
  const { guid, id, name, pins, revision, shapes } = row
  return {
    id,
    guid,
    name,
    revision,
    shapes,
    pins,
    sectionCount: row.section_count,
    topicId: row.topic_id,
    author: toNamedUser(row.author_id, row.author_now, row.author_name),
    createdAt: row.created_at.toISOString(),
    fileVersion: row.version_number,
    snapshot: snapshotVersion(row.snapshot_blob),
  }
}

/** Inserts a viewpoint with its markup; returns its id. */
export async function insertViewpoint(transaction: Transaction<Database>, viewpoint: NewViewpoint): Promise<string> {
  const id = newId()
  await transaction
    .insertInto('viewpoint')
    .values({
      id,
      file_id: viewpoint.fileId,
      topic_id: viewpoint.topicId,
      guid: viewpoint.guid,
      name: viewpoint.name,
      is_listed: viewpoint.isListed ?? true,
      state: JSON.stringify(viewpoint.state),
      file_version_id: viewpoint.fileVersionId,
      snapshot_blob: viewpoint.snapshot?.snapshot_blob ?? null,
      thumbnail_blob: viewpoint.snapshot?.thumbnail_blob ?? null,
      author_id: viewpoint.author.id,
      author_name: viewpoint.author.name,
      bcf_snapshot: viewpoint.isImported ?? false,
      ...(viewpoint.createdAt ? { created_at: viewpoint.createdAt } : {}),
    })
    .execute()
  await writeMarkup(transaction, id, viewpoint.markup)
  return id
}

/** Writes the markup; a viewpoint without any has no row. */
export async function writeMarkup(
  transaction: Transaction<Database>,
  viewpointId: string,
  { pins, shapes }: Markup,
): Promise<void> {
  if (shapes.length === 0 && pins.length === 0) {
    await transaction.deleteFrom('markup').where('viewpoint_id', '=', viewpointId).execute()
    return
  }
  const content = { shapes: JSON.stringify(shapes), pins: JSON.stringify(pins) }
  await transaction
    .insertInto('markup')
    .values({ viewpoint_id: viewpointId, ...content })
    .onConflict((conflict) => conflict.column('viewpoint_id').doUpdateSet(content))
    .execute()
}
