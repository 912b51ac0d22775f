import type { Viewer } from '../../engine/api.js'
import type { RevealOptions, Revelation } from './reveal.js'
import type { SelectedVolumes } from './selected-volumes.js'

/**
 * Selects elements and makes them visible: shows hidden ones and flies to them unless they are large and visible
 * already. The first call loads its code.
 */
export async function revealElements(
  viewer: Viewer,
  elements: Iterable<number>,
  options: RevealOptions = {},
): Promise<Revelation> {
  return (await import('./reveal.js')).revealElements(viewer, elements, options)
}

/** Draws the selected elements that are hidden by default, such as rooms, as volumes; the first call loads its code. */
export async function createSelectedVolumes(viewer: Viewer): Promise<SelectedVolumes> {
  const { SelectedVolumes: VolumesClass } = await import('./selected-volumes.js')
  return new VolumesClass(viewer)
}
