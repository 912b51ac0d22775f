import type { RasterGeometry, RasterScene } from '../raster/raster-scene.js'
import { hasPoints, hasTriangles, type PlacedGeometry, type PlacedScene } from './placed-scene.js'

const none = new Uint32Array(0)

function rasterGeometry(geometry: PlacedGeometry): RasterGeometry {
  const origin = [0, 0, 0] as const
  if (hasTriangles(geometry)) return { ...geometry, origin, closed: geometry.closed || geometry.isSingleSided === true }
  const { positions, step } = geometry
  const points = hasPoints(geometry)
  const levels = [{ start: 0, count: 0, errorMetres: 0 }]
  return {
    positions,
    edges: points ? none : geometry.edges,
    origin,
    step,
    colors: points ? geometry.colors : null,
    points,
    indices: none,
    levels,
    closed: false,
  }
}

/** Converts the transformed model to the rasteriser's scene. */
export function toRasterScene(scene: PlacedScene): RasterScene {
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
