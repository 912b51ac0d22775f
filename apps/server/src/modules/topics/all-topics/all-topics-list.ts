import type { AllTopicsPage, AllTopicsQuery, FileOfTopic, ListedTopic, MyTopicCount } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccountActor } from '../../../platform/authorization/actor.js'
import { isIdentifier, queryAccountFiles, selectAccountFiles } from '../../../domain/files/file-records.js'
import { canChangeTopic, type TopicContext } from '../topic-access.js'
import { isOverdue, maxFacetValues, orders, pageSize, toCondition } from '../topic-list.js'
import { selectAllTopics, toNamedUser, type TopicRow, toTopicSummary } from '../topic-rows.js'

/** Parsed query. */
export type AllListQuery = Omit<AllTopicsQuery, 'limit' | 'page'> & {
  readonly limit?: number | undefined
  readonly page?: number | undefined
}

/** Topic with the file and the rights of the caller. */
export interface TopicOfFile {
  readonly row: TopicRow
  readonly topicContext: TopicContext
}

const sorts: Readonly<Record<NonNullable<AllListQuery['sort']>, RawBuilder<unknown>>> = {
  ...orders,
  status: sql`lower(topic.status)`,
  assignee: sql`(topic.assignee_name = '' and topic.assignee_id is null), lower(coalesce(
    (select name from account where account.id = topic.assignee_id), topic.assignee_name))`,
  file: sql`(select lower(description) from file where file.id = topic.file_id)`,
}

/** Lists one page of the topics of all files that an account may see. */
export async function listAllTopicPage(
  connection: Kysely<Database>,
  actor: AccountActor,
  query: AllListQuery,
): Promise<AllTopicsPage> {
  const { limit = pageSize, page = 1 } = query
  const total = await countMatching(connection, actor, query)
  const ids = await findMatchingIds(connection, actor, { query, limit, offset: (page - 1) * limit })
  const topics = await readTopicsOfFiles(connection, actor, ids)
  return {
    topics: topics.map(toListedTopic),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    counts: await countAll(connection, actor),
    facets: await listFacets(connection, actor),
  }
}

