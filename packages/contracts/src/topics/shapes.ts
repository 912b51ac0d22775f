import { collaborationLimits as max } from '../collaboration-limits.js'
import { z } from 'zod'
import {
  Direction3,
  Point3,
  SheetCoordinate,
  SheetReference,
  SourceId,
  ViewpointForm,
  ViewpointSummary,
} from './viewpoint-shapes.js'
import { UserReference } from '../projects/shapes.js'
import { TopicAttachment } from './attachment-shapes.js'
import { limits } from '../limits.js'
import { ErrorBody } from '../api/error-body.js'

/** Values with translations; imported files may add others, which are displayed unchanged. */
export const standardTopicValues = {
  status: ['Open', 'In Progress', 'Resolved', 'Closed', 'Reopened'],
  type: ['Issue', 'Clash', 'Request', 'Remark', 'Error', 'Fault'],
  priority: ['Critical', 'Major', 'Normal', 'Minor'],
} as const

const closedStatuses: ReadonlySet<string> = new Set(['closed', 'done', 'resolved'])

/** Returns whether a topic with this status needs no further action. */
export function isClosedStatus(status: string): boolean {
  return closedStatuses.has(status.trim().toLowerCase())
}

const Word = z.string().trim().max(max.wordCharacters)

const Title = z.string().trim().min(1).max(max.titleCharacters)

const Text = z.string().trim().max(max.textCharacters)

const Mentions = z.array(z.uuid()).max(max.mentionsPerText)

/**
 * Client-chosen key, used as the GUID of the new item: a repeated request returns the first result and creates nothing.
 */
const IdempotencyKey = z.uuid()

/** Location of a topic in the model, or on a sheet. */
export const TopicAnchor = z
  .strictObject({
    /** Point of the model; with `sheet` x, y and 0 in units of the sheet. */
    point: z.tuple([SheetCoordinate, SheetCoordinate, SheetCoordinate]),
    normal: Direction3.nullable(),
    /** Element, or entity of a sheet, that the topic is about; null when it is on none. */
    sourceId: SourceId.nullable(),
    sheet: SheetReference.optional(),
  })
  .refine(({ point, sheet }) => sheet !== undefined || Point3.safeParse(point).success, {
    message: 'has a point beyond the model',
  })
export type TopicAnchor = z.infer<typeof TopicAnchor>

const topicFields = {
  title: Title,
  description: Text,
  /** Type, status, priority and stage are free text, often from `standardTopicValues`; empty for none. */
  type: Word,
  status: Word,
  priority: Word,
  stage: Word,
  /** Id of a member of the file’s project; null when unassigned. */
  assigneeId: z.string().max(64).nullable(),
  /** Date, such as `2026-11-30`. */
  dueDate: z.iso.date().nullable(),
  labels: z.array(Word.min(1)).max(max.labelsPerTopic),
  anchor: TopicAnchor.nullable(),
}

/** Topic to create; only its title is required. */
export const TopicForm = z.strictObject({
  ...z.strictObject(topicFields).partial().shape,
  title: Title,
  /** Members mentioned in the description. */
  mentions: Mentions.optional(),
  /** First viewpoint of the topic. */
  viewpoint: ViewpointForm.optional(),
  key: IdempotencyKey.optional(),
})
export type TopicForm = z.input<typeof TopicForm>

/**
 * Changes to a topic; `revision` is the revision that was read. Fails with 409 `changed-meanwhile` when it is outdated.
 */
export const TopicChange = z.strictObject({
  ...z.strictObject(topicFields).partial().shape,
  revision: z.number().int().positive(),
  mentions: Mentions.optional(),
})
export type TopicChange = z.input<typeof TopicChange>

/** Comment; plain text, without markup. */
export const TopicComment = z.object({
  id: z.string(),
  guid: z.string(),
  text: z.string(),
  author: UserReference,
  createdAt: z.iso.datetime(),
  /** Null when never edited. */
  editedAt: z.iso.datetime().nullable(),
  revision: z.number().int().positive(),
  viewpointId: z.string().nullable(),
  /** Comment this one replies to. */
  replyToId: z.string().nullable(),
  /** Mentioned members; the text contains them as `@name`. */
  mentions: z.array(UserReference),
  /** Whether the caller may edit or delete it. */
  mayChange: z.boolean(),
  mayDelete: z.boolean(),
})
export type TopicComment = z.infer<typeof TopicComment>

