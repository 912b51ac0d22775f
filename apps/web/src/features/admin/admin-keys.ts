/** Where the administrator's data lies in the cache; a change invalidates what begins with its key. */
export const adminKeys = {
  overview: ['admin', 'overview'],
  users: ['admin', 'users'],
  requests: ['admin', 'requests'],
  outbox: ['admin', 'outbox'],
  settings: ['admin', 'settings'],
  audit: ['admin', 'audit'],
  extensions: ['admin', 'extensions'],
  uploadRules: ['admin', 'upload-rules'],
} as const
