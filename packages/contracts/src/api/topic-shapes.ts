import { z } from 'zod'
import { collaborationLimits as max } from '../collaboration-limits.js'
import { limits } from '../limits.js'
import { ErrorBody } from './shapes.js'
import { UserReference } from './people-shapes.js'
import { Direction3, Point3, SourceId, ViewpointForm, ViewpointSummary } from './viewpoint-shapes.js'

/** Words that screens translate; a file from elsewhere may bring others, which are shown as they are. */
export const standardTopicValues = {
  status: ['Open', 'In Progress', 'Resolved', 'Closed', 'Reopened'],
  type: ['Issue', 'Clash', 'Request', 'Remark', 'Error', 'Fault'],
  priority: ['Critical', 'Major', 'Normal', 'Minor'],
} as const
const closedStatuses: ReadonlySet<string> = new Set(['closed', 'done', 'resolved'])

/** Whether nobody has to do anything any more about a topic with this status. */
export function isClosedStatus(status: string): boolean {
  return closedStatuses.has(status.trim().toLowerCase())
}

const Word = z.string().trim().max(max.wordCharacters)
const Title = z.string().trim().min(1).max(max.titleCharacters)
const Text = z.string().trim().max(max.textCharacters)
const Mentions = z.array(z.uuid()).max(max.mentionsPerText)

/** Chosen by whoever sends: the same one sent again is answered with what the first made, and makes nothing new. Its GUID. */
const IdempotencyKey = z.uuid()

/** Where in the model a topic is. */
export const TopicAnchor = z.strictObject({
  point: Point3,
  normal: Direction3.nullable(),
  /** The element it is about; null in the open. */
  sourceId: SourceId.nullable(),
})
export type TopicAnchor = z.infer<typeof TopicAnchor>

const topicFields = {
  title: Title,
  description: Text,
  /** These four are free words, often of `knownTopicWords`; empty for none. */
  type: Word,
  status: Word,
  priority: Word,
  stage: Word,
  /** Id of a member of the file’s project; null for nobody. */
  assigneeId: z.string().max(64).nullable(),
  /** A day, `2026-11-30`. */
  dueDate: z.iso.date().nullable(),
  labels: z.array(Word.min(1)).max(max.labelsPerTopic),
  anchor: TopicAnchor.nullable(),
}

/** A topic to be opened; only its title is needed. */
export const TopicForm = z.strictObject({
  ...z.strictObject(topicFields).partial().shape,
  title: Title,
  /** Members whom the description mentions. */
  mentions: Mentions.optional(),
  /** Its first viewpoint. */
  viewpoint: ViewpointForm.optional(),
  key: IdempotencyKey.optional(),
})
export type TopicForm = z.input<typeof TopicForm>

/** What is changed of a topic; `revision` is the one it was read with, 409 `changed-meanwhile` when it is not the last. */
export const TopicChange = z.strictObject({
  ...z.strictObject(topicFields).partial().shape,
  revision: z.number().int().positive(),
  mentions: Mentions.optional(),
})
export type TopicChange = z.input<typeof TopicChange>

/** A comment; nothing of it is markup, it is shown as text. */
export const TopicComment = z.object({
  id: z.string(),
  guid: z.string(),
  text: z.string(),
  author: UserReference,
  createdAt: z.iso.datetime(),
  /** Null while it was never changed. */
  editedAt: z.iso.datetime().nullable(),
  revision: z.number().int().positive(),
  viewpointId: z.string().nullable(),
  /** The comment it answers. */
  replyToId: z.string().nullable(),
  /** Members who are mentioned; the text names them as `@name`. */
  mentions: z.array(UserReference),
  /** Whether the one who asks may change or delete it. */
  mayChange: z.boolean(),
  mayDelete: z.boolean(),
})
export type TopicComment = z.infer<typeof TopicComment>

