import { mapAxes } from '@kamar/core/math'
import type { MeshInput } from '@kamar/core'
import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3, type BufferGeometry, type IUniform } from 'three'
import { describe, expect, it } from 'vitest'
import { planeFrame } from '../../engine/geometry/plane-frame.js'
import { cross, dot, normalize, subtract } from '../../engine/math/vector.js'
import type { InstanceShape, ModelGeometry } from '../../engine/model/model-geometry.js'
import { cutThrough, type CutPlane } from '../../engine/store/cut.js'
import type { Point } from '../../engine/types.js'
import { rounded } from '../../testing/rounded.js'
import { boxMesh, placedAt, testRandom } from '../../testing/shapes.js'
import { testShape } from '../../testing/test-shape.js'
import { writeDepths } from './cap-depths.js'
import { CapMesh } from './cap-mesh.js'
import { cutInstance, frameOfCut, instancesCut, keyOfCut, type PlaneCaps } from './cap-parts.js'
import { cutAreas } from './cut-areas.js'
import { hatch } from '../../engine/geometry/hatch.js'

type Color = readonly [number, number, number, number]

/** A model of one element per shape, in these colours; some are selected or hidden. */
function createGeometry(
  shapes: readonly InstanceShape[],
  options: { colors?: readonly Color[]; selected?: ReadonlySet<number>; hidden?: ReadonlySet<number> } = {},
): ModelGeometry {
  const spheres = Float32Array.from(
    shapes.flatMap(({ matrix }) => {
      // The boxes below are at most 4 m large, about the point of their middle quantisation step.
      const [a, b, c, x, d, e, f, y, g, h, i, z] = matrix
      const halfSteps = 32_500
      return [(a + b + c) * halfSteps + x, (d + e + f) * halfSteps + y, (g + h + i) * halfSteps + z, 4]
    }),
  )
  const geometry: Partial<ModelGeometry> = {
    count: shapes.length,
    spheres,
    getShape: (instance) => shapes[instance],
    elementOf: (instance) => instance,
    isShown: (instance) => options.hidden?.has(instance) !== true,
    isSolid: (instance) => shapes[instance].solid,
    isSelected: (instance) => options.selected?.has(instance) === true,
    getColor: (instance) => options.colors?.[instance] ?? [200, 200, 200, 1],
  }
  return geometry as ModelGeometry
}

const boxAt = (min: Point, max: Point, at: Point = [0, 0, 0], solid = true): InstanceShape =>
  testShape(boxMesh(min, max), placedAt(...at), solid)

function createCaps(geometry: ModelGeometry, cuts: readonly CutPlane[]): PlaneCaps[] {
  return cuts.map((cut) => {
    const frame = frameOfCut(cut)
    const parts = instancesCut(geometry, cut, cuts).map((instance) => cutInstance(geometry, instance, frame))
    return { frame, parts: parts.filter((part) => part !== null) }
  })
}

/** Triangles of a mesh of caps. */
const listTriangles = (geometry: BufferGeometry): Point[][] => {
  const { array } = geometry.getAttribute('position')
  const pointAt = (at: number): Point => [array[at], array[at + 1], array[at + 2]]
  return Array.from({ length: array.length / 9 }, (_, triangle) => [0, 3, 6].map((at) => pointAt(triangle * 9 + at)))
}
const computeArea = (triangles: readonly Point[][]): number =>
  triangles.reduce((sum, [a, b, c]) => sum + Math.hypot(...cross(subtract(b, a), subtract(c, a))) / 2, 0)

const level = cutThrough([0, 0, 1], [0, 0, -1])
const cube = boxAt([0, 0, 0], [2, 2, 2])

