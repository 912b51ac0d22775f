import type { Finding, ReadReport, Skipped } from '@kamar/core'
import type { IgesFile } from './iges-file.js'
import type { KernelResult } from './kernel-job.js'
import type { PushedModel } from './push-model.js'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { Wireframe } from './wireframe.js'
import {
  buildReport,
  positiveCounts,
  warning,
  findingIf,
  countedFinding,
  farFromOriginFinding,
  maxNamedElements,
} from '../kit/report.js'

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
  return buildReport({ counts: positiveCounts(counts), skipped, findings })
}

function listSkipped({ file, kernel, wireframe, pushed }: ReportSource): Skipped[] {
  const reason = kernel?.kind === 'failed' ? kernel.reason : 'not-tessellated'
  const elements = wireframe.unread.slice(0, maxNamedElements).map((number) => `${number}`)
  return [
    { kind: 'face', reason, count: facesExpected(file) - pushed.faces },
    { kind: 'curve', reason: 'damaged', count: wireframe.unread.length, elements },
  ]
}

const faceTypes = new Set([143, 144, 510])

/** Counts trimmed surfaces and faces of solids; more may be shown where a subfigure has several instances. */
function facesExpected(file: IgesFile): number {
  return file.entities.filter(({ type, isBlanked }) => faceTypes.has(type) && !isBlanked).length
}

function listFindings({ file, wireframe, writer }: ReportSource): Finding[] {
  return [
    ...findingIf(file.isCut, warning('file-ends-early')),
    ...findingIf(file.global.unit === null, warning('unit-missing-millimetres')),
    ...countedFinding('texts-not-drawn', wireframe.annotations),
    ...farFromOriginFinding(writer.origin),
  ]
}
