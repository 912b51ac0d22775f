import { describe, expect, it } from 'vitest'
import { GeometryPool } from '../stores/geometry-pool.js'
import { TestScratchStorage } from '../test-support/scratch-storage.js'
import { quantisedMesh, sceneOfBoxes } from '../test-support/scene-stores.js'
import type { RasterScene } from '../raster/raster-scene.js'
import type { PlacedGeometry, PlacedScene } from './placed-scene.js'
import { runToEnd } from '../test-support/run-to-end.js'
import { toRasterInput } from './raster-input.js'

const mesh = { ...quantisedMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], 0.5), origin: [7, 7, 7] as const }
const lines: PlacedGeometry = {
  positions: Uint16Array.of(0, 0, 0, 9, 9, 9),
  edges: Uint32Array.of(0, 1),
  origin: [7, 7, 7],
  step: 0.25,
}
const points: PlacedGeometry = {
  kind: 'points',
  positions: Uint16Array.of(1, 2, 3),
  colors: Uint8Array.of(1, 2, 3, 4),
  origin: [7, 7, 7],
  step: 2,
}
const box = [0, 0, 0, 1, 1, 1]

const toRasterScene = (scene: PlacedScene): RasterScene => runToEnd(toRasterInput(scene, [0, 0, 0, 1, 1, 1])).thumbnail

describe('toRasterInput', () => {
  it('gives each instance the colour of its material', () => {
    const scene = { ...sceneOfBoxes([box, box, box]), material: Uint32Array.of(2, 0, 2) }
    expect([...toRasterScene(scene).color]).toEqual([2, 0, 0, 255, 0, 0, 0, 255, 2, 0, 0, 255])
  })

  it('takes over the columns of the scene', () => {
    const scene = sceneOfBoxes([box, box], { hidden: [1] })
    const { count, geometry, linear, translation, hidden, boxes } = toRasterScene(scene)
    expect({ count, geometry, linear, translation, hidden, boxes }).toEqual({
      count: 2,
      geometry: scene.geometry,
      linear: scene.linear,
      translation: scene.translation,
      hidden: scene.hidden,
      boxes: scene.boxes,
    })
  })

  it('puts triangles at their own zero, and culls back faces of closed and single-sided ones', () => {
    const geometries = [
      mesh,
      { ...mesh, closed: true },
      { ...mesh, isSingleSided: true },
      { ...mesh, isSingleSided: false },
    ]
    const raster = toRasterScene(sceneOfBoxes([box, box, box, box], { geometries })).geometries
    expect(raster.map(({ closed }) => closed)).toEqual([false, true, true, false])
    expect(raster[0]).toMatchObject({ origin: [0, 0, 0], step: 0.5, indices: mesh.indices, levels: mesh.levels })
  })

  it('draws lines by their segments and points by their vertices', () => {
    const raster = toRasterScene(sceneOfBoxes([box, box], { geometries: [lines, points] })).geometries
    const empty = new Uint32Array(0)
    const levels = [{ start: 0, count: 0, errorMetres: 0 }]
    expect(raster[0]).toEqual({
      positions: lines.positions,
      edges: Uint32Array.of(0, 1),
      origin: [0, 0, 0],
      step: 0.25,
      colors: null,
      points: false,
      indices: empty,
      levels,
      closed: false,
    })
    expect(raster[1]).toEqual({
      positions: points.positions,
      edges: empty,
      origin: [0, 0, 0],
      step: 2,
      colors: Uint8Array.of(1, 2, 3, 4),
      points: true,
      indices: empty,
      levels,
      closed: false,
    })
  })
})

describe('toRasterInput of geometries in a scratch file', () => {
  const triangles = (count: number): number[] => Array.from({ length: count * 3 }, (_, at) => at % 4)
  const vertices = [0, 0, 0, 8, 0, 0, 0, 6, 0, 0, 0, 4]
  const indices = [...triangles(40), 3, 1, 2]
  const levels = [
    { start: 0, count: 120, errorMetres: 0 },
    { start: 120, count: 3, errorMetres: 0.001 },
  ]
  const detailed = { ...quantisedMesh(vertices, indices), levels, edges: Uint32Array.of(0, 1) }
  const boxes = [
    [0, 0, 0, 1, 1, 1],
    [0, 0, 0, 100, 100, 100],
    [0, 0, 0, 10, 10, 10],
  ]
  const bounds = [0, 0, 0, 100, 100, 100]

  function createScene(): PlacedScene {
    const pool = new GeometryPool(new TestScratchStorage())
    return sceneOfBoxes(boxes, { geometries: boxes.map(() => pool.add(detailed)) })
  }

  it('reads all of them when they fit', () => {
    const { thumbnail, exterior } = runToEnd(toRasterInput(createScene(), bounds))
    expect(exterior).toBe(thumbnail)
    for (const geometry of thumbnail.geometries)
      expect(geometry).toMatchObject({
        positions: detailed.positions,
        indices: detailed.indices,
        levels,
        edges: detailed.edges,
      })
  })

  it('reads the largest ones in coarse form, and draws the boxes of the others', () => {
    const { thumbnail, exterior } = runToEnd(toRasterInput(createScene(), bounds, 1))
    const [smallest, largest, medium] = thumbnail.geometries
    expect([...largest.positions]).toEqual([0, 0, 4, 8, 0, 0, 0, 6, 0])
    expect([[...largest.indices], largest.levels.length, largest.edges.length]).toEqual([[0, 1, 2], 1, 0])
    for (const proxy of [smallest, medium]) {
      expect(proxy.indices).toHaveLength(36)
      expect([...proxy.positions.subarray(21)]).toEqual([8, 6, 4])
    }
    expect([...thumbnail.color.filter((_, at) => at % 4 === 3)]).toEqual([255, 255, 255])
    expect([...exterior.color.filter((_, at) => at % 4 === 3)]).toEqual([0, 255, 0])
  })

  it('does not read those without instances', () => {
    const scene = createScene()
    const { thumbnail } = runToEnd(toRasterInput({ ...scene, geometry: Uint32Array.of(1, 1, 1) }, bounds))
    expect(thumbnail.geometries.map(({ positions }) => positions.length)).toEqual([0, 12, 0])
  })
})
