import { anchorTarget, dimensionOf, fontOf, textOf, usualFont, type Held } from '../annotation.js'
import { Misread, unlessMisread } from '../../shared/records/misread.js'
import type { Anchor, Dimension, Drawn, Font, LeaderText, Placed } from '../model.js'
import { idOf } from './entity-id.js'
import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** Placed objects in one another that an anchor leads through. */
const mostPlaced = 64

/** What the records of texts and dimensions name. */
export interface AnnotationContext {
  readonly fonts: ReadonlyMap<number, Font>
  drawn(record: Tagged): Drawn
  /** What an id stands for in the component that these placed objects lead to; null where they lead nowhere. */
  held(id: number, path: readonly number[]): { readonly held: Held; readonly path: readonly Placed[] } | null
}

/** The fonts of a model by their ids. */
export function readFonts(root: Tagged): Map<number, Font> {
  const fonts = new Map<number, Font>()
  const list = unlessMisread(() => root.path(tags.fonts, tags.fontList, tags.fontItems)?.children ?? []) ?? []
  for (const record of list.filter(({ tag }) => tag === tags.font)) {
    unlessMisread(() => {
      const usesHeight = record.required(tags.fontUsesHeight).u8 !== 0
      const [height] = record.required(tags.fontHeight).numbers(1)
      fonts.set(idOf(record), fontOf(record.required(tags.fontPoints).u32, usesHeight, height))
    })
  }
  return fonts
}

/** A dimension between two places; null for one of a circle or an arc, and for one that is not understood. */
export function readDimension(record: Tagged, context: AnnotationContext): Dimension | null {
  if (record.tag !== tags.dimension) return null
  const head = record.required(tags.dimensionHead)
  return dimensionOf({
    ...context.drawn(head),
    text: head.required(tags.dimensionText).text,
    font: fontIn(head.child(tags.dimensionFont), context),
    arrow: head.required(tags.dimensionArrow).u32,
    isAligned: head.required(tags.dimensionIsAligned).u8 !== 0,
    start: readAnchor(record.required(tags.dimensionStart), context).anchor,
    end: readAnchor(record.required(tags.dimensionEnd), context).anchor,
    normal: record.required(tags.dimensionNormal).numbers(3),
    xAxis: record.required(tags.dimensionXAxis).numbers(3),
    along: record.required(tags.dimensionAlong).u32,
    offsetInches: record.required(tags.dimensionOffset).numbers(1)[0],
    textPosition: record.required(tags.dimensionTextPosition).u32,
  })
}

/** A text of the model, or what one of the screen says; null for one that is not understood. */
export function readText(record: Tagged, context: AnnotationContext): LeaderText | string | null {
  const { anchor, kind } = readAnchor(record.required(tags.textAnchor), context)
  return textOf({
    ...context.drawn(record),
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

const fontIn = (id: Tagged | null, { fonts }: AnnotationContext): Font => (id && fonts.get(id.id)) ?? usualFont

function readAnchor(around: Tagged, context: AnnotationContext): { kind: number; anchor: Anchor | null } {
  const record = around.required(tags.anchor)
  const kind = record.required(tags.anchorKind).u32
  const point = record.required(tags.anchorPoint).numbers(3)
  const hold = record.path(tags.anchorHeld, tags.held)
  const id = hold?.child(tags.heldId)
  const found = id ? context.held(id.id, idsOf(hold?.child(tags.heldPath)?.bytes)) : null
  const target = anchorTarget(kind, point, found?.held ?? { vertex: null, edge: null, face: null })
  return { kind, anchor: target && { target, path: found?.path ?? [] } }
}

/** Ids one after the other, each behind the count of its bytes. */
function idsOf(bytes: Uint8Array | undefined): number[] {
  const ids: number[] = []
  for (let at = 0; bytes !== undefined && at < bytes.length; at += 1 + bytes[at]) {
    if (ids.length === mostPlaced) throw new Misread('path', at)
    ids.push(bytes.subarray(at + 1, at + 1 + bytes[at]).reduceRight((id, byte) => id * 256 + byte, 0))
  }
  return ids
}
