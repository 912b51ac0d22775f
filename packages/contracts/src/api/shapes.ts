import { z } from 'zod'
import { translationFailureCodes, reportLevels } from '@kamar/core'
import { languages } from '../messages/index.js'
import { NotificationRecord } from './notification-shapes.js'
import { FileSharing } from './people-shapes.js'

/** `processing`: waiting for a reader; `inprogress`: being read. Both are shown as Processing. */
export const ModelStatus = z.enum(['processing', 'inprogress', 'success', 'failed'])
export type ModelStatus = z.infer<typeof ModelStatus>

/** Reason why a translation ended without a package; the text comes from `failureMessages`. */
export const FailureShape = z.object({
  code: z.enum(translationFailureCodes),
  bytePosition: z.number().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** Summary of a translation report (`ReportSummary`). */
export const ReportSummaryShape = z.object({
  level: z.enum(reportLevels),
  notes: z.number().int().nonnegative(),
  missing: z.number().int().nonnegative(),
  inPart: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
})

/** File of the signed-in account, as `auth/my-urns` lists it (specification sections 3 and 7). */
export const FileRecord = z.object({
  id: z.string(),
  /** File name: displayed, searched and used for the extension. */
  description: z.string(),
  urn: z.string(),
  updated_at: z.iso.datetime(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  status: ModelStatus,
  /** 0 to 100. */
  progress: z.number().min(0).max(100),
  /** Current step of the reader, a message key such as `reading`, `meshing`, `packing`. */
  stage: z.string().nullable(),
  jobId: z.string(),
  failure: FailureShape.nullable(),
  /** True when geometry of the file is missing (`report.level` is `incomplete`); the report has the details. */
  partial: z.boolean(),
  /** True when the file has no drawable geometry: only its metadata and its stored preview image are available. */
  previewOnly: z.boolean(),
  hasThumbnail: z.boolean(),
  /** Completeness of the translation in numbers; null before it ends. Older servers omit it. */
  report: ReportSummaryShape.nullable().optional(),
  /** Owner and sharing state; omitted when the request has no caller of its own (uploads by older clients). */
  sharing: FileSharing.optional(),
})
export type FileRecord = z.infer<typeof FileRecord>

/** File in the bin; purged 30 days after `deleted_at`. */
export const BinnedFile = FileRecord.extend({ deleted_at: z.iso.datetime() })
export type BinnedFile = z.infer<typeof BinnedFile>

const KeyChord = z.string().min(1).max(40)
/** Custom keyboard shortcuts by command id; commands not listed use the default. */
const Shortcuts = z
  .record(z.string().min(1).max(60), z.array(KeyChord).max(4))
  .refine((shortcuts) => Object.keys(shortcuts).length <= 300)

/** User preferences (specification section 2, "Preferences"). */
export const Preferences = z.object({
  /** Theme and language are null until the user chooses one for all devices; until then each device has its own. */
  theme: z.enum(['system', 'light', 'dark']).nullable(),
  language: z.enum(languages).nullable(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  weeklyReports: z.boolean(),
  autoSave: z.boolean(),
  shortcuts: Shortcuts,
  /** Whether sign-in requires a second factor; set up by routes of its own. */
  twoFactorAuth: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

/** Default preferences. */
export const defaultPreferences: Preferences = {
  theme: null,
  language: null,
  emailNotifications: true,
  pushNotifications: false,
  weeklyReports: true,
  autoSave: true,
  shortcuts: {},
  twoFactorAuth: false,
}

/** Signed-in account (specification section 3). */
export const AccountRecord = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['user', 'admin']),
  status: z.enum(['pending', 'approved', 'rejected']),
  locale: z.enum(['en', 'hy', 'ru', 'es']),
  quotaBytes: z.number(),
  usedBytes: z.number(),
  /** Version of the avatar, for its address and caches; null without one. */
  avatar: z.string().nullable(),
  preferences: Preferences,
})
export type AccountRecord = z.infer<typeof AccountRecord>

/** Result of a completed upload (specification section 3), with the record of the new file. */
export const UploadResult = z.object({ fileName: z.string(), urn: z.string(), jobId: z.string(), file: FileRecord })
export type UploadResult = z.infer<typeof UploadResult>

/** Example model that everyone may open (specification section 3). */
export const SampleModel = z.object({ name: z.string(), description: z.string(), urn: z.string() })
export type SampleModel = z.infer<typeof SampleModel>

/** Body of every error response. `reference` identifies the error in the log; it is set on 5xx only. */
export const ErrorBody = z.object({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  reference: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Event of `GET /api/auth/events` (server-sent events): `file` carries the whole changed record. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), file: FileRecord }),
  z.object({ type: z.literal('file-removed'), id: z.string() }),
  /** The live manifest of this model changed: new provisional chunks, or it is complete. */
  z.object({ type: z.literal('manifest'), urn: z.string() }),
  /** Name, avatar, plan or preferences of the account changed, on any device. */
  z.object({ type: z.literal('account'), account: AccountRecord }),
  /** A topic of a visible file changed: fetch it, or the list, again. `revision` identifies the client's own change. */
  z.object({
    type: z.literal('topic'),
    fileId: z.string(),
    topicId: z.string(),
    change: z.enum(['created', 'changed', 'removed']),
    revision: z.number().int().nullable(),
  }),
  /** Several topics of a file changed at once (an import), or its saved views did. */
  z.object({ type: z.literal('topics'), fileId: z.string() }),
  z.object({ type: z.literal('views'), fileId: z.string() }),
  /** A new notification; null when notifications were only marked as read, on any device. */
  z.object({ type: z.literal('notification'), notification: NotificationRecord.nullable(), unread: z.number().int() }),
  /** Projects, members or roles visible to the account changed. */
  z.object({ type: z.literal('people'), projectId: z.string() }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** Liveness: the process responds; its dependencies are not checked. */
export const Health = z.object({ status: z.literal('alive') })
export type Health = z.infer<typeof Health>

/** Readiness of one dependency of the service. */
export const ReadinessCheck = z.object({ ready: z.boolean(), detail: z.string() })

/** `isolation` is the level of the reader sandbox on this host; `off` when this process runs no worker. */
export const Readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  checks: z.object({ database: ReadinessCheck, storage: ReadinessCheck, worker: ReadinessCheck }),
  isolation: z.string(),
})
export type Readiness = z.infer<typeof Readiness>

/** Readiness response: administrators see the failed checks, everyone else only the overall result. */
export const ReadinessResponse = Readiness.partial({ checks: true, isolation: true })

/** Files that may be uploaded; extensions are lower case with the dot. */
export const UploadRules = z.object({
  extensions: z.array(z.string()),
  /** Further extensions that readers support; an administrator may allow them. */
  optionalExtensions: z.array(z.string()),
})
export type UploadRules = z.infer<typeof UploadRules>

/** Progress of a model export; poll while it is in progress. */
export const ExportState = z.object({
  state: z.enum(['working', 'ready']),
  /** 0 to 1. */
  fraction: z.number().min(0).max(1),
  /** Bytes; null until the export is ready. */
  size: z.number().int().nonnegative().nullable(),
  /** Path of the file, fetched with the same token; null until the export is ready. */
  path: z.string().nullable(),
})
export type ExportState = z.infer<typeof ExportState>
