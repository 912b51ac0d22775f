import { isDeepStrictEqual } from 'node:util'
import {
  type BcfComment,
  type BcfDocument,
  type BcfTopic,
  type BcfTopicContent,
  type BcfViewpoint,
  listDocuments,
} from '@kamar/bcf'
import type { Markup, TopicAnchor } from '@kamar/contracts'
import { toBcfView, toViewState } from './bcf-elements.js'
import { cutName, cutText, importedValues, uniqueByGuid } from './bcf-imported.js'
import { writeSheets } from './bcf-sheets.js'
import type { ViewState } from '../viewpoint-rows.js'

/** User of a row: a member by their address, every other by the stored name. */
export interface ExportedUser {
  readonly name: string
  readonly isMember: boolean
}

/** Stored comment. */
export interface ExportedComment {
  readonly guid: string
  readonly text: string
  readonly author: ExportedUser
  readonly createdAt: Date
  readonly editedAt: Date | null
  readonly viewpointGuid: string | null
}

/** Stored viewpoint, its snapshot as PNG. */
export interface ExportedViewpoint {
  readonly guid: string
  readonly state: ViewState
  readonly markup: Markup
  readonly snapshot: Uint8Array | null
  /** Whether its snapshot is the imported one. */
  readonly isImportedSnapshot: boolean
}

/** Stored topic with everything that belongs to it. */
export interface ExportedTopic {
  readonly guid: string
  readonly values: ReturnType<typeof importedValues>
  readonly assignee: ExportedUser
  readonly author: ExportedUser
  readonly createdAt: Date
  readonly changedBy: ExportedUser
  readonly changedAt: Date
  readonly comments: readonly ExportedComment[]
  readonly viewpoints: readonly ExportedViewpoint[]
  /** Photos and files. */
  readonly documents: readonly BcfDocument[]
  readonly anchor: TopicAnchor | null
  /** Name of the file of the topic. */
  readonly fileName: string
  /** Guids in the archive that the import omitted; its own where the file does not have its sheets. */
  readonly omitted: readonly string[]
}

/** Converts a stored topic to BCF. Values unchanged since the import are those of the archive. */
export function toBcfTopic(stored: ExportedTopic, read: BcfTopic | null): BcfTopic {
  if (!read) return newTopic(stored)
  const { source: _, addedDocuments: __, addedFiles: ___, ...original } = read
  const archivedDocuments = new Set(listDocuments(read).map(({ guid }) => guid))
  const { values } = stored
  const imported = importedValues(original)
  const isSame = (field: keyof typeof imported): boolean => isDeepStrictEqual(values[field], imported[field])
  return {
    ...read,
    ...Object.fromEntries(Object.entries(values).filter(([field]) => !isSame(field as keyof typeof imported))),
    guid: stored.guid,
    assignedTo: isSameAssignee(stored.assignee, original.assignedTo) ? original.assignedTo : stored.assignee.name,
    author: getArchivedName(stored.author, original.author),
    date: isDeepStrictEqual(stored.createdAt, original.date) ? original.date : stored.createdAt,
    ...toModification(stored, original),
    comments: mergeComments(stored, original),
    viewpoints: mergeViewpoints(stored, original),
    addedDocuments: stored.documents.filter(({ guid }) => !archivedDocuments.has(guid)),
    addedFiles: writeSheets(stored, read),
  }
}

function newTopic(stored: ExportedTopic): BcfTopic {
  const isChanged = stored.changedAt.getTime() !== stored.createdAt.getTime()
  return {
    guid: stored.guid,
    ...stored.values,
    assignedTo: stored.assignee.name,
    author: stored.author.name,
    date: stored.createdAt,
    modifiedAuthor: isChanged ? stored.changedBy.name : null,
    modifiedDate: isChanged ? stored.changedAt : null,
    comments: stored.comments.map(newComment),
    viewpoints: stored.viewpoints.map(newViewpoint),
    files: [stored.fileName],
    addedDocuments: stored.documents,
    addedFiles: writeSheets(stored, null),
  }
}

