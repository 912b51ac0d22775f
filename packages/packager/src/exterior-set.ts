import { ExteriorSearch } from './raster/exterior-search.js'
import { viewDirection, type Bounds } from './raster/orthographic-view.js'
import type { RasterScene } from './raster/raster-scene.js'

/**
 * View directions onto a building. A ray that enters the model's box from outside has a direction, and a parallel view
 * samples every ray of its direction, so only directions need covering, not camera positions. They are dense near the
 * horizon, where windows let views reach deep inside.
 */
const directions: readonly (readonly [number, number, number])[] = [
  viewDirection(45, 89.9),
  viewDirection(45, -89.9),
  ...ring(28, 12),
  ...ring(-22, 5),
  ...ring(50, 8),
  ...ring(2, 16),
]
/** Used as long as each view still finds this fraction of the earlier total. */
const furtherDirections = ring(14, 16)
const worthwhileGain = 0.001

/**
 * Instances times directions up to which all directions are used: about half a minute. Larger models are seen from every
 * second, third … direction; what they miss is drawn later, not omitted.
 */
const maxProjectedBoxes = 60_000_000
const minDirections = 14

/** Returns the directions for a model of so many instances. */
function chooseDirections(all: typeof directions, instances: number): typeof directions {
  const affordable = Math.max(minDirections, maxProjectedBoxes / instances)
  const interval = Math.max(1, Math.ceil((directions.length + furtherDirections.length) / affordable))
  return all.filter((_, number) => number % interval === 0)
}

function ring(elevationDegrees: number, count: number): [number, number, number][] {
  return Array.from({ length: count }, (_, index) =>
    viewDirection(((index + elevationDegrees / 90) * 360) / count, elevationDegrees),
  )
}

/**
 * Finds the instances visible from outside with everything shown; glass counts as transparent. Yields before each
 * direction; returns one byte per instance.
 */
export function* findExteriorSet(scene: RasterScene, bounds: Bounds): Generator<void, Uint8Array> {
  const search = new ExteriorSearch(scene)
  const countNewlyVisible = (direction: readonly [number, number, number]): number => {
    if (search.hiddenCount === 0) return 0
    const before = search.hiddenCount
    search.searchFrom(bounds, direction)
    return before - search.hiddenCount
  }
  let gain = 0
  for (const direction of chooseDirections(directions, scene.count)) {
    yield
    gain = gain * 0.8 + countNewlyVisible(direction) * 0.2
  }
  for (const direction of chooseDirections(furtherDirections, scene.count)) {
    if (gain < worthwhileGain * (scene.count - search.hiddenCount)) break
    yield
    gain = gain * 0.8 + countNewlyVisible(direction) * 0.2
  }
  return search.visible
}
