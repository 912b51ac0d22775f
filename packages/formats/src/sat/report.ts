import type { ReadReport } from '@kamar/core'
import type { AcisModel } from '@kamar/codecs/acis'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { PushedBodies } from './push-bodies.js'
import { buildReport, positiveCounts, warning, findingIf, countedFinding, farFromOriginFinding } from '../kit/report.js'

/** Builds the report: what was read, what is missing and why, and notes for the user. */
export function makeReport(model: AcisModel, writer: SceneWriter, pushed: PushedBodies): ReadReport {
  const findings = [
    ...findingIf(model.isCut, warning('file-ends-early')),
    ...findingIf(model.unitMillimetres === null, warning('unit-missing-millimetres')),
    ...countedFinding('faces-missing', pushed.missingFaces, warning),
    ...countedFinding('face-colours-lost', pushed.uncoloured, warning),
    ...farFromOriginFinding(writer.origin),
  ]
  const counts = positiveCounts({ ...pushed.counts, triangles: writer.triangles })
  return buildReport({ counts, skipped: pushed.skipped.list, findings })
}