/** Topic in a list. */
export const TopicSummary = z.object({
  id: z.string(),
  guid: z.string(),
  /** Sequential number within the file. */
  number: z.number().int().positive(),
  revision: z.number().int().positive(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  isClosed: z.boolean(),
  priority: z.string(),
  stage: z.string(),
  labels: z.array(z.string()),
  assignee: UserReference.nullable(),
  dueDate: z.string().nullable(),
  author: UserReference,
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  anchor: TopicAnchor.nullable(),
  fileVersion: z.number().int().positive().nullable(),
  comments: z.number().int(),
  /** Id of the first viewpoint, and the version of its snapshot; null without one. */
  viewpointId: z.string().nullable(),
  snapshot: z.string().nullable(),
  /** Number of photos and files, with those of comments. */
  attachments: z.number().int(),
  /** Id of the first photo; null without one. */
  photoId: z.string().nullable(),
})
export type TopicSummary = z.infer<typeof TopicSummary>

/** Complete topic. */
export const Topic = TopicSummary.extend({
  description: z.string(),
  changedBy: UserReference,
  /** Oldest first; `comments` is their count. */
  discussion: z.array(TopicComment),
  /** Oldest first. */
  viewpoints: z.array(ViewpointSummary),
  /** Photos and files, with those of comments; oldest first. */
  files: z.array(TopicAttachment),
  /** Actions the caller may take on it. */
  mayChange: z.boolean(),
  mayDelete: z.boolean(),
  mayComment: z.boolean(),
})
export type Topic = z.infer<typeof Topic>

/** Sort orders of a topic list. */
export const topicSorts = ['changed', 'created', 'number', 'due', 'priority', 'title'] as const

/** Filter of a file's topics; all given conditions must hold. */
export const TopicListQuery = z.strictObject({
  /** Matched in title, description, number or comments, ignoring case. */
  text: z.string().max(200).optional(),
  state: z.enum(['open', 'closed']).optional(),
  status: Word.optional(),
  type: Word.optional(),
  priority: Word.optional(),
  stage: Word.optional(),
  label: Word.optional(),
  /** Id of a member, or `nobody`. */
  assignee: z.string().max(64).optional(),
  /** Id of an account. */
  author: z.string().max(64).optional(),
  /** `assigned` to the caller, `created` by the caller, or `any` topic that involves the caller. */
  mine: z.enum(['assigned', 'created', 'any']).optional(),
  /** Past the due date and not closed. */
  overdue: z.enum(['true']).optional(),
  /** Only topics about this element. */
  sourceId: SourceId.optional(),
  sort: z.enum(topicSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
})
export type TopicListQuery = z.input<typeof TopicListQuery>

const Counted = z.array(z.object({ value: z.string(), topics: z.number().int() }))

/** Page of topics, 50 by default. */
export const TopicPage = z.object({
  topics: z.array(TopicSummary),
  /** Total number of matches. */
  total: z.number().int(),
  page: z.number().int(),
  pages: z.number().int(),
  mayCreate: z.boolean(),
  /** Counts over all topics of the file, regardless of the filter. */
  counts: z.object({
    all: z.number().int(),
    open: z.number().int(),
    closed: z.number().int(),
    /** Open and assigned to the caller. */
    mine: z.number().int(),
    overdue: z.number().int(),
  }),
  /** Available filter values, most used first. */
  facets: z.object({
    status: Counted,
    type: Counted,
    priority: Counted,
    stage: Counted,
    label: Counted,
    assignee: z.array(z.object({ person: UserReference, topics: z.number().int() })),
  }),
})
export type TopicPage = z.infer<typeof TopicPage>

/** Entry in a topic's history. `field`, `from` and `to` are set for changes; users and dates appear as text. */
export const TopicEvent = z.object({
  time: z.iso.datetime(),
  actor: UserReference,
  kind: z.enum([
    'created',
    'imported',
    'changed',
    'commented',
    'comment-changed',
    'comment-deleted',
    'viewpoint-added',
    'viewpoint-changed',
    'viewpoint-deleted',
    'attachment-added',
    'attachment-deleted',
  ]),
  field: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type TopicEvent = z.infer<typeof TopicEvent>

/** Comment to create. */
export const CommentForm = z.strictObject({
  text: Text.min(1),
  mentions: Mentions.optional(),
  /** Viewpoint of the topic that the comment refers to. */
  viewpointId: z.string().max(64).optional(),
  /** New viewpoint created with the comment. */
  viewpoint: ViewpointForm.optional(),
  replyToId: z.string().max(64).optional(),
  key: IdempotencyKey.optional(),
})
export type CommentForm = z.input<typeof CommentForm>

/** Changes to a comment. */
export const CommentChange = z.strictObject({
  text: Text.min(1),
  revision: z.number().int().positive(),
  mentions: Mentions.optional(),
})
export type CommentChange = z.infer<typeof CommentChange>

/** Why an entry was skipped; `no-sheet`: the file does not have the sheet of a topic, which keeps its image. */
export const BcfSkipReason = z.enum(['damaged', 'too-large', 'too-many', 'no-title', 'no-sheet'])
export type BcfSkipReason = z.infer<typeof BcfSkipReason>

/** Result of a BCF import. */
export const BcfImport = z.object({
  /** `2.0`, `2.1` or `3.0`. */
  version: z.string(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  comments: z.number().int(),
  viewpoints: z.number().int(),
  /** Skipped entries, by their name in the archive. */
  skipped: z.array(z.object({ name: z.string(), reason: BcfSkipReason })),
})
export type BcfImport = z.infer<typeof BcfImport>

/** Line of a streamed import: progress, then the result. */
export const BcfImportEvent = z.union([
  z.object({ imported: z.number().int(), topics: z.number().int() }),
  z.object({ result: BcfImport }),
  z.object({ error: ErrorBody }),
])
export type BcfImportEvent = z.infer<typeof BcfImportEvent>
