// Written by scripts/index.mjs (npm run index). Do not edit.

/** The messages that every page may need, in one chunk that is loaded when this language is used. */
export const messages = Object.values(
  import.meta.glob<object>(['../../../../**/messages/hy.json', '!../../../../viewer/**'], {
    eager: true,
    import: 'default',
  }),
)

/** Loads the messages of single pages. */
export const pages = {
  companies: async () => [(await import('../../../../modules/admin/companies/messages/companies/hy.json')).default],
  groups: async () => [(await import('../../../../modules/admin/groups/messages/groups/hy.json')).default],
  contact: async () => [(await import('../../../../modules/contact/messages/contact/hy.json')).default],
  documentation: async () => [(await import('../../../../modules/documentation/messages/documentation/hy.json')).default],
  licences: async () => [(await import('../../../../modules/legal/messages/licences/hy.json')).default],
  privacy: async () => [(await import('../../../../modules/legal/messages/privacy/hy.json')).default],
  terms: async () => [(await import('../../../../modules/legal/messages/terms/hy.json')).default],
  members: async () => [(await import('../../../../modules/projects/messages/members/hy.json')).default],
  search: async () => [(await import('../../../../modules/search/messages/search/hy.json')).default],
  audit: async () => [(await import('../../../audit/messages/audit/hy.json')).default],
  uploadPlan: async () => [(await import('../../../files/upload/tree/messages/uploadPlan/hy.json')).default],
  folders: async () => [(await import('../../../folders/messages/folders/hy.json')).default],
  issues: async () => [(await import('../../../issues/messages/issues/hy.json')).default],
  classes: async () => [(await import('../../../../viewer/kit/classes/messages/classes/hy.json')).default],
  viewer: async () => (await import('./viewer/hy.js')).messages,
}
