import { collaborationLimits } from '../collaboration-limits.js'
import { Identifier, Done } from '../api/fields.js'
import { z } from 'zod'
import { route, type StreamRoute } from '../api/route.js'
import {
  TopicListQuery,
  TopicPage,
  TopicForm,
  Topic,
  TopicChange,
  TopicEvent,
  CommentForm,
  TopicComment,
  CommentChange,
  BcfImport,
} from './shapes.js'
import { AllTopicsPage, AllTopicsQuery, MyTopicCount, TopicBulkChange, TopicBulkResult } from './all-topics-shapes.js'
import { TopicAttachment } from './attachment-shapes.js'
import { ViewpointForm, Viewpoint, ViewpointSummary, Markup } from './viewpoint-shapes.js'

const bodyLimitBytes = collaborationLimits.viewpointBytes

const TopicIdentifier = Identifier.extend({ topicId: z.string().max(64) })

const CommentIdentifier = TopicIdentifier.extend({ commentId: z.string().max(64) })

const ViewpointIdentifier = Identifier.extend({ viewpointId: z.string().max(64) })

/** JSON routes. */
export const topicsRoutes = {
  listAllTopics: route({
    method: 'GET',
    path: '/api/auth/topics',
    summary: 'Topics of all files that the caller may see; filtered, ordered, paged, with counts',
    access: 'user',
    query: AllTopicsQuery,
    response: AllTopicsPage,
  }),
  countMyTopics: route({
    method: 'GET',
    path: '/api/auth/topics/mine',
    summary: 'Number of open topics that are assigned to the caller',
    access: 'user',
    response: MyTopicCount,
  }),
  changeTopics: route({
    method: 'POST',
    path: '/api/auth/topics/changes',
    summary: 'The same change to many topics; those that the caller may not change are listed',
    access: 'user',
    body: TopicBulkChange,
    response: TopicBulkResult,
  }),
  listTopics: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/topics',
    summary: 'Topics of a file, last changed first; filtered, ordered, paged, with counts',
    access: 'user',
    parameters: Identifier,
    query: TopicListQuery,
    response: TopicPage,
  }),
  createTopic: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/topics',
    summary: 'Open a topic',
    access: 'user',
    parameters: Identifier,
    body: TopicForm,
    bodyLimitBytes,
    response: Topic,
  }),
  getTopic: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/topics/:topicId',
    summary: 'A topic with its comments and viewpoints',
    access: 'user',
    parameters: TopicIdentifier,
    response: Topic,
  }),
  changeTopic: route({
    method: 'PATCH',
    path: '/api/auth/my-urns/:id/topics/:topicId',
    summary: 'Change a topic; 409 `changed-meanwhile` when somebody else did since it was read',
    access: 'user',
    parameters: TopicIdentifier,
    body: TopicChange,
    response: Topic,
  }),
  deleteTopic: route({
    method: 'DELETE',
    path: '/api/auth/my-urns/:id/topics/:topicId',
    summary: 'Delete a topic with all that belongs to it; its author may, and editors',
    access: 'user',
    parameters: TopicIdentifier,
    response: Done,
  }),
  topicHistory: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/topics/:topicId/history',
    summary: 'Who changed what of a topic, oldest first',
    access: 'user',
    parameters: TopicIdentifier,
    response: z.array(TopicEvent),
  }),
  addComment: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/topics/:topicId/comments',
    summary: 'Comment on a topic, on one of its viewpoints or with a new one',
    access: 'user',
    parameters: TopicIdentifier,
    body: CommentForm,
    bodyLimitBytes,
    response: TopicComment,
  }),
  changeComment: route({
    method: 'PATCH',
    path: '/api/auth/my-urns/:id/topics/:topicId/comments/:commentId',
    summary: 'Change one’s own comment',
    access: 'user',
    parameters: CommentIdentifier,
    body: CommentChange,
    response: TopicComment,
  }),
  deleteComment: route({
    method: 'DELETE',
    path: '/api/auth/my-urns/:id/topics/:topicId/comments/:commentId',
    summary: 'Delete a comment; its author may, and editors',
    access: 'user',
    parameters: CommentIdentifier,
    response: Done,
  }),
  addViewpoint: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/topics/:topicId/viewpoints',
    summary: 'Add a viewpoint to a topic',
    access: 'user',
    parameters: TopicIdentifier,
    body: ViewpointForm,
    bodyLimitBytes,
    response: Viewpoint,
  }),
  listViews: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/views',
    summary: 'Saved views of a file, newest first',
    access: 'user',
    parameters: Identifier,
    response: z.array(ViewpointSummary),
  }),
  createView: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/views',
    summary: 'Save a view',
    access: 'user',
    parameters: Identifier,
    body: ViewpointForm,
    bodyLimitBytes,
    response: Viewpoint,
  }),
  createViewLink: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/view-links',
    summary: 'Store a view for a link to it (`view` of the viewer’s address); it is not listed and not changed',
    access: 'user',
    parameters: Identifier,
    body: ViewpointForm,
    bodyLimitBytes,
    response: z.object({ id: z.string() }),
  }),
  getViewpoint: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/viewpoints/:viewpointId',
    summary: 'A viewpoint of a topic, or a saved view, with camera, cuts, elements and markup',
    access: 'user',
    parameters: ViewpointIdentifier,
    response: Viewpoint,
  }),
  changeViewpoint: route({
    method: 'PATCH',
    path: '/api/auth/my-urns/:id/viewpoints/:viewpointId',
    summary: 'Change the name, the markup or what a saved view shows; its author may, and editors',
    access: 'user',
    parameters: ViewpointIdentifier,
    body: z.strictObject({
      revision: z.number().int().positive(),
      name: z.string().trim().max(collaborationLimits.viewNameCharacters).optional(),
      markup: Markup.optional(),
      /** Replaces what a saved view shows, its markup included; viewpoints of topics keep theirs. */
      view: ViewpointForm.optional(),
    }),
    bodyLimitBytes,
    response: Viewpoint,
  }),
  copyView: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/viewpoints/:viewpointId/copy',
    summary: 'Save a copy of a viewpoint, with its picture, as a view of the caller',
    access: 'user',
    parameters: ViewpointIdentifier,
    body: z.strictObject({ name: z.string().trim().max(collaborationLimits.viewNameCharacters) }),
    response: ViewpointSummary,
  }),
  deleteViewpoint: route({
    method: 'DELETE',
    path: '/api/auth/my-urns/:id/viewpoints/:viewpointId',
    summary: 'Delete a viewpoint or a saved view; its author may, and editors',
    access: 'user',
    parameters: ViewpointIdentifier,
    response: Done,
  }),
  deleteAttachment: route({
    method: 'DELETE',
    path: '/api/auth/my-urns/:id/attachments/:attachmentId',
    summary: 'Delete a photo or file of a topic; its author may, and editors',
    access: 'user',
    parameters: Identifier.extend({ attachmentId: z.string().max(64) }),
    response: Done,
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const topicsStreams = [
  {
    method: 'POST',
    path: '/api/auth/topics/report',
    summary:
      'A report about topics of any files (JSON: `format` pdf, xlsx, csv or bcf, and `topics` with ids or a `query` as of the list), in the language of the request. With `Accept: application/x-kamar-report` lines with the progress in percent come first',
    access: 'user',
    consumes: 'application/json',
    produces: 'application/octet-stream',
    response: null,
  },
  {
    method: 'POST',
    path: '/api/auth/my-urns/:id/viewpoints/:viewpointId/snapshot',
    summary:
      'The picture of a viewpoint (multipart, field `file`: PNG, WebP or JPEG), written anew; its author sends it, once or again',
    access: 'user',
    consumes: 'multipart/form-data',
    response: ViewpointSummary,
  },
  {
    method: 'GET',
    path: '/api/auth/my-urns/:id/viewpoints/:viewpointId/snapshot',
    summary: 'The picture of a viewpoint; with `size=small` its thumbnail; immutable under `v`, its version',
    access: 'user',
    produces: 'image/webp',
    response: null,
  },
  {
    method: 'POST',
    path: '/api/auth/my-urns/:id/topics/:topicId/attachments',
    summary:
      'Attach a photo or file of at most 25 MB to a topic, or to its `comment` (multipart, field `file`). The place where a photo was taken is removed unless `location` is `keep`; repeated with the same `key`, it stores nothing',
    access: 'user',
    consumes: 'multipart/form-data',
    response: TopicAttachment,
  },
  {
    method: 'GET',
    path: '/api/auth/my-urns/:id/attachments/:attachmentId',
    summary:
      'A photo or file of a topic, as an attachment; with `size=large` or `size=small` the preview of a photo as WebP, immutable under its address',
    access: 'user',
    produces: 'application/octet-stream',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/auth/my-urns/:id/bcf',
    summary:
      'Topics as a .bcfzip (BCF `version` 3.0, 2.1 or 2.0; filtered as the list of topics is, or `topics` with ids between commas)',
    access: 'user',
    produces: 'application/octet-stream',
    response: null,
  },
  {
    method: 'POST',
    path: '/api/auth/my-urns/:id/bcf',
    summary:
      'Import the topics of a .bcfzip (multipart, field `file`; BCF 2.0, 2.1 or 3.0; editors only). With `Accept: application/x-ndjson` the reply is one JSON object a line: `{imported, topics}` as it runs, then `{result}` or `{error}`. Closing the connection cancels it; topics imported by then stay',
    access: 'user',
    consumes: 'multipart/form-data',
    response: BcfImport,
  },
] as const satisfies readonly StreamRoute[]
