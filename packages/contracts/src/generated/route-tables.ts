// Written by scripts/index.mjs (npm run index). Do not edit.
import { accountsRoutes } from '../accounts/routes.js'
import { adminRoutes } from '../admin/routes.js'
import { apsRoutes } from '../aps/routes.js'
import { auditRoutes } from '../audit/routes.js'
import { companiesRoutes } from '../companies/routes.js'
import { companionsRoutes } from '../companions/routes.js'
import { contactRoutes } from '../contact/routes.js'
import { draftsRoutes } from '../drafts/routes.js'
import { examplesRoutes } from '../examples/routes.js'
import { extensionsRoutes } from '../extensions/routes.js'
import { filesRoutes } from '../files/routes.js'
import { foldersRoutes } from '../folders/routes.js'
import { fontsRoutes } from '../fonts/routes.js'
import { groupsRoutes } from '../groups/routes.js'
import { healthRoutes } from '../health/routes.js'
import { mailRoutes } from '../mail/routes.js'
import { modelSetsRoutes } from '../model-sets/routes.js'
import { notificationsRoutes } from '../notifications/routes.js'
import { operationsRoutes } from '../operations/routes.js'
import { preferencesRoutes } from '../preferences/routes.js'
import { profileRoutes } from '../profile/routes.js'
import { projectsRoutes } from '../projects/routes.js'
import { savedFiltersRoutes } from '../saved-filters/routes.js'
import { searchRoutes } from '../search/routes.js'
import { shareLinksRoutes } from '../share-links/routes.js'
import { starsRoutes } from '../stars/routes.js'
import { storageRoutes } from '../storage/routes.js'
import { topicsRoutes } from '../topics/routes.js'
import { uploadsRoutes } from '../uploads/routes.js'
import { versionsRoutes } from '../versions/routes.js'
import { viewPackagesRoutes } from '../view-packages/routes.js'

export * from '../accounts/routes.js'
export * from '../admin/routes.js'
export * from '../aps/routes.js'
export * from '../audit/routes.js'
export * from '../companies/routes.js'
export * from '../companions/routes.js'
export * from '../contact/routes.js'
export * from '../documentation/routes.js'
export * from '../drafts/routes.js'
export * from '../examples/routes.js'
export * from '../extensions/routes.js'
export * from '../files/routes.js'
export * from '../folders/routes.js'
export * from '../fonts/routes.js'
export * from '../groups/routes.js'
export * from '../health/routes.js'
export * from '../live/routes.js'
export * from '../mail/routes.js'
export * from '../model-sets/routes.js'
export * from '../notifications/routes.js'
export * from '../operations/routes.js'
export * from '../preferences/routes.js'
export * from '../profile/routes.js'
export * from '../projects/routes.js'
export * from '../saved-filters/routes.js'
export * from '../search/routes.js'
export * from '../share-links/routes.js'
export * from '../stars/routes.js'
export * from '../storage/routes.js'
export * from '../topics/routes.js'
export * from '../uploads/routes.js'
export * from '../versions/routes.js'
export * from '../view-packages/routes.js'

/** All JSON routes of the API (specification section 7; paths under `/api/`). */
export const routes = {
  ...accountsRoutes,
  ...adminRoutes,
  ...apsRoutes,
  ...auditRoutes,
  ...companiesRoutes,
  ...companionsRoutes,
  ...contactRoutes,
  ...draftsRoutes,
  ...examplesRoutes,
  ...extensionsRoutes,
  ...filesRoutes,
  ...foldersRoutes,
  ...fontsRoutes,
  ...groupsRoutes,
  ...healthRoutes,
  ...mailRoutes,
  ...modelSetsRoutes,
  ...notificationsRoutes,
  ...operationsRoutes,
  ...preferencesRoutes,
  ...profileRoutes,
  ...projectsRoutes,
  ...savedFiltersRoutes,
  ...searchRoutes,
  ...shareLinksRoutes,
  ...starsRoutes,
  ...storageRoutes,
  ...topicsRoutes,
  ...uploadsRoutes,
  ...versionsRoutes,
  ...viewPackagesRoutes,
} as const
