import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import type { AcisModel } from '@kamar/codecs/acis'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { BodyError, PushedBodies } from './push-bodies.js'

const maxNamedElements = 100

/** Builds the report: what was read, what is missing and why, and notes for the user. */
export function makeReport(model: AcisModel, writer: SceneWriter, pushed: PushedBodies): ReadReport {
  const skipped = groupErrors(pushed.errors)
  const findings = listFindings(model, writer, pushed)
  const counts = { ...pushed.counts, triangles: writer.triangles }
  return {
    status: readStatus({ skipped, findings }),
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    skipped,
    findings,
    missingCompanions: [],
  }
}

function groupErrors(errors: readonly BodyError[]): Skipped[] {
  const groups = new Map<string, { kind: string; reason: string; count: number; elements: string[] }>()
  for (const { kind, reason, count, record } of errors) {
    const group = groups.get(`${kind} ${reason}`) ?? { kind, reason, count: 0, elements: [] }
    group.count += count
    if (group.elements.length < maxNamedElements) group.elements.push(`${record}`)
    groups.set(`${kind} ${reason}`, group)
  }
  return [...groups.values()]
}

function listFindings(model: AcisModel, writer: SceneWriter, pushed: PushedBodies): Finding[] {
  const [x, y, z] = writer.origin
  const isFar = x !== 0 || y !== 0 || z !== 0
  return [
    ...(model.isCut ? [warning('file-ends-early')] : []),
    ...(model.unitMillimetres === null ? [warning('unit-missing-millimetres')] : []),
    ...(pushed.missingFaces > 0 ? [warning('faces-missing', { count: pushed.missingFaces })] : []),
    ...(pushed.uncoloured > 0 ? [warning('face-colours-lost', { count: pushed.uncoloured })] : []),
    ...(isFar ? [{ code: 'far-from-origin', severity: 'information', details: { x, y, z } } as const] : []),
  ]
}

function warning(code: string, details?: Readonly<Record<string, number>>): Finding {
  return { code, severity: 'warning', ...(details ? { details } : {}) }
}
