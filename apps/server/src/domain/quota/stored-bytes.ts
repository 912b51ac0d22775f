import { sql } from 'kysely'

/** Everything that is charged for files: rows with `file_id` and `size_bytes`. */
export const storedParts = sql`(
  select file_id, size_bytes from file_version
  union all
  select file_version.file_id, companion.size_bytes
    from companion join file_version on file_version.id = companion.file_version_id
  union all
  select topic.file_id, topic_attachment.size_bytes
    from topic_attachment join topic on topic.id = topic_attachment.topic_id
)`
