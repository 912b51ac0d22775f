// Written by scripts/index.mjs (npm run index). Do not edit.

/** The messages that every page may need, in one chunk that is loaded when this language is used. */
export const messages = Object.values(
  import.meta.glob<object>(['../../../../**/messages/es.json', '!../../../../viewer/**'], {
    eager: true,
    import: 'default',
  }),
)

/** Loads the messages of single pages. */
export const pages = {
  companies: async () => [(await import('../../../../modules/admin/companies/messages/companies/es.json')).default],
  groups: async () => [(await import('../../../../modules/admin/groups/messages/groups/es.json')).default],
  contact: async () => [(await import('../../../../modules/contact/messages/contact/es.json')).default],
  documentation: async () => [(await import('../../../../modules/documentation/messages/documentation/es.json')).default],
  licences: async () => [(await import('../../../../modules/legal/messages/licences/es.json')).default],
  privacy: async () => [(await import('../../../../modules/legal/messages/privacy/es.json')).default],
  terms: async () => [(await import('../../../../modules/legal/messages/terms/es.json')).default],
  members: async () => [(await import('../../../../modules/projects/messages/members/es.json')).default],
  search: async () => [(await import('../../../../modules/search/messages/search/es.json')).default],
  audit: async () => [(await import('../../../audit/messages/audit/es.json')).default],
  uploadPlan: async () => [(await import('../../../files/upload/tree/messages/uploadPlan/es.json')).default],
  folders: async () => [(await import('../../../folders/messages/folders/es.json')).default],
  issues: async () => [(await import('../../../issues/messages/issues/es.json')).default],
  classes: async () => [(await import('../../../../viewer/kit/classes/messages/classes/es.json')).default],
  viewer: async () => (await import('./viewer/es.js')).messages,
}
