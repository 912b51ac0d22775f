import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { CompoundFile } from '@kamar/codecs/compound-file'
import { memorySource } from '@kamar/core'
import { channel } from './container/partition.js'
import { readRecord } from './container/read-record.js'
import { Pointer, type RecordObject } from './container/record-object.js'
import { meshFace } from './graphics/face-mesh.js'
import { readSurface } from './graphics/surfaces.js'
import { ProjectFile } from './project/project-file.js'

/** Feet; the numbers in the files have sixteen digits. */
const farthest = 3e-9

/** Measures the distances between an edge's points on its two surfaces. */
function measureGaps(edge: RecordObject): number[] {
  const faces = edge.list('m_pFace').map((value) => (value instanceof Pointer ? value.target : null))
  const [first, second] = faces.map((face) => face?.target('m_pSurf'))
  if (!first || !second) return []
  const surfaces = [readSurface(first), readSurface(second)]
  return edge.parts('m_interiorEdgePnts').map((point) => {
    const [a, b] = point.list('uv').map((pair, side) => {
      const [u, v] = Array.isArray(pair) ? pair.map(Number) : []
      return surfaces[side].at(u, v)
    })
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
  })
}

function geometriesBelow(node: RecordObject): RecordObject[] {
  if (node.className === 'Geometry') return [node]
  return node.has('m_subNodes') ? node.targets('m_subNodes').flatMap(geometriesBelow) : []
}

describe.skipIf(!samplesFolder())('Revit geometry in samples', () => {
  it.each([
    ['BBADT_test', 3879],
    ['DeleteWalls', 4024],
    ['Frederik91_Project1', 4098],
    ['RE1-Mechanical', 4600],
    ['RevitNative_clashtest', 3619],
  ])('has no damaged records, and edges on both of their surfaces, in %s', async (name, classes) => {
    const bytes = Uint8Array.from(readFileSync(join(samplesFolder() ?? '', `rvt/${name}.rvt`)))
    const project = await ProjectFile.open(await CompoundFile.open(memorySource(name, bytes)), 2 ** 30)
    expect(project?.schema.classCount).toBe(classes)
    if (!project) return
    const pause = (): Promise<void> => Promise.resolve()
    let [faces, gap] = [0, 0]
    for await (const records of project.records(channel.graphics, pause)) {
      for (const { body } of records) {
        if (body.length < 2) continue
        for (const geometry of geometriesBelow(readRecord(body, project.schema))) {
          for (const face of geometry.targets('m_pFaces')) faces += meshFace(face) ? 1 : 0
          gap = Math.max(gap, ...geometry.targets('m_pEdges').flatMap(measureGaps))
        }
      }
    }
    expect(project.damagedGroups).toBe(0)
    expect(faces).toBeGreaterThan(0)
    expect(gap).toBeLessThan(farthest)
  })
})
