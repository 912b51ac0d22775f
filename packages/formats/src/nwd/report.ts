import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import type { PushedShapes } from './push-shapes.js'
import type { PushedTree } from './push-tree.js'
import type { PushedViews } from './push-views.js'
import type { Model } from './read-model.js'

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
  return {
    status: readStatus({ skipped, findings }),
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    skipped,
    findings,
    missingCompanions: [],
    elements,
  }
}

const maxNamedElements = 100

function listSkipped({ models }: ReportSource): Skipped[] {
  const reasons = new Map<string, { count: number; elements: string[] }>()
  for (const { pushed, tree } of models) {
    for (const [reason, { count, paths }] of pushed.faults) {
      const entry = reasons.get(reason) ?? { count: 0, elements: [] }
      const ids = [...paths].map((path) => tree.elementAt(path).sourceId).filter((id) => id !== '')
      const listedIds = [...new Set([...entry.elements, ...ids])].slice(0, maxNamedElements)
      reasons.set(reason, { count: entry.count + count, elements: listedIds })
    }
  }
  const fragments = [...reasons].map(([reason, { count, elements }]) => ({
    kind: 'fragment',
    reason,
    count,
    ...(elements.length > 0 && { elements }),
  }))
  const trees = models.filter(({ model }) => !model.tree.isComplete).length
  const unreadableCount = models.reduce(
    (all, { model }) => all + (model.separateAttributes === null ? model.tree.separateCount || 1 : 0),
    0,
  )
  return [
    ...fragments,
    ...(trees > 0 ? [{ kind: 'tree', reason: 'not-understood', count: trees }] : []),
    ...(unreadableCount > 0 ? [{ kind: 'properties', reason: 'not-understood', count: unreadableCount }] : []),
  ]
}

type Elements = NonNullable<ReadReport['elements']>

function countElements({ models }: ReportSource): Elements {
  return {
    shown: sum(models, ({ visibleCount: shownCount }) => shownCount),
    total: sum(models, ({ elements }) => elements),
  }
}

function listFindings(source: ReportSource, { shown: shownCount, total }: Elements): Finding[] {
  const { hasReviews, isUnitStated, models, origin, views } = source
  const empty = sum(models, (pushed) => pushed.empty)
  const [x, y, z] = origin
  const isFar = x !== 0 || y !== 0 || z !== 0
  const severity = shownCount < total ? 'warning' : 'information'
  return [
    { code: 'opened-without-program', severity, details: { program: 'Navisworks', shown: shownCount, total } },
    { code: 'check-dimensions', severity: 'warning', details: { program: 'Navisworks' } },
    ...(isUnitStated ? [] : [{ code: 'unit-missing', severity: 'warning' } as const]),
    ...counted('empty-shapes', empty),
    ...counted('saved-views', views.convertedCount),
    ...counted('saved-views-left-out', views.omitted),
    ...counted('saved-views-uncut', views.cut),
    ...counted('movements-left-out', views.animations),
    ...(hasReviews ? [{ code: 'reviews-left-out', severity: 'information' } as const] : []),
    ...(isFar ? [{ code: 'far-from-origin', severity: 'information', details: { x, y, z } } as const] : []),
  ]
}

const counted = (code: string, count: number): Finding[] =>
  count > 0 ? [{ code, severity: 'information', details: { count } }] : []
