import type { Finding, ReadReport, Skipped } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import type { PushedShapes } from './push-shapes.js'
import type { PushedTree } from './push-tree.js'
import type { PushedViews } from './push-views.js'
import type { Model } from './read-model.js'
import {
  SkipList,
  buildReport,
  positiveCounts,
  warning,
  information,
  findingIf,
  countedFinding,
  farFromOriginFinding,
  proprietaryFindings,
} from '../kit/report.js'

/** A model and the result of writing it. */
export interface PushedModel {
  readonly model: Model
  readonly pushed: PushedShapes
  readonly tree: PushedTree
}

/** Input of the report. */
export interface ReportSource {
  readonly models: readonly PushedModel[]
  readonly triangles: number
  readonly instances: number
  readonly origin: Vector
  readonly isUnitStated: boolean
  readonly views: PushedViews
  /** Whether clash tests, selection sets or timelines are in the file. */
  readonly hasReviews: boolean
}

const sum = (models: readonly PushedModel[], of: (pushed: PushedShapes) => number): number =>
  models.reduce((total, { pushed }) => total + of(pushed), 0)

/** Creates the report: what was read, what is not shown and why, and other notes for the user. */
export function makeReport(source: ReportSource): ReadReport {
  const skipped = listSkipped(source)
  const elements = countElements(source)
  const findings = listFindings(source, elements)
  const { models, triangles, instances } = source
  const counts = {
    models: models.length > 1 ? models.length : 0,
    geometries: sum(models, ({ shapes }) => shapes),
    fragments: sum(models, ({ fragments }) => fragments),
    triangles,
    instances,
  }
  return buildReport({ counts: positiveCounts(counts), skipped, findings, elements })
}

function listSkipped({ models }: ReportSource): Skipped[] {
  const rows = new SkipList()
  for (const { pushed, tree } of models)
    for (const [reason, { count, paths }] of pushed.faults)
      rows.add('fragment', reason, { count, elements: [...paths].map((path) => tree.elementAt(path).sourceId) })
  const unreadableCount = models.reduce(
    (all, { model }) => all + (model.separateAttributes === null ? model.tree.separateCount || 1 : 0),
    0,
  )
  return [
    ...rows.list,
    { kind: 'tree', reason: 'not-understood', count: models.filter(({ model }) => !model.tree.isComplete).length },
    { kind: 'properties', reason: 'not-understood', count: unreadableCount },
  ]
}

type Elements = NonNullable<ReadReport['elements']>

function countElements({ models }: ReportSource): Elements {
  return {
    shown: sum(models, ({ visibleCount: shownCount }) => shownCount),
    total: sum(models, ({ elements }) => elements),
  }
}

function listFindings(source: ReportSource, elements: Elements): Finding[] {
  const { hasReviews, isUnitStated, models, origin, views } = source
  return [
    ...proprietaryFindings('Navisworks', elements),
    ...findingIf(!isUnitStated, warning('unit-missing')),
    ...countedFinding(
      'empty-shapes',
      sum(models, (pushed) => pushed.empty),
    ),
    ...countedFinding('saved-views', views.convertedCount),
    ...countedFinding('saved-views-left-out', views.omitted),
    ...countedFinding('saved-views-uncut', views.cut),
    ...countedFinding('movements-left-out', views.animations),
    ...findingIf(hasReviews, information('reviews-left-out')),
    ...farFromOriginFinding(origin),
  ]
}
