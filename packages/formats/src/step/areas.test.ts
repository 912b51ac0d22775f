import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MeshInput, type PreparedMesh, memorySource } from '@kamar/core'
import { campaignOnly, createRecordedContext, samplesFolder } from '@kamar/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { lampFile } from './fixtures/lamp.js'
import { reader } from './reader.js'
import { encodeText } from './testing/parse-step.js'

// The largest samples take 8 s of CPU, which can be minutes on an overloaded machine.
vi.setConfig({ testTimeout: 300_000 })

/** Reads the meshes of a file in file order, as written by the reader. */
async function readMeshes(bytes: Uint8Array): Promise<PreparedMesh[]> {
  const { context, scene } = createRecordedContext()
  const meshes: PreparedMesh[] = []
  const addMesh = scene.addMesh.bind(scene)
  scene.addMesh = (mesh: MeshInput | PreparedMesh) => {
    if ('levels' in mesh) meshes.push(mesh)
    return addMesh(mesh)
  }
  await reader.read(memorySource('sample.stp', bytes), context)
  return meshes
}

const squareMillimetres = (meshes: readonly PreparedMesh[]): number =>
  meshes.reduce((sum, { area }) => sum + area * 1e6, 0)
const cubicMillimetres = (meshes: readonly PreparedMesh[]): number =>
  meshes.reduce((sum, { volume }) => sum + (volume ?? Number.NaN) * 1e9, 0)

/** Returns the relative difference of two numbers. */
const offBy = (one: number, other: number): number => Math.abs(one / other - 1)

describe('STEP mesh areas and volumes', () => {
  it('match the analytic values of the lamp', async () => {
    const [plate, foot, column, shade] = await readMeshes(encodeText(lampFile()))
    expect(squareMillimetres(plate ? [plate] : [])).toBeCloseTo(2 * (200 * 120 + 200 * 10 + 120 * 10), 3)
    expect(cubicMillimetres(foot ? [foot] : [])).toBeCloseTo(25.4 ** 3, 1)
    expect(offBy(squareMillimetres(column ? [column] : []), 29_688.05)).toBeLessThan(0.005)
    expect(cubicMillimetres(shade ? [shade] : [])).toBeCloseTo((160 * 160 * 120) / 3, 0)
  })

  const folder = samplesFolder()
  const sample = (file: string): Promise<PreparedMesh[]> =>
    readMeshes(Uint8Array.from(readFileSync(join(folder ?? '', file))))

  it
    .skipIf(!folder)
    .each<readonly [string, number, number, number]>([
      ['stp/ColoredBoxes.stp', 4, 9600, 4],
      ['stp/Ventilator.stp', 1, 16_907.6, 1],
      ['step/screw.step', 1, 1927.1, 1],
      ...campaignOnly<readonly [string, number, number, number]>(
        ['step/kicad_L_CommonMode_Toroid_Vertical_L30.5mm_W15.2mm_Px10.16mm_Py20.32mm_Bourns_8100.step', 2, 5620.3, 2],
        ['step/kicad_PQFP-256_28x28mm_P0.4mm.step', 1, 2482.3, 1],
      ),
    ])('match the kernel’s area of the exact shapes in %s', async (file, count, area, closed) => {
    const meshes = await sample(file)
    expect(meshes).toHaveLength(count)
    expect(offBy(squareMillimetres(meshes), area)).toBeLessThan(0.0025)
    expect(meshes.filter((mesh) => mesh.closed).length).toBeGreaterThanOrEqual(closed)
  })

  it.skipIf(!folder)('match the validation properties stated in as1-oc-214', async () => {
    const meshes = await sample('stp/as1-oc-214.stp')
    const expectedAreas = [
      [664.374, 747.025],
      [15_708.374, 6431.603],
      [17_037.134, 7925.652],
      [3200.717, 1562.79],
      [3865.094, 2309.815],
    ]
    const [nut] = meshes
    expect(meshes).toHaveLength(expectedAreas.length)
    expect(nut?.closed).toBe(true)
    // Some of the stated values are of assemblies; each part's value must approximate one of those of parts.
    const near = meshes.filter((mesh) =>
      expectedAreas.some(([volume = 0]) => offBy(cubicMillimetres([mesh]), volume) < 0.02),
    )
    expect(near.length).toBeGreaterThanOrEqual(2)
  })
})
