import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from '@kamar/derivatives/test-support'
import { PackageReader } from '@kamar/view-package/package-reader'
import { writeExport } from '../write-export.js'

/** Creates a wall, the same wall mirrored and three metres away, and a hidden space around both. */
function twoWalls(): WrittenPackage {
  const viewPackage = new WrittenPackage()
  viewPackage.addRoot()
  const mesh = viewPackage.writer.addMesh(boxMesh(4, 0.5, 3))
  const material = viewPackage.writer.addMaterial({
    name: 'brick',
    color: [200 / 255, 100 / 255, 50 / 255],
    opacity: 128 / 255,
  })
  const add = (name: string, placement: ReturnType<typeof at>, hidden = false): void => {
    const node = viewPackage.writer.addNode({ parent: 0, name, class: 'IfcWall', sourceId: '', hidden })
    if (mesh !== null) viewPackage.writer.addInstance({ node, mesh, placement, material })
  }
  add('North\nwall', at(0, 0, 0))
  add('South wall', [1, 0, 0, 0, -1, 0, 0, 0, 1, 0, -3, 0])
  add('Space', at(0, 0, 0), true)
  return viewPackage
}

async function exported(
  kind: 'obj' | 'stl',
  viewPackage = twoWalls(),
  objectIds: readonly number[] | null = null,
): Promise<Buffer> {
  await viewPackage.writer.finish(plainReport)
  const model = await PackageReader.open(viewPackage.manifest(), async (path) => viewPackage.stored(path), objectIds)
  const chunks: Uint8Array[] = []
  for await (const chunk of writeExport(kind, model, () => undefined)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Point = readonly number[]

/** Computes six times the enclosed volume; negative when triangles face inwards. */
function sixVolumes(triangles: readonly (readonly Point[])[]): number {
  return triangles.reduce((sum, [a = [], b = [], c = []]) => {
    const [ax = 0, ay = 0, az = 0] = a
    const [bx = 0, by = 0, bz = 0] = b
    const [cx = 0, cy = 0, cz = 0] = c
    return sum + ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }, 0)
}

describe('STL export', () => {
  const parseTriangles = (stl: Buffer): Point[][] =>
    Array.from({ length: stl.readUInt32LE(80) }, (_, triangle) =>
      [0, 1, 2].map((vertex) =>
        [0, 1, 2].map((axis) => stl.readFloatLE(84 + triangle * 50 + 12 + vertex * 12 + axis * 4)),
      ),
    )

  it('has the triangles of visible elements in millimetres', async () => {
    const stl = await exported('stl')
    expect(stl.toString('latin1', 0, 14)).toBe('Kamar UNITS=mm')
    expect(stl.readUInt32LE(80)).toBe(24)
    expect(stl.length).toBe(84 + 24 * 50)
    expect(sixVolumes(parseTriangles(stl)) / 6).toBeCloseTo(2 * 4000 * 500 * 3000, -7)
  })

  it('has the height of the model', async () => {
    const heights = parseTriangles(await exported('stl')).flatMap((vertices) => vertices.map(([, , z = 0]) => z))
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(3000, 0)
  })

  it('has no triangles for a model without triangles', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    expect(await exported('stl', viewPackage)).toHaveLength(84)
  })
})

describe('STL export of selected objects', () => {
  it.each([
    ['has the triangles of one wall', [3], 12],
    ['has what is below a chosen object, but nothing that is hidden', [1], 24],
    ['has a hidden object that was chosen itself', [4], 12],
    ['has an object once that is chosen with the one above it', [1, 3], 24],
  ])('%s', async (_, objectIds, triangles) => {
    expect((await exported('stl', twoWalls(), objectIds)).readUInt32LE(80)).toBe(triangles)
  })

  it.each([0, 5])('rejects the missing object %d', async (objectId) => {
    await expect(exported('stl', twoWalls(), [objectId])).rejects.toThrow(`there is no object ${objectId}`)
  })
})

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
    const files = readFiles(await exported('obj'))
    expect([...files.keys()]).toEqual(['model.obj', 'model.mtl'])
    const lines = files.get('model.obj')?.split('\n') ?? []
    expect(lines.filter((line) => line.startsWith('o '))).toEqual(['o North wall 1', 'o South wall 2'])
    expect(lines).toContain('mtllib model.mtl')
    const [used] = lines.filter((line) => line.startsWith('usemtl '))
    expect(files.get('model.mtl')).toContain(`newmtl ${used?.slice(7)}\nKd 0.7843 0.3922 0.1961\nd 0.502\n`)
  })

  it('has faces that enclose the volume of the walls', async () => {
    const lines =
      readFiles(await exported('obj'))
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