describe('parts of a cap', () => {
  it('have a frame in the plane, and a key that changes with the plane', () => {
    const tilted = cutThrough([1, 2, 3], normalize([1, -2, 2]))
    const frame = frameOfCut(tilted)
    expect(frame.offset).toBeCloseTo(tilted.offset, 12)
    expect(dot(frame.normal, frame.right)).toBeCloseTo(0, 12)
    expect(rounded(cross(frame.right, frame.up), 9)).toEqual(rounded(tilted.normal, 9))
    expect(keyOfCut(level)).toBe(keyOfCut({ ...level }))
    expect(keyOfCut(level)).not.toBe(keyOfCut({ ...level, offset: 1.001 }))
    expect(keyOfCut(level)).not.toBe(keyOfCut({ normal: [0, 0, 1], offset: 1 }))
  })

  it('come from visible instances that reach the plane and are not cut off by another, the largest first', () => {
    const spheres = Float32Array.of(0, 0, 1, 1, 0, 0, 5, 1, 0, 0, 1, 3, 9, 0, 1, 2, 0, 0, 2, 1)
    const geometry = { ...createGeometry([]), count: 5, spheres, isShown: (instance: number) => instance !== 4 }
    const keepsLeft: CutPlane = { normal: [-1, 0, 0], offset: 5 }
    expect(instancesCut(geometry as ModelGeometry, level, [level])).toEqual([2, 3, 0])
    // The sphere about x = 9 with a radius of 2 does not reach back to x = 5.
    expect(instancesCut(geometry as ModelGeometry, level, [level, keepsLeft])).toEqual([2, 0])
    // A sphere that touches the plane is included.
    const touching = cutThrough([0, 0, 6], [0, 0, 1])
    expect(instancesCut(geometry as ModelGeometry, touching, [touching])).toEqual([1])
  })

  it('have a fill, an outline of the corners alone and an area', () => {
    const part = cutInstance(createGeometry([cube]), 0, frameOfCut(level))
    expect(part?.area).toBeCloseTo(4, 3)
    expect([(part?.fill.length ?? 0) / 6, (part?.outline.length ?? 0) / 4]).toEqual([2, 4])
    const coordinates = new Set(rounded([...(part?.outline ?? [])], 2).map(Math.abs))
    expect(coordinates).toEqual(new Set([0, 2]))
    expect(cutInstance(createGeometry([cube]), 0, planeFrame([0, 0, 5], [0, 0, 1]))).toBeNull()
  })

  it('have an outline and neither fill nor area if the shape is not closed', () => {
    const sheet = boxAt([0, 0, 0], [2, 2, 2], [0, 0, 0], false)
    const part = cutInstance(createGeometry([sheet]), 0, frameOfCut(level))
    expect([part?.fill.length, part?.area, (part?.outline.length ?? 0) / 4]).toEqual([0, 0, 4])
  })
})

describe('areas of cuts', () => {
  it('sum the instances of an element on each plane', () => {
    const shapes = [cube, boxAt([0, 0, 0], [1, 1, 2], [5, 0, 0]), boxAt([0, 0, 0], [3, 1, 2], [0, 5, 0])]
    const geometry = { ...createGeometry(shapes), elementOf: (instance: number) => (instance === 2 ? 7 : 3) }
    const areas = cutAreas(geometry as ModelGeometry, [level], createCaps(geometry as ModelGeometry, [level]))
    expect(rounded([...areas])).toEqual([
      { element: 3, plane: 0, squareMetres: 5 },
      { element: 7, plane: 0, squareMetres: 3 },
    ])
  })

  it.each([7, 8, 9])('are those that each of two crossing planes leaves (seed %d)', (seed) => {
    const random = testRandom(seed)
    for (let round = 0; round < 20; round++) {
      const x = 0.2 + random() * 1.6
      const z = 0.2 + random() * 1.6
      const keepsLow = random() < 0.5
      const cuts = [cutThrough([0, 0, z], [0, 0, keepsLow ? -1 : 1]), cutThrough([x, 0, 0], [-1, 0, 0])]
      const geometry = createGeometry([cube])
      const areas = cutAreas(geometry, cuts, createCaps(geometry, cuts))
      const byPlane = [0, 1].map((plane) => areas.find((one) => one.plane === plane)?.squareMetres)
      expect(byPlane[0]).toBeCloseTo(2 * x, 3)
      expect(byPlane[1]).toBeCloseTo(2 * (keepsLow ? z : 2 - z), 3)
    }
  })
})

