import type { Finding, ReadReport, Skipped } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import type { PushedModel } from './scene/model-writer.js'
import type { SketchUpModel } from './model.js'
import {
  SkipList,
  buildReport,
  positiveCounts,
  countedFinding,
  farFromOriginFinding,
  proprietaryFindings,
} from '../kit/report.js'

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
  return buildReport({ counts: positiveCounts(counts), skipped, findings, elements })
}

function listSkipped({ model, pushed }: ReportSource): Skipped[] {
  const rows = new SkipList()
  const addAll = (kind: string, faults: ReadonlyMap<string, number>): void => {
    for (const [reason, count] of faults) rows.add(kind, reason, { count })
  }
  addAll('face', pushed.faceFaults)
  rows.add('edge', 'not-a-number', { count: pushed.lostEdges })
  addAll('instance', pushed.placedFaults)
  rows.add('dimension', 'not-drawn', { count: pushed.lostDimensions })
  rows.add('text', 'not-drawn', { count: pushed.lostTexts })
  for (const missed of [model.missed, pushed.missed])
    for (const [kind, count] of missed) rows.add(kind, 'not-understood', { count })
  return rows.list
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

function listFindings({ origin, pushed, textureFindings, views }: ReportSource, elements: Elements): Finding[] {
  return [
    ...proprietaryFindings(program, elements),
    ...textureFindings,
    ...countedFinding('face-camera-as-saved', pushed.turning),
    ...countedFinding('guides-left-out', pushed.lostGuides),
    ...countedFinding('screen-texts-as-properties', pushed.screenTexts),
    ...countedFinding('section-planes-left-out', pushed.sectionPlanes),
    ...countedFinding('saved-views-left-out', views.omitted),
    ...countedFinding('saved-views-whole', views.scenesWithHiddenObjects),
    ...countedFinding('blocks-not-placed', pushed.notPlaced),
    ...farFromOriginFinding(origin),
  ]
}
