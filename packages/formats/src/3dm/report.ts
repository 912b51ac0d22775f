import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import type { Textures } from '../kit/textures.js'
import { classOf, objectTypes } from './archive/object-types.js'
import type { ModelObject, RhinoModel } from './archive/read-model.js'
import type { PushedObjects } from './push-objects.js'
import type { RhinoSceneWriter } from './rhino-scene-writer.js'
import type { RhinoTree } from './tree.js'

const maxNamedElements = 100

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
  const skipped = listSkipped(source)
  const findings = listFindings(source)
  return {
    status: readStatus({ skipped, findings }),
    counts: countEntities(source),
    skipped,
    findings,
    missingCompanions: [...source.textures.missing],
  }
}

function countEntities({ model, pushed, writer }: ReportSource): Record<string, number> {
  const all = {
    objects: model.objects.length,
    layers: model.layers.size,
    blocks: model.blocks.size,
    ...pushed.counts,
    instances: writer.instances,
    triangles: writer.triangles,
  }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))
}

/**
 * Object types that are not drawn and not part of the model: the report lists them, but they do not count as missing.
 */
const helpers: ReadonlySet<number> = new Set([objectTypes.light, objectTypes.clippingPlane, objectTypes.detail])

function listSkipped({ model, tree, pushed }: ReportSource): Skipped[] {
  const groups = new Map<string, { kind: string; reason: string; count: number; elements: string[] }>()
  const add = (object: ModelObject, reason: string): void => {
    const kind = classOf(object.type)
    const group = groups.get(`${kind} ${reason}`) ?? { kind, reason, count: 0, elements: [] }
    group.count++
    if (group.elements.length < maxNamedElements) group.elements.push(object.id)
    groups.set(`${kind} ${reason}`, group)
  }
  for (const [object, reason] of pushed.failures) if (!helpers.has(object.type)) add(object, reason)
  for (const use of tree.brokenBlocks) add(use, 'block-missing')
  const damaged = model.damagedObjects
  return [...groups.values(), ...(damaged > 0 ? [{ kind: 'object', reason: 'damaged', count: damaged }] : [])]
}

function listFindings({ model, tree, pushed, writer, textures, isUnitStated }: ReportSource): Finding[] {
  const [x, y, z] = writer.origin
  const isFar = x !== 0 || y !== 0 || z !== 0
  const count = (...types: readonly number[]): number =>
    model.objects.filter(({ type, isOnLayout }) => types.includes(type) && !isOnLayout).length
  const counted = (code: string, amount: number, severity: Finding['severity'] = 'information'): Finding[] =>
    amount > 0 ? [{ code, severity, details: { count: amount } }] : []
  return [
    ...(isUnitStated ? [] : [{ code: 'unit-missing-millimetres', severity: 'warning' } as const]),
    ...counted('faces-missing', pushed.missingFaces, 'warning'),
    ...textures.findings,
    ...counted('stored-meshes-used', pushed.cachedMeshes),
    ...counted('lights-and-cameras', count(objectTypes.light)),
    ...counted('clipping-planes-left-out', count(objectTypes.clippingPlane)),
    ...counted('layouts-left-out', tree.onLayouts),
    ...counted('blocks-not-placed', tree.blocksNotPlaced),
    ...(isFar ? [{ code: 'far-from-origin', severity: 'information', details: { x, y, z } } as const] : []),
  ]
}
