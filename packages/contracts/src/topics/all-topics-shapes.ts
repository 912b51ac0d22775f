import { z } from 'zod'
import { ErrorBody } from '../api/error-body.js'
import { collaborationLimits as max } from '../collaboration-limits.js'
import { TopicListQuery, TopicPage, TopicSummary, topicSorts } from './shapes.js'

/** File of a topic in a list over several files. */
export const FileOfTopic = z.object({
  id: z.string(),
  name: z.string(),
  urn: z.string(),
  projectId: z.string(),
  projectName: z.string(),
})
export type FileOfTopic = z.infer<typeof FileOfTopic>

/** Topic in a list over several files. */
export const ListedTopic = TopicSummary.extend({
  file: FileOfTopic,
  /** Whether the caller may change its fields. */
  mayChange: z.boolean(),
})
export type ListedTopic = z.infer<typeof ListedTopic>

/** Sort orders of a list over several files. */
export const allTopicsSorts = [...topicSorts, 'status', 'assignee', 'file'] as const

/** Filter of the topics of all files that the caller may see; all given conditions must hold. */
export const AllTopicsQuery = TopicListQuery.omit({ sourceId: true, sort: true }).extend({
  /** Id of a file. */
  file: z.string().max(64).optional(),
  /** Id of a project. */
  project: z.string().max(64).optional(),
  sort: z.enum(allTopicsSorts).optional(),
})
export type AllTopicsQuery = z.input<typeof AllTopicsQuery>

/** Page of topics of several files, 50 by default. */
export const AllTopicsPage = z.object({
  topics: z.array(ListedTopic),
  /** Total number of matches. */
  total: z.number().int(),
  page: z.number().int(),
  pages: z.number().int(),
  /** Counts over all topics that the caller may see, regardless of the filter. */
  counts: TopicPage.shape.counts,
  /** Available filter values, most used first. */
  facets: TopicPage.shape.facets.extend({
    file: z.array(z.object({ id: z.string(), name: z.string(), topics: z.number().int() })),
    project: z.array(z.object({ id: z.string(), name: z.string(), topics: z.number().int() })),
  }),
})
export type AllTopicsPage = z.infer<typeof AllTopicsPage>

/** Open topics that are assigned to the caller. */
export const MyTopicCount = z.object({ open: z.number().int(), overdue: z.number().int() })
export type MyTopicCount = z.infer<typeof MyTopicCount>

const Word = z.string().trim().max(max.wordCharacters)

/** The same change to many topics. */
export const TopicBulkChange = z.strictObject({
  topics: z
    .array(z.strictObject({ fileId: z.string().max(64), topicId: z.string().max(64) }))
    .min(1)
    .max(max.topicsPerBulkChange),
  change: z
    .strictObject({
      status: Word.min(1),
      priority: Word,
      assigneeId: z.string().max(64).nullable(),
      dueDate: z.iso.date().nullable(),
      /** Label to add to those that a topic has. */
      addLabel: Word.min(1),
    })
    .partial()
    .refine((change) => Object.keys(change).length > 0, { message: 'is empty' }),
})
export type TopicBulkChange = z.input<typeof TopicBulkChange>

/** Result of a change to many topics. */
export const TopicBulkResult = z.object({
  changed: z.number().int(),
  /** Topics that stay as they were, with the code of the error. */
  failed: z.array(z.object({ topicId: z.string(), code: z.string() })),
})
export type TopicBulkResult = z.infer<typeof TopicBulkResult>

/** Formats of a report about topics. */
export const topicReportFormats = ['pdf', 'xlsx', 'csv', 'bcf'] as const

/** Report to create: about the topics with these ids, or those that match the query. */
export const TopicReportForm = z.strictObject({
  format: z.enum(topicReportFormats),
  /** Version of a BCF archive. */
  version: z.enum(['3.0', '2.1', '2.0']).optional(),
  query: AllTopicsQuery.optional(),
  topics: z.array(z.string().max(64)).min(1).max(max.topicsPerReport).optional(),
})
export type TopicReportForm = z.input<typeof TopicReportForm>

/** Content type of a report with its progress: lines with a `TopicReportEvent` each; the bytes of the file follow `file`. */
export const topicReportStream = 'application/x-kamar-report'

/** Line before the bytes of a report: progress in percent, then the name of the file, or why there is none. */
export const TopicReportEvent = z.union([
  z.object({ percent: z.number().int().min(0).max(100) }),
  z.object({ file: z.object({ name: z.string(), bytes: z.number().int() }) }),
  z.object({ error: ErrorBody }),
])
export type TopicReportEvent = z.infer<typeof TopicReportEvent>
