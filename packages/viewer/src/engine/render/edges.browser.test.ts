import type { MeshInput, SceneBuilder } from '@kamar/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { projectedBy } from '../../testing/projected.js'
import { barMesh, boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage
type Point = [number, number, number]

const roofColor: [number, number, number, number] = [1, 0.5, 0.1, 1]
const size = { width: 640, height: 400 }
let harness: BrowserHarness

/** Adds a roof of 20 × 12 m, 0.2 m thick, whose upper side is at 3 m. */
const addRoof = (scene: SceneBuilder): void => {
  const mesh = boxMesh([0, 0, 2.8], [20, 12, 3])
  addElement(scene, { name: 'Roof', mesh, at: placedAt(0, 0, 0), color: roofColor })
}

/** Duplicates the mesh, 0.15 m apart, so that it no longer counts as a thin body drawn as a line. */
const doubleMesh = ({ positions, indices }: MeshInput): MeshInput => ({
  positions: Float32Array.from([...positions, ...positions.map((value, at) => (at % 3 === 0 ? value + 0.15 : value))]),
  indices: Uint32Array.from([...indices, ...indices.map((index) => index + positions.length / 3)]),
})

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('roof', await writeTestPackage(addRoof))
  const railed = await writeTestPackage((scene) => {
    addRoof(scene)
    // Rods of 6 mm with 48 facets, half a metre below the roof: edges of 0.4 mm.
    const rod = scene.addMesh(doubleMesh(barMesh(0.003, 0.9, 48))) as number
    for (let row = 0; row < 6; row++)
      for (let position = 0; position < 60; position++)
        addElement(scene, {
          name: `Rod ${row} ${position}`,
          mesh: rod,
          at: placedAt(1 + position * 0.3, 1 + row * 2, 1.4),
        })
  })
  harness.serve('railed', railed)
  const pipes = await writeTestPackage((scene) => {
    const color = [0.5, 0.5, 0.5, 1] as const
    addElement(scene, { name: 'Pipe', mesh: barMesh(0.02, 30, 12), at: placedAt(0, 0, -15), color })
    addElement(scene, { name: 'Drum', mesh: barMesh(2, 4, 24), at: placedAt(12, 0, -2), color })
  })
  harness.serve('pipes', pipes)
})
afterAll(() => harness.stop())

/** Returns the sums of red, green and blue of a package's frame seen from `eye`, by position, and its cost. */
async function captureFrame(name: string, eye: Point, target: Point, edges = true) {
  const page = await harness.open()
  const outcome = await page.evaluate(
    async (view) => {
      const viewer = testPage.open({ pixelRatio: 1, viewCube: false })
      await viewer.load({ manifestUrl: `/packages/${view.name}/manifest.json` })
      viewer.setExteriorShortcut(false)
      viewer.setEdges(view.edges)
      testPage.setView(view.eye, view.target)
      await testPage.rest()
      const { data } = await testPage.capture()
      // A string transfers to the test quickly, a list of numbers takes seconds.
      let lights = ''
      for (let at = 0; at < data.length; at += 4) lights += String.fromCharCode(data[at] + data[at + 1] + data[at + 2])
      return { lights, frame: testPage.frames.at(-1) }
    },
    { name, eye, target, edges },
  )
  const light = ([x, y]: readonly number[]): number =>
    outcome.lights.charCodeAt(Math.min(size.height - 1, Math.max(0, Math.round(y))) * size.width + Math.round(x))
  return { ...outcome, light }
}

/** Returns the darkest pixel within one pixel. */
const darkest = (light: (position: readonly number[]) => number, [x, y]: readonly number[]): number =>
  Math.min(...[-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => light([x + right, y + down]))))

describe('edge rendering', () => {
  it.each([
    ['near, grazing', [-2, -6, 3.4], [10, 6, 3]],
    ['far, grazing', [-40, -120, 10], [10, 6, 3]],
    ['steep', [10, -14, 16], [10, 6, 3]],
  ] as const)('draws continuous lines: %s', async (_, eye, target) => {
    const { light } = await captureFrame('roof', [...eye], [...target])
    const project = projectedBy({ eye, target, ...size, fieldOfViewDegrees: 50 })
    const missing: number[] = []
    for (let step = 0; step <= 400; step++) {
      const [x, y] = project([(step / 400) * 20, 0, 3])
      if (x < 2 || y < 2 || x > size.width - 3 || y > size.height - 3) continue
      if (darkest(light, [x, y]) > 260) missing.push(step)
    }
    expect(missing).toEqual([])
  })

  it.each([
    ['near', [10, -7, 6], [10, 6, 3]],
    ['far', [10, -30, 20], [10, 6, 3]],
  ] as const)('hides edges behind a surface: %s', async (_, eye, target) => {
    const plain = await captureFrame('railed', [...eye], [...target], false)
    const railed = await captureFrame('railed', [...eye], [...target])
    const project = projectedBy({ eye, target, ...size, fieldOfViewDegrees: 50 })
    const differing: (readonly number[])[] = []
    for (let x = 0; x <= 190; x++)
      for (let y = 0; y <= 110; y++) {
        const position = project([0.5 + x / 10, 0.5 + y / 10, 3])
        if (Math.abs(plain.light(position) - railed.light(position)) > 12) differing.push(position)
      }
    expect(differing).toEqual([])
    expect(railed.frame?.instances).toBeGreaterThan(100)
  })
})

describe('pipe thinner than a pixel', () => {
  it('is drawn as a continuous line with fewer triangles', async () => {
    const eye: Point = [3, -80, 4]
    const target: Point = [3, 0, 0]
    const { light, frame } = await captureFrame('pipes', eye, target)
    const project = projectedBy({ eye, target, ...size, fieldOfViewDegrees: 50 })
    const faint: number[] = []
    for (let step = 0; step <= 100; step++)
      if (darkest(light, project([0, 0, -15 + step * 0.3])) > 690) faint.push(step)
    expect(faint).toEqual([])
    expect(frame?.instances).toBe(2)
    const close = await captureFrame('pipes', [0, -1, 0], [0, 0, 0])
    expect(frame?.triangles).toBeLessThan(close.frame?.triangles ?? 0)
    expect(close.light([size.width / 2, size.height / 2])).toBeLessThan(500)
  })
})