/** A topic as a list shows it. */
export const TopicSummary = z.object({
  id: z.string(),
  guid: z.string(),
  /** Counts up within the file. */
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
  /** Its first viewpoint, and the version of that one’s snapshot; null without. */
  viewpointId: z.string().nullable(),
  snapshot: z.string().nullable(),
})
export type TopicSummary = z.infer<typeof TopicSummary>

/** A whole topic. */
export const Topic = TopicSummary.extend({
  description: z.string(),
  changedBy: UserReference,
  /** Oldest first; `comments` is their number. */
  discussion: z.array(TopicComment),
  /** Oldest first. */
  viewpoints: z.array(ViewpointSummary),
  /** What the one who asks may do with it. */
  mayChange: z.boolean(),
  mayDelete: z.boolean(),
  mayComment: z.boolean(),
})
export type Topic = z.infer<typeof Topic>

/** Orders of a list of topics. */
export const topicSorts = ['changed', 'created', 'number', 'due', 'priority', 'title'] as const

/** Which topics of a file; everything that is named has to be true. */
export const TopicListQuery = z.strictObject({
  /** In title, description, number or comments, without regard to case. */
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
  /** `assigned` to me, `created` by me, or anything that names me. */
  mine: z.enum(['assigned', 'created', 'any']).optional(),
  /** Past their day and not closed. */
  overdue: z.enum(['true']).optional(),
  /** That are about this element. */
  sourceId: SourceId.optional(),
  sort: z.enum(topicSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
})
export type TopicListQuery = z.input<typeof TopicListQuery>

const Counted = z.array(z.object({ value: z.string(), topics: z.number().int() }))
/** One page of topics, 50 unless asked otherwise. */
export const TopicPage = z.object({
  topics: z.array(TopicSummary),
  /** How many match. */
  total: z.number().int(),
  page: z.number().int(),
  pages: z.number().int(),
  mayCreate: z.boolean(),
  /** Of all topics of the file, whatever was asked for. */
  counts: z.object({
    all: z.number().int(),
    open: z.number().int(),
    closed: z.number().int(),
    /** Open and assigned to the one who asks. */
    mine: z.number().int(),
    overdue: z.number().int(),
  }),
  /** What may be filtered by, most used first. */
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

/** What happened to a topic. `field`, `from` and `to` are set for changes; people and days as words. */
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
  ]),
  field: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type TopicEvent = z.infer<typeof TopicEvent>

/** A comment to be written. */
export const CommentForm = z.strictObject({
  text: Text.min(1),
  mentions: Mentions.optional(),
  /** One of the topic’s viewpoints that it is about. */
  viewpointId: z.string().max(64).optional(),
  /** A new viewpoint that comes with it. */
  viewpoint: ViewpointForm.optional(),
  replyToId: z.string().max(64).optional(),
  key: IdempotencyKey.optional(),
})
export type CommentForm = z.input<typeof CommentForm>

/** What is changed of a comment. */
export const CommentChange = z.strictObject({
  text: Text.min(1),
  revision: z.number().int().positive(),
  mentions: Mentions.optional(),
})
export type CommentChange = z.infer<typeof CommentChange>

/** What an import of BCF brought. */
export const BcfImport = z.object({
  /** `2.0`, `2.1` or `3.0`. */
  version: z.string(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  comments: z.number().int(),
  viewpoints: z.number().int(),
  /** What could not be taken, by its name in the archive. */
  skipped: z.array(z.object({ name: z.string(), reason: z.enum(['damaged', 'too-large', 'too-many', 'no-title']) })),
})
export type BcfImport = z.infer<typeof BcfImport>

/** A line of an import that is followed as it runs: how far it is, then how it ended. */
export const BcfImportEvent = z.union([
  z.object({ imported: z.number().int(), topics: z.number().int() }),
  z.object({ result: BcfImport }),
  z.object({ error: ErrorBody }),
])
export type BcfImportEvent = z.infer<typeof BcfImportEvent>
