import type { Finding, ReadReport, SourceTriangles } from '@kamar/scene'

/** Of a model without meshes. */
export const noTriangles: SourceTriangles = { triangles: 0, unusable: 0, withoutArea: 0, collapsed: 0, repeated: 0 }

/** The triangles of two models together. */
export const sumTriangles = (one: SourceTriangles, other: SourceTriangles): SourceTriangles => ({
  triangles: one.triangles + other.triangles,
  unusable: one.unusable + other.unusable,
  withoutArea: one.withoutArea + other.withoutArea,
  collapsed: one.collapsed + other.collapsed,
  repeated: one.repeated + other.repeated,
})

/** A report with the triangles of the source beside those of the package, and a finding about those that it does not hold. */
export function withTriangles(report: ReadReport, source: SourceTriangles, storedTriangles: number): ReadReport {
  if (source.triangles === 0) return report
  const { collapsed, repeated, triangles, unusable, withoutArea } = source
  const isLoss = collapsed + unusable > 0
  const finding: Finding = {
    code: 'triangles-left-out',
    severity: isLoss ? 'warning' : 'information',
    details: { withoutArea, repeated, collapsed, unusable },
  }
  return {
    ...report,
    counts: { ...report.counts, triangles: storedTriangles, sourceTriangles: triangles },
    findings: isLoss || withoutArea + repeated > 0 ? [...report.findings, finding] : report.findings,
  }
}
