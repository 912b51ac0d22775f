import { standardTopicValues, type TopicListQuery, type TopicPage } from '@kamar/contracts'
import { foldForSearch, type Database } from '@kamar/database'
import { type RawBuilder, sql, type Kysely } from 'kysely'
import { isIdentifier } from '../../domain/files/file-records.js'
import { toNamedUser, selectTopics, toTopicSummary } from './topic-rows.js'

/** User of a list, who determines what counts as "mine". */
export interface ListOwner {
  readonly fileId: string
  readonly accountId: string
}

/** Parsed query. */
export type ListQuery = Omit<TopicListQuery, 'limit' | 'page'> & {
  readonly limit?: number | undefined
  readonly page?: number | undefined
}

export const pageSize = 50
export const maxFacetValues = 100
const today = sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`
/** Condition on `topic`. */
export const isOverdue = sql<boolean>`(not topic.is_closed and topic.due_date is not null and topic.due_date < ${today})`

/** Known priorities by their weight, then other values, then none. */
const priorityRank = sql<number>`coalesce(
  array_position(${standardTopicValues.priority.map((word) => word.toLowerCase())}::text[], lower(topic.priority)),
  case when topic.priority = '' then 99 else 50 end)`

/** Sort expressions on `topic`. */
export const orders: Readonly<Record<NonNullable<ListQuery['sort']>, RawBuilder<unknown>>> = {
  changed: sql`topic.changed_at`,
  created: sql`topic.created_at`,
  number: sql`topic.number`,
  due: sql`coalesce(topic.due_date, '9999-12-31')`,
  priority: priorityRank,
  title: sql`lower(topic.title)`,
}

/** Lists one page of the topics of a file. */
export async function listTopicPage(
  connection: Kysely<Database>,
  owner: ListOwner,
  query: ListQuery,
): Promise<Omit<TopicPage, 'mayCreate'>> {
  const { limit = pageSize, page = 1 } = query
  const total = await countMatching(connection, owner, query)
  const rows = await matching(connection, owner, query)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    topics: rows.map(toTopicSummary),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    counts: await countAll(connection, owner),
    facets: await listFacets(connection, owner.fileId),
  }
}

/** Selects all matching topics, in order. */
export function matching(connection: Kysely<Database>, owner: ListOwner, query: ListQuery) {
  const sort = query.sort ?? 'changed'
  const direction = query.order ?? (sort === 'changed' || sort === 'created' ? 'desc' : 'asc')
  return selectTopics(connection, owner.fileId)
    .where(toCondition(owner, query))
    .orderBy(orders[sort], direction)
    .orderBy('topic.id', direction)
}

async function countMatching(connection: Kysely<Database>, owner: ListOwner, query: ListQuery): Promise<number> {
  const { rows } = await sql<{ topics: number }>`
    select count(*) as topics from topic where file_id = ${owner.fileId} and ${toCondition(owner, query)}`.execute(
    connection,
  )
  return rows[0]?.topics ?? 0
}

/** Returns the condition on `topic` of a query by an account. */
export function toCondition(
  { accountId }: Pick<ListOwner, 'accountId'>,
  query: Omit<ListQuery, 'sort'>,
): RawBuilder<boolean> {
  const { author, label, overdue, sourceId, state } = query
  const conditions = [
    ...(['status', 'type', 'priority', 'stage'] as const).flatMap((name) => {
      const word = query[name]
      return word === undefined ? [] : [sql`lower(${sql.ref(`topic.${name}`)}) = lower(${word})`]
    }),
    ...(state === undefined ? [] : [sql`topic.is_closed = ${state === 'closed'}`]),
    ...(label === undefined ? [] : [sql`${label} = any(topic.labels)`]),
    ...(author === undefined ? [] : [sql`topic.author_id::text = ${author}`]),
    ...(overdue === undefined ? [] : [isOverdue]),
    ...assigneeCondition(query.assignee),
    ...createOwnCondition(accountId, query.mine),
    ...textCondition(query.text),
    ...(sourceId === undefined ? [] : [elementCondition(sourceId)]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function assigneeCondition(assignee: string | undefined): RawBuilder<unknown>[] {
  if (assignee === undefined) return []
  if (assignee === 'nobody') return [sql`topic.assignee_id is null and topic.assignee_name = ''`]
  return [isIdentifier(assignee) ? sql`topic.assignee_id = ${assignee}` : sql`false`]
}

function createOwnCondition(accountId: string, mine: ListQuery['mine']): RawBuilder<unknown>[] {
  if (mine === undefined) return []
  if (mine === 'assigned') return [sql`topic.assignee_id = ${accountId}`]
  if (mine === 'created') return [sql`topic.author_id = ${accountId}`]
  return [
    sql`(topic.assignee_id = ${accountId} or topic.author_id = ${accountId} or exists (
      select from comment where topic_id = topic.id and (author_id = ${accountId} or ${accountId}::uuid = any(mentions))))`,
  ]
}

/** Returns a condition with `position` instead of `like`: a search text is not a pattern. */
function textCondition(text: string | undefined): RawBuilder<unknown>[] {
  const searchText = foldForSearch(text ?? '').trim()
  if (searchText === '') return []
  const number = /^#?(\d{1,9})$/.exec(searchText)?.[1]
  const byNumber = number === undefined ? sql`false` : sql`topic.number = ${Number(number)}`
  return [
    sql`(${byNumber} or position(${searchText} in topic.search_text) > 0 or exists (
      select from comment where topic_id = topic.id and position(${searchText} in comment.search_text) > 0))`,
  ]
}

function elementCondition(sourceId: string): RawBuilder<unknown> {
  return sql`(topic.anchor ->> 'sourceId' = ${sourceId} or exists (
    select from viewpoint where topic_id = topic.id and jsonb_exists(state -> 'selection', ${sourceId})))`
}

async function countAll(connection: Kysely<Database>, owner: ListOwner): Promise<TopicPage['counts']> {
  const { rows } = await sql<TopicPage['counts']>`
    select count(*) as "all", count(*) filter (where not is_closed) as open, count(*) filter (where is_closed) as closed,
      count(*) filter (where not is_closed and assignee_id = ${owner.accountId}) as mine,
      count(*) filter (where ${isOverdue}) as overdue
    from topic where file_id = ${owner.fileId}`.execute(connection)
  return rows[0] ?? { all: 0, open: 0, closed: 0, mine: 0, overdue: 0 }
}

type WordFacet = Exclude<keyof TopicPage['facets'], 'assignee'>

async function listFacets(connection: Kysely<Database>, fileId: string): Promise<TopicPage['facets']> {
  const { rows } = await sql<{ kind: WordFacet; value: string; topics: number }>`
    select kind, value, count(*) as topics from (
      select unnest(array['status', 'type', 'priority', 'stage']) as kind,
        unnest(array[status, type, priority, stage]) as value
      from topic where file_id = ${fileId}
      union all
      select 'label', unnest(labels) from topic where file_id = ${fileId}
    ) as words where value <> '' group by kind, value order by topics desc, value`.execute(connection)
  const listFacetValues = (kind: WordFacet) =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, maxFacetValues)
      .map(({ topics, value }) => ({ value, topics }))
  return {
    status: listFacetValues('status'),
    type: listFacetValues('type'),
    priority: listFacetValues('priority'),
    stage: listFacetValues('stage'),
    label: listFacetValues('label'),
    assignee: await listAssignees(connection, fileId),
  }
}

async function listAssignees(connection: Kysely<Database>, fileId: string): Promise<TopicPage['facets']['assignee']> {
  const { rows } = await sql<{ id: string | null; now: string | null; kept: string; topics: number }>`
    select assignee_id as id, account.name as now, max(assignee_name) as kept, count(*) as topics
    from topic left join account on account.id = topic.assignee_id
    where file_id = ${fileId} and (assignee_id is not null or assignee_name <> '')
    group by assignee_id, account.name, case when assignee_id is null then assignee_name end
    order by topics desc, kept limit ${maxFacetValues}`.execute(connection)
  return rows.map(({ id, kept: storedName, now, topics }) => ({ person: toNamedUser(id, now, storedName), topics }))
}
