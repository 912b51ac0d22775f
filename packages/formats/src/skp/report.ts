import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import type { PushedModel } from './scene/model-writer.js'
import type { SketchUpModel } from './model.js'

/** Result of writing the scenes. */
export interface PushedScenes {
  /** Number of scenes that are unsupported, have an unusable camera, or exceed the limit. */
  readonly omitted: number
  /** Number of scenes shown with all of the model, although they hide part of it. */
  readonly scenesWithHiddenObjects: number
}

/** Input of the report. */
export interface ReportSource {
  readonly model: SketchUpModel
  readonly pushed: PushedModel
  readonly triangles: number
  readonly instances: number
  readonly origin: Vector
  readonly views: PushedScenes
  readonly textureFindings: readonly Finding[]
}

const program = 'SketchUp'

/** Builds the report: what was read, what is not shown and why, and notes for the user. */
export function makeReport(source: ReportSource): ReadReport {
  const { instances, pushed, triangles } = source
  const skipped = listSkipped(source)
  const elements = countElements(source, skipped)
  const findings = listFindings(source, elements)
  const { components, dimensions, faces, guides, looseEdges, texts } = pushed
  const counts = { components, faces, edges: looseEdges, guides, dimensions, texts, triangles, instances }
  return {
    status: readStatus({ skipped, findings }),
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    skipped,
    findings,
    missingCompanions: [],
    elements,
  }
}

function listSkipped({ model, pushed }: ReportSource): Skipped[] {
  const rows = (kind: string, faults: ReadonlyMap<string, number>): Skipped[] =>
    [...faults].map(([reason, count]) => ({ kind, reason, count }))
  const missed = new Map(model.missed)
  for (const [kind, count] of pushed.missed) missed.set(kind, (missed.get(kind) ?? 0) + count)
  return [
    ...rows('face', pushed.faceFaults),
    ...(pushed.lostEdges > 0 ? [{ kind: 'edge', reason: 'not-a-number', count: pushed.lostEdges }] : []),
    ...rows('instance', pushed.placedFaults),
    ...(pushed.lostDimensions > 0 ? [{ kind: 'dimension', reason: 'not-drawn', count: pushed.lostDimensions }] : []),
    ...(pushed.lostTexts > 0 ? [{ kind: 'text', reason: 'not-drawn', count: pushed.lostTexts }] : []),
    ...[...missed].map(([kind, count]) => ({ kind, reason: 'not-understood', count })),
  ]
}

/** Records whose loss only changes an element; a material or a tag is not an element. */
const noElements: ReadonlySet<string> = new Set(['material', 'layer', 'relation', 'vertex', 'guide'])

type Elements = NonNullable<ReadReport['elements']>

function countElements({ pushed }: ReportSource, skipped: readonly Skipped[]): Elements {
  const { dimensions, lostDimensions, lostTexts, texts } = pushed
  const annotations = dimensions + lostDimensions + texts + lostTexts
  const readCount = pushed.faces + pushed.looseEdges + pushed.lostEdges + pushed.instances + annotations
  const unread = (reason: (skipped: Skipped) => boolean): number =>
    skipped.reduce((sum, row) => sum + (reason(row) && !noElements.has(row.kind) ? row.count : 0), 0)
  const total = readCount + unread(({ reason }) => reason === 'not-understood')
  return { shown: total - unread(() => true), total }
}

function listFindings(
  { origin, pushed, textureFindings, views }: ReportSource,
  { shown: shownCount, total }: Elements,
): Finding[] {
  const [x, y, z] = origin
  const isFar = x !== 0 || y !== 0 || z !== 0
  const severity = shownCount < total ? 'warning' : 'information'
  return [
    { code: 'opened-without-program', severity, details: { program, shown: shownCount, total } },
    { code: 'check-dimensions', severity: 'warning', details: { program } },
    ...textureFindings,
    ...counted('face-camera-as-saved', pushed.turning),
    ...counted('guides-left-out', pushed.lostGuides),
    ...counted('screen-texts-as-properties', pushed.screenTexts),
    ...counted('section-planes-left-out', pushed.sectionPlanes),
    ...counted('saved-views-left-out', views.omitted),
    ...counted('saved-views-whole', views.scenesWithHiddenObjects),
    ...counted('blocks-not-placed', pushed.notPlaced),
    ...(isFar ? [{ code: 'far-from-origin', severity: 'information', details: { x, y, z } } as const] : []),
  ]
}

const counted = (code: string, count: number): Finding[] =>
  count > 0 ? [{ code, severity: 'information', details: { count } }] : []
