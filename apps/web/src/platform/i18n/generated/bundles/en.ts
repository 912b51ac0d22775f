// Written by scripts/index.mjs (npm run index). Do not edit.

/** The messages that every page may need, in one chunk that is loaded when this language is used. */
export const messages = Object.values(
  import.meta.glob<object>(['../../../../**/messages/en.json', '!../../../../viewer/**'], {
    eager: true,
    import: 'default',
  }),
)

/** Loads the messages of single pages. */
export const pages = {
  companies: async () => [(await import('../../../../modules/admin/companies/messages/companies/en.json')).default],
  groups: async () => [(await import('../../../../modules/admin/groups/messages/groups/en.json')).default],
  contact: async () => [(await import('../../../../modules/contact/messages/contact/en.json')).default],
  documentation: async () => [(await import('../../../../modules/documentation/messages/documentation/en.json')).default],
  licences: async () => [(await import('../../../../modules/legal/messages/licences/en.json')).default],
  privacy: async () => [(await import('../../../../modules/legal/messages/privacy/en.json')).default],
  terms: async () => [(await import('../../../../modules/legal/messages/terms/en.json')).default],
  members: async () => [(await import('../../../../modules/projects/messages/members/en.json')).default],
  search: async () => [(await import('../../../../modules/search/messages/search/en.json')).default],
  audit: async () => [(await import('../../../audit/messages/audit/en.json')).default],
  uploadPlan: async () => [(await import('../../../files/upload/tree/messages/uploadPlan/en.json')).default],
  folders: async () => [(await import('../../../folders/messages/folders/en.json')).default],
  issues: async () => [(await import('../../../issues/messages/issues/en.json')).default],
  classes: async () => [(await import('../../../../viewer/kit/classes/messages/classes/en.json')).default],
  viewer: async () => (await import('./viewer/en.js')).messages,
}
