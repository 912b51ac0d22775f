import { z } from 'zod'
import { translationFailureCodes } from '../failures.js'
import { languages } from '../messages/index.js'
import { reportLevels } from '../report-summary.js'
import { NotificationRecord } from './notification-shapes.js'
import { FileSharing } from './people-shapes.js'

/** `processing` is waiting for a reader, `inprogress` is being read; both are shown as Processing. */
export const ModelStatus = z.enum(['processing', 'inprogress', 'success', 'failed'])
export type ModelStatus = z.infer<typeof ModelStatus>

/** Why a translation ended without a package; the text comes from `failureMessages`. */
export const FailureShape = z.object({
  code: z.enum(translationFailureCodes),
  bytePosition: z.number().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** The headline of a translation report (`ReportSummary`). */
export const ReportSummaryShape = z.object({
  level: z.enum(reportLevels),
  notes: z.number().int().nonnegative(),
  missing: z.number().int().nonnegative(),
  inPart: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
})

/** A file of the signed-in account, as `auth/my-urns` lists it (specification sections 3 and 7). */
export const FileRecord = z.object({
  id: z.string(),
  /** The file name shown, searched and used for the extension. */
  description: z.string(),
  urn: z.string(),
  updated_at: z.iso.datetime(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  status: ModelStatus,
  /** 0 to 100. */
  progress: z.number().min(0).max(100),
  /** What the reader is doing, a message key such as `reading`, `meshing`, `packing`. */
  stage: z.string().nullable(),
  jobId: z.string(),
  failure: FailureShape.nullable(),
  /** True when geometry of the file is missing (`report.level` is `incomplete`); the report says what. */
  partial: z.boolean(),
  /** True when nothing of the file is drawn: there is what it says about itself, and the picture stored in it. */
  previewOnly: z.boolean(),
  hasThumbnail: z.boolean(),
  /** How complete the translation is, in numbers; null before it ended. Older servers leave it out. */
  report: ReportSummaryShape.nullable().optional(),
  /** Whose it is and who sees it; left out where nobody asks for themselves (uploads by older clients). */
  sharing: FileSharing.optional(),
})
export type FileRecord = z.infer<typeof FileRecord>

/** A file in the bin; it is purged 30 days after `deleted_at`. */
export const BinnedFile = FileRecord.extend({ deleted_at: z.iso.datetime() })
export type BinnedFile = z.infer<typeof BinnedFile>

const KeyChord = z.string().min(1).max(40)
/** Keys of commands that a person chose, by the command's id; what is not in it has the usual ones. */
const Shortcuts = z
  .record(z.string().min(1).max(60), z.array(KeyChord).max(4))
  .refine((shortcuts) => Object.keys(shortcuts).length <= 300)

/** How a person likes the product (specification section 2, "Preferences"). */
export const Preferences = z.object({
  /** Theme and language are null until the person chose one for all devices: each then keeps its own. */
  theme: z.enum(['system', 'light', 'dark']).nullable(),
  language: z.enum(languages).nullable(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  weeklyReports: z.boolean(),
  autoSave: z.boolean(),
  shortcuts: Shortcuts,
  /** Whether sign-in asks for a second factor; set up by calls of its own. */
  twoFactorAuth: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

/** What the preferences are before anybody changed them. */
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

/** The signed-in account (specification section 3). */
export const AccountRecord = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['user', 'admin']),
  status: z.enum(['pending', 'approved', 'rejected']),
  locale: z.enum(['en', 'hy', 'ru', 'es']),
  quotaBytes: z.number(),
  usedBytes: z.number(),
  /** Version of the photo, for its address and caches; null without one. */
  avatar: z.string().nullable(),
  preferences: Preferences,
})
export type AccountRecord = z.infer<typeof AccountRecord>

/** What an upload ends with (specification section 3), and the new file's record. */
export const UploadResult = z.object({ fileName: z.string(), urn: z.string(), jobId: z.string(), file: FileRecord })
export type UploadResult = z.infer<typeof UploadResult>

/** An example model everyone may open (specification section 3). */
export const SampleModel = z.object({ name: z.string(), description: z.string(), urn: z.string() })
export type SampleModel = z.infer<typeof SampleModel>

/** Body of every error answer. `reference` finds the error in the log; it is set on 5xx only. */
export const ErrorBody = z.object({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  reference: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** One event of `GET /api/auth/events` (server-sent events): `file` carries the whole changed record. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), file: FileRecord }),
  z.object({ type: z.literal('file-removed'), id: z.string() }),
  /** The live manifest of this model changed: new provisional chunks, or it became complete. */
  z.object({ type: z.literal('manifest'), urn: z.string() }),
  /** Name, photo, plan or preferences of the account changed, on this device or another. */
  z.object({ type: z.literal('account'), account: AccountRecord }),
  /** A topic of a file the account sees: ask for it, or for the list, again. `revision` tells one's own change. */
  z.object({
    type: z.literal('topic'),
    fileId: z.string(),
    topicId: z.string(),
    change: z.enum(['created', 'changed', 'removed']),
    revision: z.number().int().nullable(),
  }),
  /** Many topics of a file changed at once (an import), or its saved views did. */
  z.object({ type: z.literal('topics'), fileId: z.string() }),
  z.object({ type: z.literal('views'), fileId: z.string() }),
  /** Something new that concerns the account; null when notifications were only read, here or on another device. */
  z.object({ type: z.literal('notification'), notification: NotificationRecord.nullable(), unread: z.number().int() }),
  /** Projects, members or roles changed that the account sees. */
  z.object({ type: z.literal('people'), projectId: z.string() }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** The process lives and answers; says nothing about what it depends on. */
export const Health = z.object({ status: z.literal('alive') })
export type Health = z.infer<typeof Health>

/** One thing the service depends on. */
export const ReadinessCheck = z.object({ ready: z.boolean(), detail: z.string() })

/** `isolation` is the level of the reader processes' box on this host; `off` when no worker runs in this process. */
export const Readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  checks: z.object({ database: ReadinessCheck, storage: ReadinessCheck, worker: ReadinessCheck }),
  isolation: z.string(),
})
export type Readiness = z.infer<typeof Readiness>

/** Administrators are told what is not ready; everybody else only whether the service is. */
export const ReadinessResponse = Readiness.partial({ checks: true, isolation: true })

/** Which files may be uploaded; extensions are lower case with the dot. */
export const UploadRules = z.object({
  extensions: z.array(z.string()),
  /** What readers take besides: an administrator may allow it. */
  optionalExtensions: z.array(z.string()),
})
export type UploadRules = z.infer<typeof UploadRules>

/** How far an export of a model is; ask again while it is being made. */
export const ExportState = z.object({
  state: z.enum(['working', 'ready']),
  /** 0 to 1. */
  fraction: z.number().min(0).max(1),
  /** Bytes, once it is ready. */
  size: z.number().int().nonnegative().nullable(),
  /** Address of the file, once it is ready; asked for with the same token. */
  path: z.string().nullable(),
})
export type ExportState = z.infer<typeof ExportState>