describe('the mesh of caps', () => {
  it('lies in its planes with the areas of the cuts', () => {
    const geometry = createGeometry([cube, boxAt([0, 0, 0], [1, 3, 2], [5, 0, 0])])
    const cuts = [level, cutThrough([0, 0.5, 0], [0, 1, 0])]
    const mesh = new CapMesh()
    mesh.show(geometry, cuts, createCaps(geometry, cuts))
    const triangles = listTriangles(mesh.fills.geometry)
    const onLevel = triangles.filter((points) => points.every(([, , z]) => Math.abs(z - 1) < 1e-3))
    const onSide = triangles.filter((points) => points.every(([, y]) => Math.abs(y - 0.5) < 1e-3))
    expect([computeArea(onLevel), computeArea(onSide)].map((area) => rounded(area, 2))).toEqual([7, 6])
    expect(onLevel.length + onSide.length).toBe(triangles.length)
    const { array } = mesh.fills.geometry.getAttribute('planeNumber')
    expect([...array]).toEqual([...Array(12).fill(0), ...Array(12).fill(1)])
    expect(mesh.triangles).toHaveLength(triangles.length * 9)
    expect([mesh.fills.visible, mesh.outlines.visible]).toEqual([true, true])
  })

  it('has the coordinates of the plane for the hatch, in metres', () => {
    const geometry = createGeometry([cube])
    const caps = createCaps(geometry, [level])
    const mesh = new CapMesh()
    mesh.show(geometry, [level], caps)
    const planePoints = mesh.fills.geometry.getAttribute('place').array
    const position = mesh.fills.geometry.getAttribute('position').array
    for (let vertex = 0; vertex < planePoints.length / 2; vertex++) {
      const point = mapAxes((axis) => position[vertex * 3 + axis])
      expect(planePoints[vertex * 2]).toBeCloseTo(dot(point, caps[0].frame.right), 5)
      expect(planePoints[vertex * 2 + 1]).toBeCloseTo(dot(point, caps[0].frame.up), 5)
    }
  })

  it('draws the smaller of two overlapping caps later', () => {
    const geometry = createGeometry([boxAt([0.5, 0.5, 0], [1, 1, 2]), cube])
    const mesh = new CapMesh()
    mesh.show(geometry, [level], createCaps(geometry, [level]))
    const areas = listTriangles(mesh.fills.geometry).map((triangle) => rounded(computeArea([triangle]), 2))
    expect(areas).toEqual([2, 2, 0.13, 0.13])
  })

  it('has a segment of the outline per side of the cut', () => {
    const geometry = createGeometry([cube])
    const mesh = new CapMesh()
    mesh.show(geometry, [level], createCaps(geometry, [level]))
    const outlines = mesh.outlines.geometry
    const [from, to] = [outlines.getAttribute('from').array, outlines.getAttribute('to').array]
    // Four vertices of a ribbon repeat the ends of their segment.
    const lengths = Array.from({ length: 16 }, (_, at) =>
      Math.hypot(...mapAxes((axis) => to[at * 3 + axis] - from[at * 3 + axis])),
    )
    expect(rounded(lengths, 2)).toEqual(lengths.map(() => 2))
    expect([...from].filter((_, at) => at % 3 === 2).map((z) => rounded(z, 2))).toEqual(lengths.map(() => 1))
    expect([...outlines.getAttribute('position').array].slice(0, 8)).toEqual([0, -1, 1, -1, 1, 1, 0, 1])
    expect([...(outlines.index?.array ?? [])].slice(6, 12)).toEqual([4, 5, 6, 4, 6, 7])
    expect(outlines.index?.count).toBe(24)
  })

  it('tests caps against other planes only if there are several', () => {
    const geometry = createGeometry([cube])
    const mesh = new CapMesh()
    const listDefines = (): string[] =>
      [mesh.fills, mesh.outlines, mesh.selected].flatMap(({ material }) => Object.keys(material.defines))
    mesh.show(geometry, [level], createCaps(geometry, [level]))
    expect(listDefines()).toEqual([])
    const cuts = [level, cutThrough([1, 0, 0], [1, 0, 0])]
    mesh.show(geometry, cuts, createCaps(geometry, cuts))
    expect(listDefines()).toEqual(['SEVERAL_PLANES', 'SEVERAL_PLANES', 'SEVERAL_PLANES'])
    mesh.show(geometry, [level], createCaps(geometry, [level]))
    expect(listDefines()).toEqual([])
  })

  it('has the colour of each element and the hatch of its material', () => {
    const colors: Color[] = [
      [180, 70, 50, 1],
      [90, 150, 230, 1],
    ]
    const geometry = createGeometry([cube, boxAt([0, 0, 0], [1, 1, 2], [5, 0, 0])], { colors })
    const mesh = new CapMesh()
    mesh.show(geometry, [level], createCaps(geometry, [level]))
    const readTints = (): number[][] => {
      const { array } = mesh.fills.geometry.getAttribute('tint')
      return [0, 6].map((vertex) => [...array.slice(vertex * 4, vertex * 4 + 4)])
    }
    expect(readTints()).toEqual([
      [180, 70, 50, hatch.masonry],
      [90, 150, 230, hatch.glass],
    ])
    colors[0] = [200, 200, 200, 1]
    mesh.tint(geometry)
    expect(readTints()[0]).toEqual([200, 200, 200, hatch.concrete])
  })

  it('repeats the fills of selected elements for the mask of the selection', () => {
    const selected = new Set([1])
    const geometry = createGeometry([cube, boxAt([0, 0, 0], [1, 1, 2], [5, 0, 0])], { selected })
    const mesh = new CapMesh()
    mesh.show(geometry, [level], createCaps(geometry, [level]))
    expect([...(mesh.selected.geometry.index?.array ?? [])]).toEqual([6, 7, 8, 9, 10, 11])
    expect(mesh.selected.visible).toBe(true)
    selected.clear()
    mesh.tint(geometry)
    expect(mesh.selected.visible).toBe(false)
  })

  it('is empty without caps, and may be tinted before there are any', () => {
    const geometry = createGeometry([cube])
    const mesh = new CapMesh()
    mesh.tint(geometry)
    mesh.show(geometry, [level], createCaps(geometry, [level]))
    mesh.show(geometry, [], [])
    expect([mesh.fills.visible, mesh.outlines.visible, mesh.selected.visible]).toEqual([false, false, false])
    expect(mesh.triangles).toHaveLength(0)
  })

  it('passes planes, theme and hatching to its shaders', () => {
    const geometry = createGeometry([cube])
    const mesh = new CapMesh()
    const uniforms = mesh.fills.material.uniforms as Record<string, IUniform>
    mesh.show(geometry, [level, cutThrough([3, 0, 0], [-1, 0, 0])], [])
    expect(uniforms['cutCount'].value).toBe(2)
    expect([...(uniforms['cuts'].value as Float32Array)].slice(0, 8)).toEqual(
      [0, 0, -1, 1, -1, 0, 0, 3].map((v) => v + 0),
    )
    mesh.setHatched(false)
    mesh.setTheme('dark')
    expect([uniforms['hatched'].value, uniforms['dark'].value]).toEqual([0, 1])
    const dark = (uniforms['pen'].value as Vector3).toArray()
    mesh.setHatched(true)
    mesh.setTheme('light')
    expect([uniforms['hatched'].value, uniforms['dark'].value]).toEqual([1, 0])
    expect((uniforms['pen'].value as Vector3).toArray()).not.toEqual(dark)
  })
})