/** Returns the archive’s modification dates, whatever they are, as long as the topic is unchanged since. */
function toModification(
  stored: ExportedTopic,
  original: BcfTopicContent,
): Pick<BcfTopic, 'modifiedAuthor' | 'modifiedDate'> {
  const importedAt = original.modifiedDate ?? original.date
  if (stored.changedAt.getTime() === importedAt.getTime()) {
    return { modifiedAuthor: original.modifiedAuthor, modifiedDate: original.modifiedDate }
  }
  return { modifiedAuthor: stored.changedBy.name, modifiedDate: stored.changedAt }
}

/** Returns whether the assignee is the member whose address the archive names, in any spelling. */
function isSameAssignee({ isMember, name }: ExportedUser, original: string): boolean {
  return isMember ? name.toLowerCase() === original.toLowerCase() : name === cutName(original)
}

function getArchivedName({ isMember, name }: ExportedUser, original: string): string {
  return !isMember && name === cutName(original) ? original : name
}

/** Merges the comments: those of the archive that still exist, in its order, then those added here. */
function mergeComments(stored: ExportedTopic, original: BcfTopicContent): BcfComment[] {
  const byGuid = new Map(stored.comments.map((comment) => [comment.guid, comment]))
  const viewpointGuids = new Set(stored.viewpoints.map(({ guid }) => guid))
  const archivedViewpointGuids = new Set(original.viewpoints.map(({ guid }) => guid))
  const deleted = (guid: string): boolean =>
    archivedViewpointGuids.has(guid) && !viewpointGuids.has(guid) && !stored.omitted.includes(guid)
  const importedOnes = new Set(uniqueByGuid(original.comments))
  const archivedEntries = original.comments.flatMap((comment) => {
    const row = byGuid.get(comment.guid)
    if (!row) return stored.omitted.includes(comment.guid) ? [comment] : []
    if (!importedOnes.has(comment)) return [comment]
    const { viewpointGuid: before } = comment
    const isSameViewpoint =
      row.viewpointGuid === before || (row.viewpointGuid === null && before !== null && !deleted(before))
    const isEdited = row.editedAt?.getTime() !== comment.modifiedDate?.getTime()
    const author = getArchivedName(row.author, comment.author)
    return [
      {
        guid: comment.guid,
        text: row.text === cutText(comment.text) ? comment.text : row.text,
        author,
        date: row.createdAt.getTime() === comment.date.getTime() ? comment.date : row.createdAt,
        modifiedAuthor: isEdited ? row.editedAt && author : comment.modifiedAuthor,
        modifiedDate: isEdited ? row.editedAt : comment.modifiedDate,
        viewpointGuid: isSameViewpoint ? before : row.viewpointGuid,
      },
    ]
  })
  const archivedGuids = new Set(original.comments.map(({ guid }) => guid))
  return [...archivedEntries, ...stored.comments.filter(({ guid }) => !archivedGuids.has(guid)).map(newComment)]
}

function mergeViewpoints(stored: ExportedTopic, original: BcfTopicContent): BcfViewpoint[] {
  const byGuid = new Map(stored.viewpoints.map((viewpoint) => [viewpoint.guid, viewpoint]))
  const archivedEntries = original.viewpoints.flatMap((viewpoint) => {
    const row = byGuid.get(viewpoint.guid)
    if (!row) return stored.omitted.includes(viewpoint.guid) ? [viewpoint] : []
    // Compared in the form of the database: JSON has neither undefined nor negative zero.
    const imported: unknown = JSON.parse(JSON.stringify(toViewState(viewpoint)))
    const { sheet: _, ...state } = row.state
    const view = isDeepStrictEqual(imported, state) ? viewpoint : newViewpoint(row)
    return [{ ...view, snapshot: row.isImportedSnapshot ? viewpoint.snapshot : row.snapshot }]
  })
  const archivedGuids = new Set(original.viewpoints.map(({ guid }) => guid))
  return [...archivedEntries, ...stored.viewpoints.filter(({ guid }) => !archivedGuids.has(guid)).map(newViewpoint)]
}

function newComment({ author, createdAt, editedAt, guid, text, viewpointGuid }: ExportedComment): BcfComment {
  const modifiedAuthor = editedAt && author.name
  return { guid, text, author: author.name, date: createdAt, modifiedAuthor, modifiedDate: editedAt, viewpointGuid }
}

function newViewpoint({ guid, snapshot, state }: ExportedViewpoint): BcfViewpoint {
  return { guid, ...toBcfView(state), snapshot }
}
