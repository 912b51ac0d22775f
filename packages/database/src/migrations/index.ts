import type { Migration } from 'kysely'
import { accounts } from './0001-accounts.js'
import { translations } from './0002-translations.js'
import { files } from './0003-files.js'
import { operations } from './0004-operations.js'
import { signIn } from './0005-sign-in.js'
import { settingsAndRequests } from './0006-settings-and-requests.js'
import { collaboration } from './0007-collaboration.js'
import { clientApplications } from './0008-client-applications.js'
import { derivativeDesigns } from './0009-derivative-designs.js'
import { results } from './0010-results.js'
import { viewerExtensions } from './0011-viewer-extensions.js'
import { mayLeave } from './0012-files-may-leave.js'
import { modelSets } from './0013-model-sets.js'
import { drawingFonts } from './0014-drawing-fonts.js'
import { auditHead } from './0015-audit-head.js'
import { linkProjects } from './0016-link-projects.js'
import { unfinishedUploads } from './0017-unfinished-uploads.js'
import { confirmedAddresses } from './0018-confirmed-addresses.js'
import { bcfArchives } from './0019-bcf-archives.js'
import { approvedAddresses } from './0020-approved-addresses.js'
import { chosenObjects } from './0021-chosen-objects.js'
import { auditFilters } from './0022-audit-filters.js'
import { rejectionReasons } from './0023-rejection-reasons.js'
import { standardColumnNames } from './0024-standard-column-names.js'
import { topicAttachments } from './0025-topic-attachments.js'
import { viewLinksAndDrafts } from './0026-view-links-and-drafts.js'
import { savedFilters } from './0027-saved-filters.js'
import { accountUploadLimits } from './0028-account-upload-limits.js'
import { translationSlices } from './0029-translation-slices.js'
import { folders } from './0030-folders.js'
import { access } from './0031-access.js'
import { projectQuotas } from './0032-project-quotas.js'
import { modificationTimes } from './0033-modification-times.js'
import { search } from './0034-search.js'
import { members } from './0035-members.js'
import { downloads } from './0036-downloads.js'
import { activity } from './0037-activity.js'
import { stars } from './0038-stars.js'
import { bulkOperations } from './0039-operations.js'

/** All migrations in order. A released one is never changed; the next change is a new numbered file. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-translations': translations,
  '0003-files': files,
  '0004-operations': operations,
  '0005-sign-in': signIn,
  '0006-settings-and-requests': settingsAndRequests,
  '0007-collaboration': collaboration,
  '0008-client-applications': clientApplications,
  '0009-derivative-designs': derivativeDesigns,
  '0010-results': results,
  '0011-viewer-extensions': viewerExtensions,
  '0012-files-may-leave': mayLeave,
  '0013-model-sets': modelSets,
  '0014-drawing-fonts': drawingFonts,
  '0015-audit-head': auditHead,
  '0016-link-projects': linkProjects,
  '0017-unfinished-uploads': unfinishedUploads,
  '0018-confirmed-addresses': confirmedAddresses,
  '0019-bcf-archives': bcfArchives,
  '0020-approved-addresses': approvedAddresses,
  '0021-chosen-objects': chosenObjects,
  '0022-audit-filters': auditFilters,
  '0023-rejection-reasons': rejectionReasons,
  '0024-standard-column-names': standardColumnNames,
  '0025-topic-attachments': topicAttachments,
  '0026-view-links-and-drafts': viewLinksAndDrafts,
  '0027-saved-filters': savedFilters,
  '0028-account-upload-limits': accountUploadLimits,
  '0029-translation-slices': translationSlices,
  '0030-folders': folders,
  '0031-access': access,
  '0032-project-quotas': projectQuotas,
  '0033-modification-times': modificationTimes,
  '0034-search': search,
  '0035-members': members,
  '0036-downloads': downloads,
  '0037-activity': activity,
  '0038-stars': stars,
  '0039-operations': bulkOperations,
}
