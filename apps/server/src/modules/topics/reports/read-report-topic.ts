import { collaborationLimits as limits, type Language } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image'
import type { Kysely } from 'kysely'
import { readImageHeader } from '../../../platform/image-header.js'
import type { TopicOfFile } from '../all-topics/all-topics-list.js'
import { readAttachments } from '../attachments/attachment-rows.js'
import { toAssignee, toNamedUser, type TopicRow } from '../topic-rows.js'
import { readComments } from '../topic-detail.js'
import { reportMessages, translateWord } from './report-text.js'
import type { ReportComment, ReportTopic } from './report-topic.js'

/** Storage of topics, language of the reader, and whether the report has pictures. */
export interface ReportSource {
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
  readonly language: Language
  readonly hasImages: boolean
  /** Storeys of the elements, by topic id. */
  readonly storeys: ReadonlyMap<string, string>
}

const maxImages = 6
const imageQuality = 76

/** Reads a topic with everything that a report says about it. */
export async function readReportTopic(source: ReportSource, { row, topicContext }: TopicOfFile): Promise<ReportTopic> {
  const { database, language } = source
  const messages = reportMessages[language]
  const formats = createFormats(language)
  const comments = await readComments(database, topicContext, row)
  const attachments = await readAttachments(database, topicContext, row.id)
  const listed = comments.map(({ author, createdAt, text }): ReportComment => ({
    author: author.name,
    time: formats.time(createdAt),
    text,
  }))
  const { file } = topicContext
  return {
    number: row.number,
    values: {
      number: String(row.number),
      title: row.title,
      status: translateWord(row.status, messages),
      type: translateWord(row.type, messages),
      priority: translateWord(row.priority, messages),
      assignee: toAssignee(row)?.name ?? '',
      due: row.due_date ?? '',
      file: file.description,
      project: file.project_name,
      place: formatAnchor(row),
      storey: source.storeys.get(row.id) ?? '',
      labels: row.labels.join(', '),
      author: toNamedUser(row.author_id, row.author_now, row.author_name).name,
      created: formats.time(row.created_at.toISOString()),
      changed: formats.time(row.changed_at.toISOString()),
      description: row.description,
      comments: listed.map(({ author, text, time }) => `${author} (${time}): ${text}`).join('\n'),
      attachments: attachments.map(({ name }) => name).join(', '),
    },
    comments: listed,
    images: source.hasImages ? await readImages(source, row) : [],
  }
}

function createFormats(language: Language) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return { time: (value: string): string => `${format.format(new Date(value))} UTC` }
}

/** Formats the time of a report. */
export function formatReportTime(language: Language, now: Date): string {
  return createFormats(language).time(now.toISOString())
}

/** Formats the element and the coordinates of the place in the model. */
function formatAnchor({ anchor }: TopicRow): string {
  if (!anchor) return ''
  const { point, sourceId } = anchor as { readonly point: readonly number[]; readonly sourceId: string | null }
  const coordinates = point.map((value) => value.toFixed(2)).join(' / ')
  return sourceId === null ? coordinates : `${sourceId} (${coordinates})`
}

/** Reads the snapshots of views, then the photos, as JPEG. */
async function readImages({ blobs, database }: ReportSource, { id }: TopicRow): Promise<Uint8Array[]> {
  const views = await database
    .selectFrom('viewpoint')
    .select(['snapshot_blob as full', 'thumbnail_blob as small'])
    .where('topic_id', '=', id)
    .where('snapshot_blob', 'is not', null)
    .orderBy('id')
    .limit(maxImages)
    .execute()
  const photos = await database
    .selectFrom('topic_attachment')
    .select(['preview_blob as full', 'thumbnail_blob as small'])
    .where('topic_id', '=', id)
    .where('preview_blob', 'is not', null)
    .orderBy('id')
    .limit(maxImages)
    .execute()
  const stored = [...views, ...photos].slice(0, maxImages)
  const images = await Promise.all(stored.map((image) => readJpeg(blobs, image)))
  return images.filter((image) => image !== null)
}

interface StoredImage {
  readonly full: string | null
  readonly small: string | null
}

/** Returns null for an image whose bytes are missing: the report is complete without it. */
async function readJpeg(blobs: BlobStore, { full, small }: StoredImage): Promise<Uint8Array | null> {
  // Decoding is most of the time of a report: the thumbnail has a tenth of the pixels of a preview.
  const thumbnail = await readImage(blobs, small)
  const image = thumbnail?.isSharp ? thumbnail : await readImage(blobs, full)
  if (!image) return null
  const transformer = new Transformer(image.bytes)
  return (image.isLarge ? transformer.fastResize(imageSize) : transformer).jpeg(imageQuality)
}

const imageSize = {
  width: limits.thumbnailSidePixels,
  height: limits.thumbnailSidePixels,
  fit: ResizeFit.Inside,
  // Half the time of the other filters, with no visible difference at the size of a report.
  filter: FastResizeFilter.Bilinear,
}

async function readImage(blobs: BlobStore, sha256: string | null) {
  if (sha256 === null || (await blobs.stat(sha256)) === null) return null
  const chunks: Buffer[] = await (await blobs.open(sha256)).toArray()
  const bytes = Buffer.concat(chunks)
  const header = readImageHeader(bytes)
  if (!header) return null
  const sidePixels = Math.max(header.width, header.height)
  // Thumbnails of small images, and those of earlier versions of Kamar, are smaller.
  const isSharp = sidePixels >= limits.thumbnailSidePixels
  return { bytes, isSharp, isLarge: sidePixels > limits.thumbnailSidePixels }
}
