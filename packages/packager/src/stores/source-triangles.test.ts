import type { ReadReport } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { MeshStore } from './mesh-store.js'
import { sumTriangles, withTriangles } from './source-triangles.js'

const report: ReadReport = {
  status: 'complete',
  counts: { faces: 2 },
  skipped: [],
  findings: [],
  missingCompanions: [],
}
const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0)

function createReport(...meshes: readonly (readonly number[])[]): ReadReport {
  const store = new MeshStore()
  for (const indices of meshes) store.addMesh({ positions, indices: Uint32Array.from(indices) })
  return withTriangles(report, store.source, store.storedTriangles)
}

describe('report of a view package', () => {
  it('states the stored and the source triangles', () => {
    expect(createReport([0, 1, 2], [0, 1, 2])).toEqual({
      ...report,
      counts: { faces: 2, triangles: 2, sourceTriangles: 2 },
    })
  })

  it('is unchanged without triangles', () => {
    expect(createReport()).toBe(report)
  })

  it('states how many triangles have no area, even when their mesh is empty', () => {
    const { counts, findings } = createReport([0, 1, 2, 0, 1, 1], [2, 2, 2])
    expect(counts).toMatchObject({ triangles: 1, sourceTriangles: 3 })
    expect(findings).toEqual([
      {
        code: 'triangles-left-out',
        severity: 'information',
        details: { withoutArea: 2, repeated: 0, collapsed: 0, unusable: 0 },
      },
    ])
  })

  it('warns of unusable triangles', () => {
    const { findings } = createReport([0, 1, 2, 0, 1, 7])
    expect(findings).toMatchObject([{ severity: 'warning', details: { unusable: 1 } }])
  })
})

describe('triangles that were left out', () => {
  const source = { triangles: 20, unusable: 0, withoutArea: 0, collapsed: 0, repeated: 0 }

  it.each([
    ['unusable', 'warning'],
    ['collapsed', 'warning'],
    ['withoutArea', 'information'],
    ['repeated', 'information'],
  ] as const)('are reported by reason: %s is a %s', (reason, severity) => {
    const { findings, counts } = withTriangles(report, { ...source, [reason]: 3 }, 17)
    const details = { withoutArea: 0, repeated: 0, collapsed: 0, unusable: 0, [reason]: 3 }
    expect(findings).toEqual([{ code: 'triangles-left-out', severity, details }])
    expect(counts).toEqual({ faces: 2, triangles: 17, sourceTriangles: 20 })
  })

  it('follow the findings of the reader', () => {
    const finding = { code: 'font-replaced', severity: 'information', details: {} } as const
    const { findings } = withTriangles({ ...report, findings: [finding] }, { ...source, repeated: 1 }, 19)
    expect(findings.map(({ code }) => code)).toEqual(['font-replaced', 'triangles-left-out'])
  })

  it('are summed over meshes by reason', () => {
    const one = { triangles: 1, unusable: 2, withoutArea: 3, collapsed: 4, repeated: 5 }
    const other = { triangles: 10, unusable: 20, withoutArea: 30, collapsed: 40, repeated: 50 }
    expect(sumTriangles(one, other)).toEqual({
      triangles: 11,
      unusable: 22,
      withoutArea: 33,
      collapsed: 44,
      repeated: 55,
    })
  })
})
