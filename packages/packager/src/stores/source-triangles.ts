import type { Finding, ReadReport, SourceTriangles } from '@kamar/core'

/** Counts of a model without meshes. */
export const noTriangles: SourceTriangles = { triangles: 0, unusable: 0, withoutArea: 0, collapsed: 0, repeated: 0 }

/** Adds the triangle counts of two models. */
export const sumTriangles = (one: SourceTriangles, other: SourceTriangles): SourceTriangles => ({
  triangles: one.triangles + other.triangles,
  unusable: one.unusable + other.unusable,
  withoutArea: one.withoutArea + other.withoutArea,
  collapsed: one.collapsed + other.collapsed,
  repeated: one.repeated + other.repeated,
})

/** Adds the source's and the package's triangle counts to a report, and a finding about the missing ones. */
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
