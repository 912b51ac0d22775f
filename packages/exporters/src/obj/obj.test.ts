import { describeExporter } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { exported } from '../testing/exported.js'
import { suiteOptions } from '../testing/suite-options.js'
import { sixVolumes, twoWalls } from '../testing/two-walls.js'
import { descriptor } from './descriptor.js'

describeExporter(descriptor, suiteOptions)

describe('OBJ export', () => {
  /** Returns the stored files of a zip, by their local headers. */
  const readFiles = (zip: Buffer): Map<string, string> => {
    const files = new Map<string, string>()
    for (let entry = 0; zip.readUInt32LE(entry) === 0x04034b50;) {
      const nameEnd = entry + 30 + zip.readUInt16LE(entry + 26)
      const start = nameEnd + zip.readUInt16LE(entry + 28)
      const end = start + zip.readUInt32LE(entry + 18)
      files.set(zip.toString('utf8', entry + 30, nameEnd), zip.toString('utf8', start, end))
      entry = end
    }
    return files
  }

  it('has an object for each visible element and a material file', async () => {
    const files = readFiles(await exported(twoWalls(), 'obj'))
    expect([...files.keys()]).toEqual(['model.obj', 'model.mtl'])
    const lines = files.get('model.obj')?.split('\n') ?? []
    expect(lines.filter((line) => line.startsWith('o '))).toEqual(['o North wall 1', 'o South wall 2'])
    expect(lines).toContain('mtllib model.mtl')
    const [used] = lines.filter((line) => line.startsWith('usemtl '))
    expect(files.get('model.mtl')).toContain(`newmtl ${used?.slice(7)}\nKd 0.7843 0.3922 0.1961\nd 0.502\n`)
  })

  it('has faces that enclose the volume of the walls', async () => {
    const lines =
      readFiles(await exported(twoWalls(), 'obj'))
        .get('model.obj')
        ?.split('\n') ?? []
    const points = lines.filter((line) => line.startsWith('v ')).map((line) => line.slice(2).split(' ').map(Number))
    const triangles = lines
      .filter((line) => line.startsWith('f '))
      .map((line) =>
        line
          .slice(2)
          .split(' ')
          .map((vertex) => points[Number(vertex.split('/')[0]) - 1] ?? []),
      )
    expect(triangles).toHaveLength(24)
    expect(sixVolumes(triangles) / 6).toBeCloseTo(2 * 4 * 0.5 * 3, 2)
    const heights = points.map(([, y = 0]) => y)
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(3, 3)
  })
})
