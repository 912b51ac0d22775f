import type { Viewer } from '../viewer.js'
import type { ElementsBeside } from './elements-beside.js'

/** What draws elements of another package beside the model; its code is fetched with the first one. */
export async function createElementsBeside(viewer: Viewer): Promise<ElementsBeside> {
  const { ElementsBeside: Beside } = await import('./elements-beside.js')
  return new Beside(viewer)
}
