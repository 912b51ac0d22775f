// Written by scripts/index.mjs (npm run index). Do not edit.

/** The messages that every page may need, in one chunk that is loaded when this language is used. */
export const messages = Object.values(
  import.meta.glob<object>(['../../../../**/messages/ru.json', '!../../../../viewer/**'], {
    eager: true,
    import: 'default',
  }),
)

/** Loads the messages of single pages. */
export const pages = {
  companies: async () => [(await import('../../../../modules/admin/companies/messages/companies/ru.json')).default],
  groups: async () => [(await import('../../../../modules/admin/groups/messages/groups/ru.json')).default],
  contact: async () => [(await import('../../../../modules/contact/messages/contact/ru.json')).default],
  documentation: async () => [(await import('../../../../modules/documentation/messages/documentation/ru.json')).default],
  licences: async () => [(await import('../../../../modules/legal/messages/licences/ru.json')).default],
  privacy: async () => [(await import('../../../../modules/legal/messages/privacy/ru.json')).default],
  terms: async () => [(await import('../../../../modules/legal/messages/terms/ru.json')).default],
  members: async () => [(await import('../../../../modules/projects/messages/members/ru.json')).default],
  search: async () => [(await import('../../../../modules/search/messages/search/ru.json')).default],
  audit: async () => [(await import('../../../audit/messages/audit/ru.json')).default],
  uploadPlan: async () => [(await import('../../../files/upload/tree/messages/uploadPlan/ru.json')).default],
  folders: async () => [(await import('../../../folders/messages/folders/ru.json')).default],
  issues: async () => [(await import('../../../issues/messages/issues/ru.json')).default],
  classes: async () => [(await import('../../../../viewer/kit/classes/messages/classes/ru.json')).default],
  viewer: async () => (await import('./viewer/ru.js')).messages,
}
