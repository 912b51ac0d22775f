import type { Finding, ReadReport, Skipped } from '@kamar/core'
import type { Textures } from '../kit/textures.js'
import { classOf, objectTypes } from './archive/object-types.js'
import type { ModelObject, RhinoModel } from './archive/read-model.js'
import type { PushedObjects } from './push-objects.js'
import type { RhinoSceneWriter } from './rhino-scene-writer.js'
import type { RhinoTree } from './tree.js'
import {
  SkipList,
  buildReport,
  positiveCounts,
  warning,
  findingIf,
  countedFinding,
  farFromOriginFinding,
} from '../kit/report.js'

/** Input of the report. */
export interface ReportSource {
  readonly model: RhinoModel
  readonly tree: RhinoTree
  readonly pushed: PushedObjects
  readonly writer: RhinoSceneWriter
  readonly textures: Pick<Textures, 'missing' | 'findings'>
  readonly isUnitStated: boolean
}

/** Creates the report: what was read, what is missing and why, and other notes for the user. */
export function makeReport(source: ReportSource): ReadReport {
  const { model, pushed, writer, textures } = source
  const counts = positiveCounts({
    objects: model.objects.length,
    layers: model.layers.size,
    blocks: model.blocks.size,
    ...pushed.counts,
    instances: writer.instances,
    triangles: writer.triangles,
  })
  const [skipped, findings] = [listSkipped(source), listFindings(source)]
  return buildReport({ counts, skipped, findings, missingCompanions: textures.missing })
}

/**
 * Object types that are not drawn and not part of the model: the report lists them, but they do not count as missing.
 */
const helpers: ReadonlySet<number> = new Set([objectTypes.light, objectTypes.clippingPlane, objectTypes.detail])

function listSkipped({ model, tree, pushed }: ReportSource): Skipped[] {
  const rows = new SkipList()
  const add = (object: ModelObject, reason: string): void =>
    rows.add(classOf(object.type), reason, { elements: [object.id] })
  for (const [object, reason] of pushed.failures) if (!helpers.has(object.type)) add(object, reason)
  for (const use of tree.brokenBlocks) add(use, 'block-missing')
  return [...rows.list, { kind: 'object', reason: 'damaged', count: model.damagedObjects }]
}

function listFindings({ model, tree, pushed, writer, textures, isUnitStated }: ReportSource): Finding[] {
  const count = (...types: readonly number[]): number =>
    model.objects.filter(({ type, isOnLayout }) => types.includes(type) && !isOnLayout).length
  return [
    ...findingIf(!isUnitStated, warning('unit-missing-millimetres')),
    ...countedFinding('faces-missing', pushed.missingFaces, warning),
    ...textures.findings,
    ...countedFinding('stored-meshes-used', pushed.cachedMeshes),
    ...countedFinding('lights-and-cameras', count(objectTypes.light)),
    ...countedFinding('clipping-planes-left-out', count(objectTypes.clippingPlane)),
    ...countedFinding('layouts-left-out', tree.onLayouts),
    ...countedFinding('blocks-not-placed', tree.blocksNotPlaced),
    ...farFromOriginFinding(writer.origin),
  ]
}
