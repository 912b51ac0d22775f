/** Query keys of the administrator's data; a change invalidates all queries with its prefix. */
export const adminKeys = {
  overview: ['admin', 'overview'],
  users: ['admin', 'users'],
  groups: ['admin', 'groups'],
  companies: ['admin', 'companies'],
  requests: ['admin', 'requests'],
  outbox: ['admin', 'outbox'],
  settings: ['admin', 'settings'],
  audit: ['admin', 'audit'],
  extensions: ['admin', 'extensions'],
  uploadRules: ['admin', 'upload-rules'],
} as const
