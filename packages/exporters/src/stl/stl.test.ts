import { WrittenPackage } from '@kamar/packager/test-support'
import { describeExporter } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { exported } from '../testing/exported.js'
import { suiteOptions } from '../testing/suite-options.js'
import { type Point, sixVolumes, twoWalls } from '../testing/two-walls.js'
import { descriptor } from './descriptor.js'

describeExporter(descriptor, suiteOptions)

describe('STL export', () => {
  const parseTriangles = (stl: Buffer): Point[][] =>
    Array.from({ length: stl.readUInt32LE(80) }, (_, triangle) =>
      [0, 1, 2].map((vertex) =>
        [0, 1, 2].map((axis) => stl.readFloatLE(84 + triangle * 50 + 12 + vertex * 12 + axis * 4)),
      ),
    )

  it('has the triangles of visible elements in millimetres', async () => {
    const stl = await exported(twoWalls(), 'stl')
    expect(stl.toString('latin1', 0, 14)).toBe('Kamar UNITS=mm')
    expect(stl.readUInt32LE(80)).toBe(24)
    expect(stl.length).toBe(84 + 24 * 50)
    expect(sixVolumes(parseTriangles(stl)) / 6).toBeCloseTo(2 * 4000 * 500 * 3000, -7)
  })

  it('has the height of the model', async () => {
    const heights = parseTriangles(await exported(twoWalls(), 'stl')).flatMap((vertices) =>
      vertices.map(([, , z = 0]) => z),
    )
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(3000, 0)
  })

  it('has no triangles for a model without triangles', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    expect(await exported(viewPackage, 'stl')).toHaveLength(84)
  })
})

describe('STL export of selected objects', () => {
  it.each([
    ['has the triangles of one wall', [3], 12],
    ['has what is below a chosen object, but nothing that is hidden', [1], 24],
    ['has a hidden object that was chosen itself', [4], 12],
    ['has an object once that is chosen with the one above it', [1, 3], 24],
  ])('%s', async (_, objectIds, triangles) => {
    expect((await exported(twoWalls(), 'stl', objectIds)).readUInt32LE(80)).toBe(triangles)
  })

  it.each([0, 5])('rejects the missing object %d', async (objectId) => {
    await expect(exported(twoWalls(), 'stl', [objectId])).rejects.toThrow(`there is no object ${objectId}`)
  })
})
