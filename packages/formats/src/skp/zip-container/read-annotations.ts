import { anchorTarget, toDimension, toFont, toText, defaultFont, type AnchorEntities } from '../annotation.js'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import type { Anchor, Dimension, DrawingElement, Font, LeaderText, ComponentInstance } from '../model.js'
import { readId } from './entity-id.js'
import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** Maximum depth of nested instances on the path of an anchor. */
const maxPathLength = 64

/** Objects that records of texts and dimensions refer to. */
export interface AnnotationContext {
  readonly fonts: ReadonlyMap<number, Font>
  drawingElement(record: Tagged): DrawingElement
  /** Returns the entities by id in the component at the end of an instance path; null for an invalid path. */
  entities(
    id: number,
    path: readonly number[],
  ): { readonly entities: AnchorEntities; readonly path: readonly ComponentInstance[] } | null
}

/** Reads the fonts of a model by id. */
export function readFonts(root: Tagged): Map<number, Font> {
  const fonts = new Map<number, Font>()
  const list = tryParse(() => root.path(tags.fonts, tags.fontList, tags.fontItems)?.children ?? []) ?? []
  for (const record of list.filter(({ tag }) => tag === tags.font)) {
    tryParse(() => {
      const usesHeight = record.required(tags.fontUsesHeight).u8 !== 0
      const [height] = record.required(tags.fontHeight).numbers(1)
      fonts.set(readId(record), toFont(record.required(tags.fontPoints).u32, usesHeight, height))
    })
  }
  return fonts
}

/** Reads a dimension between two points; returns null for one of a circle or an arc, and for an unsupported one. */
export function readDimension(record: Tagged, context: AnnotationContext): Dimension | null {
  if (record.tag !== tags.dimension) return null
  const header = record.required(tags.dimensionHeader)
  return toDimension({
    ...context.drawingElement(header),
    text: header.required(tags.dimensionText).text,
    font: fontIn(header.child(tags.dimensionFont), context),
    arrow: header.required(tags.dimensionArrow).u32,
    isAligned: header.required(tags.dimensionIsAligned).u8 !== 0,
    start: readAnchor(record.required(tags.dimensionStart), context).anchor,
    end: readAnchor(record.required(tags.dimensionEnd), context).anchor,
    normal: record.required(tags.dimensionNormal).numbers(3),
    xAxis: record.required(tags.dimensionXAxis).numbers(3),
    along: record.required(tags.dimensionAlong).u32,
    offsetInches: record.required(tags.dimensionOffset).numbers(1)[0],
    textPosition: record.required(tags.dimensionTextPosition).u32,
  })
}

/** Reads a model text, or the content of a screen text; returns null for an unsupported one. */
export function readText(record: Tagged, context: AnnotationContext): LeaderText | string | null {
  const { anchor, kind } = readAnchor(record.required(tags.textAnchor), context)
  return toText({
    ...context.drawingElement(record),
    text: record.required(tags.textContent).text,
    font: fontIn(record.child(tags.textFont), context),
    arrow: record.required(tags.textArrow).u32,
    anchor,
    anchorKind: kind,
    offset: record.required(tags.textOffset).numbers(3),
    viewDirection: record.required(tags.textViewDirection).numbers(3),
    leader: record.required(tags.textLeader).u32,
    isLeaderHidden: (record.child(tags.textLeaderHidden)?.u32 ?? 0) !== 0,
  })
}

const fontIn = (id: Tagged | null, { fonts }: AnnotationContext): Font => (id && fonts.get(id.id)) ?? defaultFont

function readAnchor(around: Tagged, context: AnnotationContext): { kind: number; anchor: Anchor | null } {
  const record = around.required(tags.anchor)
  const kind = record.required(tags.anchorKind).u32
  const point = record.required(tags.anchorPoint).numbers(3)
  const hold = record.path(tags.anchorEntity, tags.anchoredEntity)
  const id = hold?.child(tags.anchoredId)
  const anchored = id ? context.entities(id.id, readIds(hold?.child(tags.anchoredPath)?.bytes)) : null
  const target = anchorTarget(kind, point, anchored?.entities ?? { vertex: null, edge: null, face: null })
  return { kind, anchor: target && { target, path: anchored?.path ?? [] } }
}

/** Reads consecutive ids, each after its byte count. */
function readIds(bytes: Uint8Array | undefined): number[] {
  const ids: number[] = []
  for (let at = 0; bytes !== undefined && at < bytes.length; at += 1 + bytes[at]) {
    if (ids.length === maxPathLength) throw new MalformedRecordError('path', at)
    ids.push(bytes.subarray(at + 1, at + 1 + bytes[at]).reduceRight((id, byte) => id * 256 + byte, 0))
  }
  return ids
}
