import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import type { IgesFile } from './iges-file.js'
import type { KernelResult } from './kernel-job.js'
import type { PushedModel } from './push-model.js'
import type { SceneWriter } from './scene-writer.js'
import type { Wireframe } from './wireframe.js'

const maxNamedElements = 100

/** Input of the report. */
export interface ReportSource {
  readonly file: IgesFile
  readonly kernel: KernelResult | null
  readonly wireframe: Wireframe
  readonly writer: SceneWriter
  readonly pushed: PushedModel
}

/** Creates the report: what was read, what is missing and why, and other notes for the user. */
export function makeReport(source: ReportSource): ReadReport {
  const { wireframe, writer, pushed } = source
  const skipped = listSkipped(source)
  const findings = listFindings(source)
  const counts = {
    surfaces: pushed.shapes,
    faces: pushed.faces,
    curves: wireframe.curves,
    points: wireframe.points,
    triangles: writer.triangles,
  }
  return {
    status: readStatus({ skipped, findings }),
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    skipped,
    findings,
    missingCompanions: [],
  }
}

function listSkipped({ file, kernel, wireframe, pushed }: ReportSource): Skipped[] {
  const missing = facesExpected(file) - pushed.faces
  const reason = kernel?.kind === 'failed' ? kernel.reason : 'not-tessellated'
  const elements = wireframe.unread.slice(0, maxNamedElements).map((number) => `${number}`)
  const all: Skipped[] = [
    ...(missing > 0 ? [{ kind: 'face', reason, count: missing }] : []),
    { kind: 'curve', reason: 'damaged', count: wireframe.unread.length, elements },
  ]
  return all.filter(({ count }) => count > 0)
}

const faceTypes = new Set([143, 144, 510])

/** Counts trimmed surfaces and faces of solids; more may be shown where a subfigure has several instances. */
function facesExpected(file: IgesFile): number {
  return file.entities.filter(({ type, isBlanked }) => faceTypes.has(type) && !isBlanked).length
}

function listFindings({ file, wireframe, writer }: ReportSource): Finding[] {
  const [x, y, z] = writer.origin
  const isFar = x !== 0 || y !== 0 || z !== 0
  return [
    ...(file.isCut ? [{ code: 'file-ends-early', severity: 'warning' } as const] : []),
    ...(file.global.unit === null ? [{ code: 'unit-missing-millimetres', severity: 'warning' } as const] : []),
    ...(wireframe.annotations > 0
      ? [{ code: 'texts-not-drawn', severity: 'information', details: { count: wireframe.annotations } } as const]
      : []),
    ...(isFar ? [{ code: 'far-from-origin', severity: 'information', details: { x, y, z } } as const] : []),
  ]
}
