import { describe, expect, it } from 'vitest'
import { describeSummary, createSummary, type Summary } from './summary.js'

const summary: Summary = {
  status: 'partial',
  reader: 'ifc',
  nodes: 1,
  elements: null,
  meshes: 1,
  instances: 2,
  triangles: 1200,
  placedTriangles: 2400,
  lines: 3,
  sheets: 1,
  skipped: [{ kind: 'IfcWall', reason: 'no-geometry', count: 4 }],
  findings: [{ code: 'unit-assumed', severity: 'information', details: { unit: 'mm' } }],
  bytes: 4321,
  milliseconds: 1234,
}

describe('describeSummary', () => {
  it('prints status, counts, skipped elements, findings and package size', () => {
    expect(describeSummary(summary)).toBe(
      [
        'Read in part by the ifc reader in 1.2 s.',
        '1 element, 2 instances of 1 mesh.',
        '1,200 triangles, 2,400 triangles as placed.',
        '3 lines.',
        '1 sheet.',
        'Not shown: 4 IfcWall (no-geometry).',
        'Note: unit-assumed (unit mm).',
        'Package: 4,321 bytes.',
      ].join('\n'),
    )
  })

  it('separates elements with geometry from tree nodes, and skipped metadata from skipped elements', () => {
    const skipped = [{ kind: 'properties', reason: 'damaged', count: 2 }]
    const text = describeSummary({ ...summary, status: 'complete', nodes: 92, elements: 83, skipped })
    expect(text).toContain('Read completely by the ifc reader')
    expect(text).toContain('83 elements with geometry, 92 in the tree, 2 instances of 1 mesh.')
    expect(text).toContain('Note: 2 properties (damaged).')
  })

  it('states why the translation failed', () => {
    const failed = createSummary({ ok: false, failure: { code: 'encrypted' } }, 900)
    expect(failed).toMatchObject({ status: 'failed', reader: null, nodes: 0, milliseconds: 900 })
    expect(describeSummary(failed)).toBe(
      'Failed after 0.9 s: The file is password-protected. Save it without a password and upload it again.',
    )
  })
})
