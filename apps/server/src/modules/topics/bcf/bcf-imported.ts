import { type BcfDocument, type BcfTopic, type BcfTopicContent, type BcfViewpoint, listDocuments } from '@kamar/bcf'
import { collaborationLimits as limits, type Markup, type TopicAnchor } from '@kamar/contracts'
import { toViewState } from './bcf-elements.js'
import { type ReadSheets, readSheets } from './bcf-sheets.js'
import { emptyMarkup, type ViewState } from '../viewpoint-rows.js'

/** Comment of an archive, converted for storage. */
export interface ImportedComment {
  readonly guid: string
  readonly text: string
  readonly author: string
  readonly date: Date
  readonly modifiedDate: Date | null
  readonly viewpointGuid: string | null
}

/** Viewpoint of an archive, converted for storage; `state` is null when it exceeds the limits of a viewpoint. */
export interface ImportedViewpoint {
  readonly guid: string
  readonly state: ViewState | null
  readonly markup: Markup
  readonly snapshot: Uint8Array | null
}

/** Topic of an archive, converted for storage: cut to the limits of a topic. */
export interface ImportedTopic {
  readonly guid: string
  readonly values: {
    readonly title: string
    readonly description: string
    readonly type: string
    readonly status: string
    readonly priority: string
    readonly stage: string
    readonly labels: string[]
    readonly dueDate: string | null
  }
  readonly assignedTo: string
  readonly author: string
  readonly date: Date
  readonly modifiedAuthor: string | null
  readonly modifiedDate: Date | null
  readonly comments: readonly ImportedComment[]
  readonly viewpoints: readonly ImportedViewpoint[]
  readonly documents: readonly BcfDocument[]
  /** Place on a sheet. */
  readonly anchor: TopicAnchor | null
  /** Whether its places on sheets could not be read. */
  readonly hasDamagedSheets: boolean
  /** Guids of comments and viewpoints beyond the limit. */
  readonly omitted: readonly string[]
}

/** Twice the limit of a topic: some of them may exist already. */
const maxComments = 2 * limits.commentsPerTopic
const maxViewpoints = 2 * limits.viewpointsPerTopic
const maxDocuments = 2 * limits.attachmentsPerTopic

/**
 * Converts a parsed topic for storage. The export compares with the same values, so that a cut text does not count as a
 * change.
 */
export function toImportedTopic(topic: BcfTopic): ImportedTopic {
  const comments = uniqueByGuid(topic.comments)
  const viewpoints = uniqueByGuid(topic.viewpoints)
  const sheets = readSheets(topic)
  return {
    guid: topic.guid,
    values: importedValues(topic),
    assignedTo: cutName(topic.assignedTo),
    author: cutName(topic.author),
    date: topic.date,
    modifiedAuthor: topic.modifiedAuthor === null ? null : cutName(topic.modifiedAuthor),
    modifiedDate: topic.modifiedDate,
    comments: comments.slice(0, maxComments).map((comment) => ({
      guid: comment.guid,
      text: cutText(comment.text),
      author: cutName(comment.author),
      date: comment.date,
      modifiedDate: comment.modifiedDate,
      viewpointGuid: comment.viewpointGuid,
    })),
    viewpoints: viewpoints.slice(0, maxViewpoints).map((viewpoint) => toImportedViewpoint(viewpoint, sheets)),
    anchor: sheets.data.anchor,
    hasDamagedSheets: sheets.isDamaged,
    documents: uniqueByGuid(listDocuments(topic)).slice(0, maxDocuments),
    omitted: [...comments.slice(maxComments), ...viewpoints.slice(maxViewpoints)].map(({ guid }) => guid),
  }
}

function toImportedViewpoint(viewpoint: BcfViewpoint, { data }: ReadSheets): ImportedViewpoint {
  const { guid, snapshot } = viewpoint
  const state = toViewState(viewpoint)
  const view = Object.hasOwn(data.viewpoints, guid) ? data.viewpoints[guid] : undefined
  if (!view || state?.camera !== null) return { guid, state, markup: emptyMarkup, snapshot }
  return { guid, state: { ...state, sheet: view.sheet }, markup: view.markup, snapshot }
}

/** Returns the text columns of a topic. */
export function importedValues(topic: BcfTopicContent): ImportedTopic['values'] {
  const word = (text: string): string => cut(text, limits.wordCharacters)
  return {
    title: cutName(topic.title),
    description: cutText(topic.description),
    type: word(topic.type),
    status: word(topic.status),
    priority: word(topic.priority),
    stage: word(topic.stage),
    labels: [...new Set(topic.labels.slice(0, limits.labelsPerTopic).map(word))],
    dueDate: topic.dueDate,
  }
}

/** Cuts a title, or the name of a user. */
export function cutName(text: string): string {
  return cut(text, limits.titleCharacters)
}

/** Cuts a description or a comment. */
export function cutText(text: string): string {
  return cut(text, limits.textCharacters)
}

/** Returns the last of the items with the same guid. */
export function uniqueByGuid<Item extends { readonly guid: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.guid, item])).values()]
}

/** Cuts a text without splitting a character. */
function cut(text: string, maxCharacters: number): string {
  const clean = text.replaceAll('\u0000', '').trim()
  return clean.length <= maxCharacters ? clean : clean.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')
}