describe('depth of a plane on screen', () => {
  const width = 640
  const height = 480

  function createCameras(random: () => number) {
    const eye = new Vector3(random() * 20 - 10, -15 - random() * 10, 5 + random() * 10)
    const perspective = new PerspectiveCamera(50, width / height, 0.5, 200)
    const orthographic = new OrthographicCamera(-8, 8, 6, -6, 0.5, 200)
    for (const camera of [perspective, orthographic]) {
      camera.up.set(0, 0, 1)
      camera.position.copy(eye)
      camera.lookAt(0, 0, 0)
      camera.updateMatrixWorld(true)
      camera.updateProjectionMatrix()
    }
    return [perspective, orthographic]
  }

  it('is that of every point of the plane, in perspective and orthographic views (seed 11)', () => {
    const random = testRandom(11)
    for (let round = 0; round < 30; round++) {
      const normal = normalize([random() - 0.5, random() - 0.5, random() - 0.5])
      const planes = [cutThrough([random() * 4 - 2, random() * 4 - 2, random() * 2], normal)]
      const frame = frameOfCut(planes[0])
      for (const camera of createCameras(random)) {
        const depths = new Float32Array(3)
        writeDepths(depths, planes, { camera, width, height })
        const [x, y] = [random() * 3 - 1.5, random() * 3 - 1.5]
        const point = mapAxes((axis) => frame.right[axis] * x + frame.up[axis] * y - normal[axis] * frame.offset)
        const clip = new Vector3(...point).applyMatrix4(
          new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
        )
        const pixel = [((clip.x + 1) / 2) * width, ((clip.y + 1) / 2) * height]
        // A plane seen edge-on changes its depth by more than the whole range per pixel.
        if (Math.abs(depths[0]) + Math.abs(depths[1]) > 0.05) continue
        expect(depths[0] * pixel[0] + depths[1] * pixel[1] + depths[2]).toBeCloseTo((clip.z + 1) / 2, 4)
      }
    }
  })

  it('is finite for a plane seen edge-on', () => {
    const camera = new OrthographicCamera(-8, 8, 6, -6, 0.5, 200)
    camera.position.set(0, 0, 10)
    camera.updateMatrixWorld(true)
    camera.updateProjectionMatrix()
    const depths = new Float32Array(6)
    writeDepths(depths, [level, cutThrough([1, 0, 0], [1, 0, 0])], { camera, width, height })
    expect([...depths].every(Number.isFinite)).toBe(true)
    // The level plane is parallel to the view: one depth everywhere, 9 m of 0.5 to 200 m away.
    expect(rounded(depths.slice(0, 3), 5)).toEqual(rounded([0, 0, 8.5 / 199.5], 5))
  })
})

/** A tetrahedron with its corner at the origin and edges of these lengths along the axes. */
const tetrahedron = (a: number, b: number, c: number): MeshInput => ({
  positions: Float32Array.of(0, 0, 0, a, 0, 0, 0, b, 0, 0, 0, c),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
})

describe('section of a tetrahedron', () => {
  it.each([0.25, 0.5, 0.75])('has the similar triangle of its base at %d of its height', (share) => {
    const geometry = createGeometry([testShape(tetrahedron(3, 2, 4), placedAt(1, 1, 1))])
    const cut = cutThrough([0, 0, 1 + 4 * share], [0, 0, 1])
    const part = cutInstance(geometry, 0, frameOfCut(cut))
    expect(part?.area).toBeCloseTo(3 * (1 - share) ** 2, 3)
    expect((part?.outline.length ?? 0) / 4).toBe(3)
  })
})
