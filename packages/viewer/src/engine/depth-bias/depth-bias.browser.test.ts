import type { Page } from 'playwright-core'
import type { MeshInput } from '@kamar/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage, type TestElement } from '../../testing/test-package.js'

declare const testPage: TestPage

type Point = readonly [number, number, number]

/** An overlap of two faces: its centre, and two vectors along it that stay within both. */
interface Overlap {
  readonly center: Point
  readonly along: Point
  readonly across: Point
}

const red = [0.8, 0.1, 0.1, 1] as const
const blue = [0.1, 0.1, 0.8, 1] as const
const [cos, sin] = [Math.cos(0.6), Math.sin(0.6)]
const [cosTilt, sinTilt] = [Math.cos(0.4), Math.sin(0.4)]
/** Rotated about two axes: no coordinate of a mesh equals one of the model. */
const axes = [
  [cos, sin, 0],
  [-sin * cosTilt, cos * cosTilt, sinTilt],
  [sin * sinTilt, -cos * sinTilt, cosTilt],
] as const
const tiltedAt = [...axes.flat(), 60.3, 17.7, 0.3] as unknown as TestElement['at']
const leaningAt = placedAt(90, 17, 0.3)
const roofAt = placedAt(60, 117, 0.3)
const rotateMesh = ({ positions, indices }: MeshInput): MeshInput => ({
  indices,
  positions: Float32Array.from(positions, (_, at) => {
    const vertexStart = at - (at % 3)
    return axes.reduce((sum, axis, way) => sum + positions[vertexStart + way] * axis[at % 3], 0)
  }),
})
const scaled = (way: Point, by: number): Point => [way[0] * by, way[1] * by, way[2] * by]

const overlaps = {
  tile: { center: [0.4, 0.2, 1], along: [2, 0, 0], across: [0, 2, 0] },
  equal: { center: [33.37, 2.11, 1], along: [0.7, 0, 0], across: [0, 1.4, 0] },
  tilted: {
    center: [60.3 + axes[2][0], 17.7 + axes[2][1], 0.3 + axes[2][2]],
    along: scaled(axes[0], 1.3),
    across: scaled(axes[1], 1.3),
  },
  leaning: {
    center: [90 + axes[2][0], 17 + axes[2][1], 0.3 + axes[2][2]],
    along: scaled(axes[0], 1.3),
    across: scaled(axes[1], 1.3),
  },
  roof: {
    center: [60 + axes[2][0] * 0.012, 117 + axes[2][1] * 0.012, 0.3 + axes[2][2] * 0.012],
    along: scaled(axes[0], 1.6),
    across: scaled(axes[1], 1.3),
  },
} as const satisfies Record<string, Overlap>

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const testPackage = await writeTestPackage((scene) => {
    const add = (name: string, element: Omit<TestElement, 'name'>): void => void addElement(scene, { name, ...element })
    add('slab', { mesh: boxMesh([-10, -10, 0], [10, 10, 1]), at: placedAt(0, 0, 0), color: red })
    add('tile', { mesh: boxMesh([-2.6, -2.8, 0.2], [3.4, 3.2, 1]), at: placedAt(0, 0, 0), color: blue })
    add('left', { mesh: boxMesh([0, 0, 0], [4, 4, 1]), at: placedAt(30.37, 0.11, 0), color: red })
    add('right', { mesh: boxMesh([0, 0, 0], [4, 4, 1.0]), at: placedAt(32.37, 0.11, 0), color: blue })
    add('turned slab', { mesh: boxMesh([-4.1, -4, 0], [4, 4.3, 1]), at: tiltedAt, color: red })
    add('turned tile', { mesh: boxMesh([-1.9, -2.1, 0.5], [2, 2, 1]), at: tiltedAt, color: blue })
    // The rotation is in the coordinates: normals are rounded to bytes.
    add('leaning slab', { mesh: rotateMesh(boxMesh([-4.1, -4, 0], [4, 4.3, 1])), at: leaningAt, color: red })
    add('leaning tile', { mesh: rotateMesh(boxMesh([-1.9, -2.1, 0.5], [2, 2, 1])), at: leaningAt, color: blue })
  })
  harness.serve('planes', testPackage)
  const roofed = await writeTestPackage((scene) => {
    const add = (mesh: MeshInput, color: NonNullable<TestElement['color']>): void =>
      void addElement(scene, { name: 'part', mesh: rotateMesh(mesh), at: roofAt, color })
    for (let rafter = 0; rafter < 12; rafter++) add(boxMesh([rafter - 6, -4, -0.2], [rafter - 5.9, 4, -0.01]), blue)
    add(boxMesh([-6.5, -4.5, 0], [6.5, 4.5, 0.012]), red)
  })
  harness.serve('roof', roofed)
})
afterAll(() => harness.stop())

async function openPlanes(name = 'planes'): Promise<Page> {
  const page = await harness.open()
  await page.evaluate(async (manifestUrl) => {
    const viewer = testPage.open({ pixelRatio: 1, viewCube: false })
    viewer.setEdges(false)
    await viewer.load({ manifestUrl })
    // The order is computed when the browser is idle, by code fetched on demand.
    const isLoaded = () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('coplanar-depth-bias'))
    while (!isLoaded()) await new Promise((resolve) => setTimeout(resolve, 20))
    await testPage.rest()
  }, `/packages/${name}/manifest.json`)
  return page
}

