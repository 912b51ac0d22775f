import { isDeepStrictEqual } from 'node:util'
import { type BcfFile, type BcfTopic, findTopicFile } from '@kamar/bcf'
import { Markup, SheetViewState, TopicAnchor } from '@kamar/contracts'
import { z } from 'zod'

/** File in the folder of a topic with its place and views on sheets, for which BCF has no fields. */
const fileName = 'kamar.json'
const maxBytes = 8 * 1024 ** 2

const SheetData = z.object({
  version: z.literal(1),
  /** Place of the topic on a sheet. */
  anchor: TopicAnchor.refine(({ sheet }) => sheet !== undefined, { message: 'is on no sheet' }).nullable(),
  /** Views of sheets by the guids of their viewpoints. */
  viewpoints: z.record(z.string(), z.object({ sheet: SheetViewState, markup: Markup })),
})
type SheetData = z.infer<typeof SheetData>

const noSheets: SheetData = { version: 1, anchor: null, viewpoints: {} }

/** Place and views on sheets of a topic that was read. */
export interface ReadSheets {
  readonly data: SheetData
  /** Whether there is a file that cannot be read; it is ignored. */
  readonly isDamaged: boolean
}

/** Reads the place and the views on sheets of a topic. */
export function readSheets(topic: BcfTopic): ReadSheets {
  const file = findTopicFile(topic, fileName)
  if (!file) return { data: noSheets, isDamaged: false }
  const data = file.content.byteLength > maxBytes ? null : parseData(file.content)
  return { data: data ?? noSheets, isDamaged: data === null }
}

function parseData(content: Uint8Array): SheetData | null {
  try {
    return SheetData.safeParse(JSON.parse(Buffer.from(content).toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** What a stored topic states about sheets. */
interface TopicOnSheets {
  readonly guid: string
  readonly anchor: TopicAnchor | null
  /** Guids that the import omitted; that of the topic where the file does not have its sheets. */
  readonly omitted: readonly string[]
  readonly viewpoints: readonly {
    readonly guid: string
    readonly markup: Markup
    readonly state: { readonly sheet?: SheetViewState | undefined }
  }[]
}

/** Returns the file with the place and the views on sheets, unless the archive that the topic was read from has them. */
export function writeSheets(stored: TopicOnSheets, read: BcfTopic | null): BcfFile[] {
  const previous = read ? readSheets(read).data : noSheets
  const data = collectSheets(stored, previous)
  if (isDeepStrictEqual(data, previous)) return []
  return [{ name: fileName, content: Buffer.from(`${JSON.stringify(data, null, 2)}\n`) }]
}

function collectSheets({ anchor, guid, omitted, viewpoints }: TopicOnSheets, previous: SheetData): SheetData {
  // What the import omitted, because the file does not have the sheet, is exported again.
  const base = omitted.includes(guid) ? previous : noSheets
  const guids = new Set(viewpoints.map((viewpoint) => viewpoint.guid))
  const omittedViews = Object.entries(base.viewpoints).filter(([viewpointGuid]) => guids.has(viewpointGuid))
  const storedViews = viewpoints.flatMap(({ guid: viewpointGuid, markup, state: { sheet } }) =>
    sheet ? [[viewpointGuid, { sheet, markup }] as const] : [],
  )
  return {
    version: 1,
    anchor: anchor?.sheet ? anchor : base.anchor,
    viewpoints: Object.fromEntries([...omittedViews, ...storedViews]),
  }
}
