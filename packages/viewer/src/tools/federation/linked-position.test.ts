import type { Finding } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { placementByLink } from './linked-position.js'
import { applyPlacement } from './placement.js'

const link: Finding = {
  code: 'linked-model-position',
  severity: 'information',
  details: { name: 'RE1.rvt', x: 10, y: 20, z: 3, rotationDegrees: 90 },
}
const createReport = (...findings: readonly Finding[]) => ({
  report: { status: 'complete' as const, counts: {}, skipped: [], findings, missingCompanions: [] },
})

describe('placementByLink', () => {
  it('rotates the linked model about its origin and moves it to the link position', () => {
    const placement = placementByLink({ label: 're1.RVT', origin: [100, 0, 0] }, createReport(link))
    expect(placement?.pivot).toEqual([100, 0, 0])
    expect(placement && applyPlacement(placement, [0, 0, 0])).toEqual([10, 20, 3])
    expect(placement && applyPlacement(placement, [1, 0, 2])).toEqual([10, 21, 5])
  })

  it.each([
    ['another file is linked', 'RE2.rvt', createReport(link)],
    ['the report states no link', 'RE1.rvt', createReport()],
    ['there is no report', 'RE1.rvt', { report: null }],
    ['the link has no finite numbers', 'RE1.rvt', createReport({ ...link, details: { name: 'RE1.rvt', x: 1 } })],
  ])('returns null when %s', (_, label, other) => {
    expect(placementByLink({ label, origin: [0, 0, 0] }, other)).toBeNull()
  })
})
