import { describe, expect, it } from 'vitest'
import { createRecordedContext, RecordedSource } from '@kamar/test-kit'
import type { PointsInput } from '@kamar/core'
import { reader } from './reader.js'
import { encodeText, pushedMesh, read, square } from './testing/read.js'

describe('OBJ face reader', () => {
  it('resolves negative indices from the last vertex back', async () => {
    const { scene } = await read(`v 9 9 9\n${square}f -4 -3 -2 -1\n`)
    expect(scene.numbers.triangles).toBe(2)
    expect(scene.bounds).toEqual({ min: [0, 0, 0], max: [1, 0, 1] })
  })

  it('keeps the normals of the file, rotated to Z up', async () => {
    const pushed = await pushedMesh(`${square}vn 0 0 2\nf 1//1 2//1 3//1\n`)
    expect([...(pushed.normals ?? [])]).toEqual([0, -1, 0, 0, -1, 0, 0, -1, 0])
  })

  it('leaves normals to the mesh stage where a vertex has none or a zero or NaN one', async () => {
    expect((await pushedMesh(`${square}vn 0 0 1\nf 1//1 2//1 3\n`)).normals).toBeUndefined()
    expect((await pushedMesh(`${square}vn 0 0 0\nf 1//1 2//1 3//1\n`)).normals).toBeUndefined()
    expect((await pushedMesh(`${square}vn nan 0 1\nf 1//1 2//1 3//1\n`)).normals).toBeUndefined()
  })

  it('smooths within a smoothing group and keeps faces flat with smoothing off', async () => {
    const roof = 'v 0 0 0\nv 1 1 0\nv 2 0 0\nv 0 0 5\nv 1 1 5\nv 2 0 5\n'
    const faces = 'f 1 2 5 4\nf 2 3 6 5\n'
    const smooth = await pushedMesh(`${roof}s 1\n${faces}`)
    expect(smooth.positions.length / 3).toBe(6)
    const ridge = [0, 1, 2, 3, 4, 5].filter((vertex) => Math.abs(smooth.normals?.[3 * vertex + 2] ?? 0) > 0.999)
    expect(ridge).toHaveLength(2)
    const flat = await pushedMesh(`${roof}s off\n${faces}`)
    expect(flat.positions.length / 3).toBe(8)
    const groups = await pushedMesh(`${roof}s 1\nf 1 2 5 4\ns 2\nf 2 3 6 5\n`)
    expect(groups.positions.length / 3).toBe(8)
  })

  it('reads vertex colours from 0 to 1 and from 0 to 255, and white for the others', async () => {
    const colored = 'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0\nf 1 2 3\n'
    const expected = [255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 255, 255]
    expect([...((await pushedMesh(colored)).colors ?? [])]).toEqual(expected)
    const bytes = 'v 0 0 0 1 0 0\nv 1 0 0 255 128 0\nv 1 1 0 0 0 64\nf 1 2 3\n'
    expect([...((await pushedMesh(bytes)).colors ?? [])]).toEqual([1, 0, 0, 255, 255, 128, 0, 255, 0, 0, 64, 255])
    expect((await pushedMesh(`${square}f 1 2 3\n`)).colors).toBeUndefined()
    const weight = await pushedMesh('v 0 0 0 1\nv 1 0 0 1\nv 1 1 0 1\nf 1 2 3\n')
    expect(weight.colors).toBeUndefined()
  })

  it('keeps large coordinates exact near a stated origin', async () => {
    const far = 'v 4500000.25 120.5 -500000.75\nv 4500001.25 120.5 -500000.75\nv 4500000.25 121.5 -500000.75\nf 1 2 3\n'
    const { scene } = await read(`# units: m\n${far}`)
    expect(scene.bounds).toEqual({ min: [4500000.25, 500000.75, 120.5], max: [4500001.25, 500000.75, 121.5] })
    expect(Math.hypot(...scene.origin.map((value, axis) => value - (scene.bounds?.min[axis] ?? 0)))).toBeLessThan(2)
  })
})

describe('OBJ points', () => {
  it('take the colours of their vertices and skip indices out of range', async () => {
    const { context, scene } = createRecordedContext()
    const pushed: PointsInput[] = []
    const addPoints = scene.addPoints.bind(scene)
    scene.addPoints = (points) => {
      pushed.push(points)
      return addPoints(points)
    }
    const text = `v 1 2 3 1 0 0\nv 4 5 6 0 1 0\n${'v 0 0 0\n'.repeat(9)}v nan 0 0\np 1 2 -11\np 12\np 19\np\n`
    const report = await reader.read(new RecordedSource('model.obj', encodeText(text)), context)
    expect(pushed[0]?.colors).toEqual(Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255))
    expect(scene.numbers).toMatchObject({ points: 3, instances: 1 })
    expect(report.skipped).toEqual([
      { kind: 'point', reason: 'index-out-of-range', count: 2 },
      { kind: 'point', reason: 'too-few-corners', count: 1 },
    ])
  })
})