/** Returns the ids of the matching topics, in order. */
export async function findMatchingIds(
  connection: Kysely<Database>,
  actor: AccountActor,
  { limit, offset = 0, query }: { readonly query: AllListQuery; readonly limit: number; readonly offset?: number },
): Promise<string[]> {
  const sort = query.sort ?? 'changed'
  const isAscending = query.order === undefined ? sort !== 'changed' && sort !== 'created' : query.order === 'asc'
  const direction = isAscending ? sql`asc` : sql`desc`
  const { rows } = await sql<{ id: string }>`
    select topic.id from topic where ${isMatching(connection, actor, query)}
    order by ${sorts[sort]} ${direction}, topic.id ${direction} limit ${limit} offset ${offset}`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Reads topics that the account may see, in the order of the ids; others are omitted. */
export async function readTopicsOfFiles(
  connection: Kysely<Database>,
  actor: AccountActor,
  ids: readonly string[],
): Promise<TopicOfFile[]> {
  const topicIds = ids.filter(isIdentifier)
  if (topicIds.length === 0) return []
  const rows = await selectAllTopics(connection)
    .where('topic.id', '=', sql<string>`any(${topicIds}::uuid[])`)
    .where(isVisible(connection, actor))
    .execute()
  const fileIds = [...new Set(rows.map((row) => row.file_id))]
  const files = await selectAccountFiles(connection, actor.accountId)
    .where('file.id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .execute()
  const contexts = new Map(files.map((file) => [file.id, { actor, file }]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return topicIds.flatMap((id) => {
    const row = byId.get(id)
    const topicContext = row && contexts.get(row.file_id)
    return row && topicContext ? [{ row, topicContext }] : []
  })
}

function toListedTopic({ row, topicContext }: TopicOfFile): ListedTopic {
  return { ...toTopicSummary(row), file: toFile(topicContext), mayChange: canChangeTopic(topicContext, row) }
}

function toFile({ file }: TopicContext): FileOfTopic {
  const { description, id, project_id: projectId, project_name: projectName, urn } = file
  return { id, name: description, urn, projectId, projectName }
}

/** Returns the condition on `topic` that its file is one of the account and not in the bin. */
function isVisible(connection: Kysely<Database>, { accountId }: AccountActor): RawBuilder<boolean> {
  const files = queryAccountFiles(connection, accountId).where('file.deleted_at', 'is', null).select('file.id')
  return sql<boolean>`topic.file_id in (${files})`
}

function isMatching(
  connection: Kysely<Database>,
  actor: AccountActor,
  { file, project, ...query }: AllListQuery,
): RawBuilder<boolean> {
  const conditions = [isVisible(connection, actor), toCondition(actor, query)]
  if (file !== undefined) conditions.push(isIdentifier(file) ? sql`topic.file_id = ${file}` : sql`false`)
  if (project !== undefined) {
    const isIn = sql<boolean>`topic.file_id in (select id from file where project_id = ${project})`
    conditions.push(isIdentifier(project) ? isIn : sql`false`)
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

async function countMatching(connection: Kysely<Database>, actor: AccountActor, query: AllListQuery): Promise<number> {
  const { rows } = await sql<{ topics: number }>`
    select count(*) as topics from topic where ${isMatching(connection, actor, query)}`.execute(connection)
  return rows[0]?.topics ?? 0
}

async function countAll(connection: Kysely<Database>, actor: AccountActor): Promise<AllTopicsPage['counts']> {
  const { rows } = await sql<AllTopicsPage['counts']>`
    select count(*) as "all", count(*) filter (where not is_closed) as open, count(*) filter (where is_closed) as closed,
      count(*) filter (where not is_closed and assignee_id = ${actor.accountId}) as mine,
      count(*) filter (where ${isOverdue}) as overdue
    from topic where ${isVisible(connection, actor)}`.execute(connection)
  return rows[0] ?? { all: 0, open: 0, closed: 0, mine: 0, overdue: 0 }
}

/** Counts the open topics that are assigned to an account, by the index of assignees. */
export async function countMyTopics(connection: Kysely<Database>, actor: AccountActor): Promise<MyTopicCount> {
  const { rows } = await sql<MyTopicCount>`
    select count(*) as open, count(*) filter (where ${isOverdue}) as overdue
    from topic where assignee_id = ${actor.accountId} and not is_closed and ${isVisible(connection, actor)}`.execute(
    connection,
  )
  return rows[0] ?? { open: 0, overdue: 0 }
}

type FacetKind = Exclude<keyof AllTopicsPage['facets'], 'assignee' | 'file' | 'project'>

async function listFacets(connection: Kysely<Database>, actor: AccountActor): Promise<AllTopicsPage['facets']> {
  const visible = isVisible(connection, actor)
  const { rows } = await sql<{ kind: FacetKind | 'file' | 'project'; value: string; name: string; topics: number }>`
    with visible as (
      select topic.*, file.description as file_name, file.project_id, project.name as project_name
      from topic join file on file.id = topic.file_id join project on project.id = file.project_id where ${visible})
    select kind, value, name, count(*) as topics from (
      select unnest(array['status', 'type', 'priority', 'stage', 'file', 'project']) as kind,
        unnest(array[status, type, priority, stage, file_id::text, project_id::text]) as value,
        unnest(array['', '', '', '', file_name, project_name]) as name
      from visible
      union all
      select 'label', unnest(labels), '' from visible
    ) as words where value <> '' group by kind, value, name order by topics desc, name, value`.execute(connection)
  const filterFacets = (kind: FacetKind | 'file' | 'project') =>
    rows.filter((row) => row.kind === kind).slice(0, maxFacetValues)
  const listValues = (kind: FacetKind) => filterFacets(kind).map(({ topics, value }) => ({ value, topics }))
  const listNamed = (kind: 'file' | 'project') =>
    filterFacets(kind).map(({ name, topics, value }) => ({ id: value, name, topics }))
  return {
    status: listValues('status'),
    type: listValues('type'),
    priority: listValues('priority'),
    stage: listValues('stage'),
    label: listValues('label'),
    file: listNamed('file'),
    project: listNamed('project'),
    assignee: await listAssignees(connection, visible),
  }
}

async function listAssignees(
  connection: Kysely<Database>,
  visible: RawBuilder<boolean>,
): Promise<AllTopicsPage['facets']['assignee']> {
  const { rows } = await sql<{ id: string | null; now: string | null; stored: string; topics: number }>`
    select assignee_id as id, account.name as now, max(assignee_name) as stored, count(*) as topics
    from topic left join account on account.id = topic.assignee_id
    where ${visible} and (assignee_id is not null or assignee_name <> '')
    group by assignee_id, account.name, case when assignee_id is null then assignee_name end
    order by topics desc, stored limit ${maxFacetValues}`.execute(connection)
  return rows.map(({ id, now, stored, topics }) => ({ person: toNamedUser(id, now, stored), topics }))
}
