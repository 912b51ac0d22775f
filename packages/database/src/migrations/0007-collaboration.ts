import { sql, type Kysely, type Migration } from 'kysely'

async function createSharing(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_invitation (
      id uuid primary key,
      project_id uuid not null references project (id) on delete cascade,
      email text not null,
      role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
      code_hash text unique,
      invited_by uuid references account (id) on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      unique (project_id, email)
    )`.execute(database)
  await sql`create index project_invitation_email on project_invitation (email)`.execute(database)
  await sql`
    create table share_link (
      id uuid primary key,
      file_version_id uuid not null references file_version (id) on delete cascade,
      name text not null default '',
      secret_hash text not null unique,
      password_hash text,
      may_download boolean not null,
      expires_at timestamptz,
      created_by uuid references account (id) on delete set null,
      created_at timestamptz not null default now(),
      opened_count integer not null default 0,
      last_opened_at timestamptz
    )`.execute(database)
  await sql`create index share_link_version on share_link (file_version_id)`.execute(database)
}

async function createTopics(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table topic (
      id uuid primary key,
      file_id uuid not null references file (id) on delete cascade,
      guid text not null,
      number integer not null check (number >= 1),
      revision integer not null default 1,
      title text not null,
      description text not null default '',
      search_text text not null,
      type text not null default '',
      status text not null default '',
      is_closed boolean not null default false,
      priority text not null default '',
      stage text not null default '',
      labels text[] not null default '{}',
      assignee_id uuid references account (id) on delete set null,
      assignee_name text not null default '',
      due_date text check (due_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      anchor jsonb,
      file_version_id uuid references file_version (id) on delete set null,
      author_id uuid references account (id) on delete set null,
      author_name text not null,
      created_at timestamptz not null default now(),
      changed_by_id uuid references account (id) on delete set null,
      changed_by_name text not null,
      changed_at timestamptz not null default now(),
      unique (file_id, guid),
      unique (file_id, number)
    )`.execute(database)
  await sql`create index topic_changed on topic (file_id, changed_at desc, id desc)`.execute(database)
  await sql`create index topic_assignee on topic (assignee_id) where assignee_id is not null`.execute(database)
}

async function createViewpoints(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table viewpoint (
      id uuid primary key,
      file_id uuid not null references file (id) on delete cascade,
      topic_id uuid references topic (id) on delete cascade,
      guid text not null,
      name text not null default '',
      revision integer not null default 1,
      state jsonb not null,
      file_version_id uuid references file_version (id) on delete set null,
      snapshot_blob text references blob (sha256),
      thumbnail_blob text references blob (sha256),
      author_id uuid references account (id) on delete set null,
      author_name text not null,
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`create unique index viewpoint_guid on viewpoint (topic_id, guid)`.execute(database)
  await sql`create index viewpoint_views on viewpoint (file_id, id desc) where topic_id is null`.execute(database)
  await sql`create index viewpoint_snapshot on viewpoint (snapshot_blob)`.execute(database)
  await sql`create index viewpoint_thumbnail on viewpoint (thumbnail_blob)`.execute(database)
  await sql`
    create table markup (
      viewpoint_id uuid primary key references viewpoint (id) on delete cascade,
      shapes jsonb not null,
      pins jsonb not null
    )`.execute(database)
  await sql`
    create table comment (
      id uuid primary key,
      topic_id uuid not null references topic (id) on delete cascade,
      guid text not null,
      revision integer not null default 1,
      text text not null,
      search_text text not null,
      mentions uuid[] not null default '{}',
      viewpoint_id uuid references viewpoint (id) on delete set null,
      reply_to_id uuid references comment (id) on delete set null,
      author_id uuid references account (id) on delete set null,
      author_name text not null,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      unique (topic_id, guid)
    )`.execute(database)
}

async function createNotifications(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification (
      id uuid primary key,
      account_id uuid not null references account (id) on delete cascade,
      kind text not null check (kind in ('mentioned', 'assigned', 'commented', 'status-changed', 'shared')),
      actor_id uuid references account (id) on delete set null,
      actor_name text not null,
      project_id uuid not null references project (id) on delete cascade,
      file_id uuid references file (id) on delete cascade,
      topic_id uuid references topic (id) on delete cascade,
      comment_id uuid references comment (id) on delete cascade,
      excerpt text not null default '',
      created_at timestamptz not null default now(),
      read_at timestamptz
    )`.execute(database)
  await sql`create index notification_account on notification (account_id, id desc)`.execute(database)
  await sql`create index notification_unread on notification (account_id) where read_at is null`.execute(database)
  await sql`create index notification_topic on notification (topic_id)`.execute(database)
  // The history of a topic is read from the audit log.
  await sql`create index audit_event_subject on audit_event (subject, sequence)`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await createSharing(database)
  await createTopics(database)
  await createViewpoints(database)
  await createNotifications(database)
}

/** Invitations, secret links, topics with comments, viewpoints and markup, and notifications. */
export const collaboration: Migration = { up }
