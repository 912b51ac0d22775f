import type { MeshBuffers } from '../archive/kernel-types.js'
import { subdivided } from './catmull-clark.js'
import type { ControlNet } from './control-net.js'

/** Three steps leave about half a degree between neighbours of a round shape; more would only increase the size. */
const maxSteps = 3
const maxQuads = 400_000

/** Tessellates a subdivision surface, in the file's unit. */
export function subdMesh(net: ControlNet): MeshBuffers {
  const surface = subdivided(net, stepsFor(net))
  const index = new Uint32Array(6 * surface.faces.length)
  for (const [number, [a, b, c, d]] of surface.faces.entries()) index.set([a, b, c, a, c, d], 6 * number)
  return { position: surface.points, index }
}

/** Returns the number of subdivision steps: each makes four faces of one. */
export function stepsFor({ faces }: ControlNet): number {
  const quads = faces.reduce((sum, face) => sum + face.length, 0)
  const affordable = Math.floor(Math.log(maxQuads / quads) / Math.log(4)) + 1
  return Math.min(maxSteps, Math.max(1, affordable))
}
