import type { RasterGeometry, RasterScene } from '../raster/raster-scene.js'
import { hasTriangles, type PlacedGeometry, type PlacedScene } from './placed-scene.js'

const none = new Uint32Array(0)

function rasterGeometry(geometry: PlacedGeometry): RasterGeometry {
  const { positions, edges, step } = geometry
  const origin = [0, 0, 0] as const
  if (hasTriangles(geometry)) return { ...geometry, origin }
  const levels = [{ start: 0, count: 0, errorMetres: 0 }]
  return {
    positions,
    edges,
    origin,
    step,
    colors: null,
    indices: none,
    levels,
    closed: false,
  }
}

/** The placed model as the rasteriser sees it. */
export function rasterSceneOf(scene: PlacedScene): RasterScene {
  const color = new Uint8Array(scene.count * 4)
  scene.material.forEach((material, instance) => color.set(scene.materials[material].color, instance * 4))
  const { count, geometry, linear, translation, hidden, boxes } = scene
  return {
    geometries: scene.geometries.map(rasterGeometry),
    count,
    geometry,
    linear,
    translation,
    color,
    hidden,
    boxes,
  }
}