/** Views the overlap's pixels from many positions: returns how many frames show red, blue, and both. */
function lookAround(page: Page, overlap: Overlap): Promise<{ red: number; blue: number; both: string[] }> {
  return page.evaluate(async ({ center, along, across }) => {
    const unit = (way: readonly number[]): number[] => way.map((value) => value / Math.hypot(...way))
    const [u, v] = [unit(along), unit(across)] as [number[], number[]]
    const up = [0, 1, 2].map((axis) => u[(axis + 1) % 3] * v[(axis + 2) % 3] - u[(axis + 2) % 3] * v[(axis + 1) % 3])
    const counts = { red: 0, blue: 0, both: [] as string[] }
    for (const distance of [3, 20, 60])
      for (const elevation of [0.14, 0.6, 1.4])
        for (const azimuth of [0.3, 1.9, 3.3, 5.1]) {
          // If a face is only a few pixels high, its sides begin in the same pixel.
          const metresPerPixel = (2 * distance * Math.tan((25 * Math.PI) / 180)) / 400
          const half = Math.min(Math.hypot(...along), Math.hypot(...across))
          if ((half * Math.sin(elevation)) / metresPerPixel < 3) continue
          const [flat, high] = [Math.cos(elevation) * distance, Math.sin(elevation) * distance]
          const eye = [0, 1, 2].map(
            (axis) =>
              center[axis] + (u[axis] * Math.cos(azimuth) + v[axis] * Math.sin(azimuth)) * flat + up[axis] * high,
          )
          testPage.setView(eye as [number, number, number], [...center])
          const { width, height, data } = await testPage.capture()
          const pixelCounts = { red: 0, blue: 0 }
          for (let step = 0; step < 900; step++) {
            const [a, b] = [((step % 30) - 14.5) / 15, (Math.floor(step / 30) - 14.5) / 15]
            const point = center.map((value, axis) => value + along[axis] * a + across[axis] * b)
            const projected = testPage.viewer?.space.project(point as [number, number, number])
            const [x, y] = [Math.floor(projected?.x ?? -1), Math.floor(projected?.y ?? -1)]
            if (x < 0 || y < 0 || x >= width || y >= height) continue
            const at = (y * width + x) * 4
            pixelCounts[data[at] > data[at + 2] ? 'red' : 'blue']++
          }
          if (pixelCounts.red > 0 && pixelCounts.blue > 0)
            counts.both.push(`${distance} ${elevation} ${azimuth}: ${pixelCounts.red}/${pixelCounts.blue}`)
          else counts[pixelCounts.red > 0 ? 'red' : 'blue']++
        }
    return counts
  }, overlap)
}

describe('coplanar depth bias', () => {
  it('draws only the smaller of two coplanar faces, from every view', async () => {
    const page = await openPlanes()
    expect(await lookAround(page, overlaps.tile)).toEqual({ red: 0, blue: 32, both: [] })
    expect(await lookAround(page, overlaps.tilted)).toEqual({ red: 0, blue: 32, both: [] })
    expect(await lookAround(page, overlaps.leaning)).toEqual({ red: 0, blue: 32, both: [] })
  })

  it('draws and picks always the same of two equal coplanar faces', async () => {
    const page = await openPlanes()
    const pixelCounts = await lookAround(page, overlaps.equal)
    expect(pixelCounts.both).toEqual([])
    expect([pixelCounts.red, pixelCounts.blue].toSorted((a, b) => a - b)).toEqual([0, 24])
    const picked = await page.evaluate(
      async (target) => {
        const names: (string | undefined)[] = []
        for (const eye of [
          [30, -8, 9],
          [36, 10, 14],
          [33.4, 2.2, 40],
        ] as [number, number, number][]) {
          testPage.setView(eye, target)
          await testPage.rest()
          const projected = testPage.viewer?.space.project(target)
          const hit = testPage.viewer?.pick(projected?.x ?? 0, projected?.y ?? 0)
          const tree = await testPage.viewer?.model?.tree
          names.push(tree?.name(hit?.element ?? -1))
        }
        return names
      },
      [...overlaps.equal.center] as [number, number, number],
    )
    expect(new Set(picked)).toEqual(new Set([pixelCounts.red > 0 ? 'left' : 'right']))
  })

  it('keeps objects a centimetre below a surface hidden, from near and far', async () => {
    const page = await openPlanes('roof')
    expect(await lookAround(page, overlaps.roof)).toEqual({ red: 32, blue: 0, both: [] })
    await page.evaluate(() => testPage.viewer?.setEdges(true))
    expect(await lookAround(page, overlaps.roof)).toEqual({ red: 32, blue: 0, both: [] })
  })

  it('leaves edges of the front surface unbroken', async () => {
    const page = await openPlanes()
    const dark = await page.evaluate(async () => {
      testPage.viewer?.setEdges(true)
      testPage.setView([0.4, 0.2, 14], [0.4, 0.2, 1])
      await testPage.rest()
      const { width, data } = await testPage.capture()
      let unbroken = 0
      const steps = 200
      for (let step = 5; step < steps - 5; step++) {
        const projected = testPage.viewer?.space.project([-2.6 + (6 * step) / steps, 3.2, 1])
        const [x, y] = [Math.floor(projected?.x ?? 0), Math.floor(projected?.y ?? 0)]
        const darkest = Math.min(
          ...[-1, 0, 1].map((row) => {
            const at = ((y + row) * width + x) * 4
            return Math.max(data[at], data[at + 2])
          }),
        )
        if (darkest < 110) unbroken++
      }
      return unbroken / (steps - 10)
    })
    expect(dark).toBeGreaterThan(0.95)
  })
})
