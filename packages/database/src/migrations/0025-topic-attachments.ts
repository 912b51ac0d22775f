import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table topic_attachment (
      id uuid primary key,
      topic_id uuid not null references topic (id) on delete cascade,
      comment_id uuid references comment (id) on delete cascade,
      guid text not null,
      name text not null,
      content_type text not null,
      blob_sha256 text not null references blob (sha256),
      size_bytes bigint not null check (size_bytes >= 0),
      preview_blob text references blob (sha256),
      thumbnail_blob text references blob (sha256),
      width integer,
      height integer,
      author_id uuid references account (id) on delete set null,
      author_name text not null,
      created_at timestamptz not null default now(),
      unique (topic_id, guid)
    )`.execute(database)
  await sql`create index topic_attachment_comment on topic_attachment (comment_id) where comment_id is not null`.execute(
    database,
  )
  for (const column of ['blob_sha256', 'preview_blob', 'thumbnail_blob']) {
    await sql`create index ${sql.ref(`topic_attachment_${column}`)} on topic_attachment (${sql.ref(column)})`.execute(
      database,
    )
  }
  await createListIndexes(database)
}

/** Lists of topics over all files of an account filter by file, and sort by time or due date. */
async function createListIndexes(database: Kysely<unknown>): Promise<void> {
  await sql`create index topic_due on topic (due_date) where due_date is not null and not is_closed`.execute(database)
  await sql`create index viewpoint_topic on viewpoint (topic_id, id) where topic_id is not null`.execute(database)
}

/** Photos and files of topics and their comments. */
export const topicAttachments: Migration = { up }
