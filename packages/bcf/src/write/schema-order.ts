import type { BcfVersion } from '../model.js'

const splitNames = (text: string): readonly string[] => text.split(/\s+/)
const history = 'CreationDate CreationAuthor ModifiedDate ModifiedAuthor'

/** Children of a `Topic` in schema order, by version. */
export const topicChildren: Readonly<Record<BcfVersion, readonly string[]>> = {
  '2.0': splitNames(`ReferenceLink Title Priority Index Labels ${history} AssignedTo Description BimSnippet
    DocumentReferences RelatedTopics`),
  '2.1':
    splitNames(`ReferenceLink Title Priority Index Labels ${history} DueDate AssignedTo Stage Description BimSnippet
    DocumentReference RelatedTopic`),
  '3.0':
    splitNames(`ReferenceLinks Title Priority Index Labels ${history} DueDate AssignedTo Stage Description BimSnippet
    DocumentReferences RelatedTopics Comments Viewpoints`),
}

const newComment = splitNames('Date Author Comment Viewpoint ModifiedDate ModifiedAuthor')

/** Children of a `Comment` in schema order, by version. */
export const commentChildren: Readonly<Record<BcfVersion, readonly string[]>> = {
  '2.0': splitNames(
    'VerbalStatus Status Date Author Comment Topic Viewpoint ReplyToComment ModifiedDate ModifiedAuthor',
  ),
  '2.1': newComment,
  '3.0': newComment,
}

/** Children of an entry of the viewpoint list in schema order, by version. */
export const viewpointChildren: Readonly<Record<BcfVersion, readonly string[]>> = {
  '2.0': ['Viewpoint', 'Snapshot'],
  '2.1': ['Viewpoint', 'Snapshot', 'Index'],
  '3.0': ['Viewpoint', 'Snapshot', 'Index'],
}