describe('OBJ reader', () => {
  it('draws lines and points and counts free-form elements as skipped', async () => {
    const { scene, report } = await read(
      `${square}l 1 2 3\nl 4/1 1/1\nf 1 2 3\np 1 2\ncstype bspline\ndeg 3\ncurv 0 1 1 2\nsurf 0 1 0 1 1 2\nend\ncall a.obj\n`,
    )
    expect(scene.numbers).toMatchObject({ lines: 3, points: 2, triangles: 1 })
    expect(report?.counts).toMatchObject({ points: 2 })
    expect(report?.status).toBe('partial')
    expect(report?.skipped).toEqual([
      { kind: 'curve', reason: 'free-form', count: 1 },
      { kind: 'surface', reason: 'free-form', count: 1 },
      { kind: 'call', reason: 'never-executed', count: 1 },
    ])
  })

  it('reads lines alone, and reports nothing to show without elements', async () => {
    expect((await read(`${square}l 1 2\n`)).scene.numbers).toMatchObject({ lines: 1, meshes: 0, instances: 1 })
    expect((await read(square)).failure?.code).toBe('nothing-to-show')
  })
})

describe('OBJ polygon faces', () => {
  const outline = (points: readonly (readonly [number, number])[]): string =>
    points.map(([x, y]) => `v ${x} ${y} 0\n`).join('') + `f ${points.map((_, at) => at + 1).join(' ')}\n`

  async function computeArea(text: string): Promise<number> {
    const { positions, indices } = await pushedMesh(text)
    let area = 0
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((side) => {
        const vertex = 3 * (indices[at + side] ?? 0)
        // Y up has become Z up: the outline is in x and z.
        return [positions[vertex] ?? 0, positions[vertex + 2] ?? 0] as const
      })
      if (a && b && c) area += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2
    }
    return area
  }

  it.each([
    [
      'an L shape',
      [
        [0, 0],
        [4, 0],
        [4, 1],
        [1, 1],
        [1, 3],
        [0, 3],
      ],
      6,
    ],
    [
      'a U shape',
      [
        [0, 0],
        [3, 0],
        [3, 2],
        [2, 2],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
      ],
      5,
    ],
    [
      'an arrowhead of four vertices',
      [
        [0, 0],
        [2, 1],
        [0, 2],
        [0.5, 1],
      ],
      1.5,
    ],
    [
      'a comb shape',
      [
        [0, 0],
        [5, 0],
        [5, 2],
        [4, 2],
        [4, 1],
        [3, 1],
        [3, 2],
        [2, 2],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
      ],
      8,
    ],
  ] as const)('triangulate %s without overlap', async (_, points, area) => {
    expect(await computeArea(outline(points))).toBeCloseTo(area, 5)
    expect(await computeArea(outline(points.toReversed()))).toBeCloseTo(-area, 5)
  })

  it('keep vertices that lie on an edge', async () => {
    const points = [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 2],
      [1, 2],
      [0, 2],
    ] as const
    expect(await computeArea(outline(points))).toBeCloseTo(4, 5)
  })

  it('count faces without area as skipped and keep the others', async () => {
    const { scene, report } = await read(`${square}f 1 2 3 4\nf 1 2 1 2 1\nf 1 2\nf 1\n`)
    expect(scene.numbers.triangles).toBe(2)
    expect(report?.status).toBe('partial')
    expect(report?.skipped.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(1)
  })
})

describe('OBJ indices', () => {
  it('count from the last vertex before the face, not of the file', async () => {
    const { scene } = await read('v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 5\nv 1 0 5\nv 0 1 5\nf -3 -2 -1\n')
    expect(scene.numbers.triangles).toBe(2)
    expect(scene.bounds).toEqual({ min: [0, -5, 0], max: [1, 0, 1] })
  })

  it('may be negative for positions, texture coordinates and normals together', async () => {
    const mesh = await pushedMesh(`${square}vt 0 0\nvn 0 0 1\nf -4/-1/-1 -3/-1/-1 -2/-1/-1\n`)
    expect([...mesh.indices]).toEqual([0, 1, 2])
    expect([...(mesh.normals ?? [])].map((value) => value + 0)).toEqual([0, -1, 0, 0, -1, 0, 0, -1, 0])
  })

  it.each(['f 1 2 9', 'f 0 1 2', 'f -9 1 2', 'f 1 2 x', 'f 1 2 4294967297'])(
    'skip only the face when they are out of range: %s',
    async (face) => {
      const { scene, report } = await read(`${square}${face}\nf 1 2 3\n`)
      expect(scene.numbers.triangles).toBe(1)
      expect(report?.status).toBe('partial')
    },
  )
})
