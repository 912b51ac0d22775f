import { z } from 'zod'
import { translationFailureCodes, reportLevels } from '@kamar/core'
import { FileSharing } from '../projects/shapes.js'

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
  /** Estimated memory of the reader of an unfinished file, where it is close to what a reader may use by default. */
  memoryBytes: z.number().optional(),
  jobId: z.string(),
  failure: FailureShape.nullable(),
  /** True when geometry of the file is missing (`report.level` is `incomplete`); the report has the details. */
  partial: z.boolean(),
  /** True when the file has no drawable geometry: only its metadata and its stored preview image are available. */
  previewOnly: z.boolean(),
  hasThumbnail: z.boolean(),
  /** Whether the translation has 3D geometry; false for a drawing without solids. Older servers omit it. */
  hasModel: z.boolean().optional(),
  /** Completeness of the translation in numbers; null before it ends. Older servers omit it. */
  report: ReportSummaryShape.nullable().optional(),
  /** Owner and sharing state; omitted when the request has no caller of its own (uploads by older clients). */
  sharing: FileSharing.optional(),
})
export type FileRecord = z.infer<typeof FileRecord>

/** File in the bin; purged 30 days after `deleted_at`. */
export const BinnedFile = FileRecord.extend({ deleted_at: z.iso.datetime() })
export type BinnedFile = z.infer<typeof BinnedFile>
