// Written by scripts/index.mjs (npm run index). Do not edit.

/** All messages of the interface by key, as in English. */
export type Messages = typeof import('../../../modules/accounts/messages/en.json') &
  typeof import('../../../modules/admin/companies/messages/companies/en.json') &
  typeof import('../../../modules/admin/groups/messages/groups/en.json') &
  typeof import('../../../modules/admin/messages/en.json') &
  typeof import('../../../modules/api-access/messages/en.json') &
  typeof import('../../../modules/contact/messages/contact/en.json') &
  typeof import('../../../modules/documentation/messages/documentation/en.json') &
  typeof import('../../../modules/files/messages/en.json') &
  typeof import('../../../modules/fonts/messages/en.json') &
  typeof import('../../../modules/invitation/messages/en.json') &
  typeof import('../../../modules/landing/messages/en.json') &
  typeof import('../../../modules/legal/messages/licences/en.json') &
  typeof import('../../../modules/legal/messages/privacy/en.json') &
  typeof import('../../../modules/legal/messages/terms/en.json') &
  typeof import('../../../modules/not-found/messages/en.json') &
  typeof import('../../../modules/offline-models/messages/en.json') &
  typeof import('../../../modules/preferences/messages/en.json') &
  typeof import('../../../modules/profile/messages/en.json') &
  typeof import('../../../modules/projects/messages/members/en.json') &
  typeof import('../../../modules/search/messages/search/en.json') &
  typeof import('../../../modules/security/messages/en.json') &
  typeof import('../../../modules/storage/messages/en.json') &
  typeof import('../../audit/messages/audit/en.json') &
  typeof import('../../collaboration/messages/en.json') &
  typeof import('../../commands/messages/en.json') &
  typeof import('../../files/messages/en.json') &
  typeof import('../../files/upload/tree/messages/uploadPlan/en.json') &
  typeof import('../../folders/messages/folders/en.json') &
  typeof import('../../issues/messages/issues/en.json') &
  typeof import('../../messages/en.json') &
  typeof import('../../notifications/messages/en.json') &
  typeof import('../../offline/messages/en.json') &
  typeof import('../../security/messages/en.json') &
  typeof import('../../sharing/messages/en.json') &
  typeof import('../../shell/messages/en.json') &
  typeof import('../../../viewer/kit/classes/messages/classes/en.json') &
  typeof import('../../../viewer/kit/markup/messages/en.json') &
  typeof import('../../../viewer/messages/en.json') &
  typeof import('../../../viewer/share/messages/en.json') &
  typeof import('../../../viewer/shell/messages/en.json') &
  typeof import('../../../viewer/tools/ar/messages/en.json') &
  typeof import('../../../viewer/tools/camera/messages/en.json') &
  typeof import('../../../viewer/tools/colors/messages/en.json') &
  typeof import('../../../viewer/tools/comparison/messages/en.json') &
  typeof import('../../../viewer/tools/download/messages/en.json') &
  typeof import('../../../viewer/tools/drafts/messages/en.json') &
  typeof import('../../../viewer/tools/effects/messages/en.json') &
  typeof import('../../../viewer/tools/elements/messages/en.json') &
  typeof import('../../../viewer/tools/explode/messages/en.json') &
  typeof import('../../../viewer/tools/extensions/messages/en.json') &
  typeof import('../../../viewer/tools/federation/messages/en.json') &
  typeof import('../../../viewer/tools/files/messages/en.json') &
  typeof import('../../../viewer/tools/filter/messages/en.json') &
  typeof import('../../../viewer/tools/issues/messages/en.json') &
  typeof import('../../../viewer/tools/markup/messages/en.json') &
  typeof import('../../../viewer/tools/measure/messages/en.json') &
  typeof import('../../../viewer/tools/navigation/messages/en.json') &
  typeof import('../../../viewer/tools/nested/messages/en.json') &
  typeof import('../../../viewer/tools/new-version/messages/en.json') &
  typeof import('../../../viewer/tools/page/messages/en.json') &
  typeof import('../../../viewer/tools/paper/messages/en.json') &
  typeof import('../../../viewer/tools/print/messages/en.json') &
  typeof import('../../../viewer/tools/properties/messages/en.json') &
  typeof import('../../../viewer/tools/report/messages/en.json') &
  typeof import('../../../viewer/tools/screenshot/messages/en.json') &
  typeof import('../../../viewer/tools/search/messages/en.json') &
  typeof import('../../../viewer/tools/section/messages/en.json') &
  typeof import('../../../viewer/tools/sharing/messages/en.json') &
  typeof import('../../../viewer/tools/sheet-list/messages/en.json') &
  typeof import('../../../viewer/tools/tree/messages/en.json') &
  typeof import('../../../viewer/tools/views/messages/en.json')

/** Messages that only their pages load: folders in `messages`, and all messages of the viewer. */
export type PageNamespace = 'companies' | 'groups' | 'contact' | 'documentation' | 'licences' | 'privacy' | 'terms' | 'members' | 'search' | 'audit' | 'uploadPlan' | 'folders' | 'issues' | 'classes' | 'viewer'
