import { at, boxMesh, WrittenPackage } from '@kamar/packager/test-support'
import type { MeshInput, Placement } from '@kamar/core'

const quarterTurn: Placement = [0, 1, 0, -1, 0, 0, 0, 0, 1, 5, 0, 0]

/** Creates two walls. */
export function pair(): WrittenPackage {
  const viewPackage = new WrittenPackage()
  viewPackage.addRoot()
  viewPackage.addPart(boxMesh(4, 0.2, 3), at(100, 50, 20))
  viewPackage.addPart(boxMesh(4, 0.2, 3), quarterTurn)
  return viewPackage
}

/**
 * Creates two squares with an image of 1100 pixels each way, one of them tinted and clamped, and a box without texture
 * coordinates.
 */
export function papered(): WrittenPackage {
  const square: MeshInput = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    textureCoordinates: Float32Array.of(0, 2, 2, 2, 2, 0, 0, 0),
  }
  const viewPackage = new WrittenPackage()
  const node = viewPackage.addRoot()
  const { writer } = viewPackage
  const pixels = new Uint8Array(1100 * 1100 * 4).fill(255)
  const image = writer.addTexture({ name: 'paper', width: 1100, height: 1100, pixels }) ?? -1
  const shapes = [square, square, boxMesh(1, 1, 1)]
  shapes.forEach((shape, at) => {
    const [tint, wrap] = at === 1 ? ([[1, 0.5, 0], 'clamp'] as const) : ([[1, 1, 1], 'repeat'] as const)
    const texture = { image, tint, wrap } as const
    const material = writer.addMaterial({ name: wrap, color: [0.5, 0.5, 0.5], opacity: 1, texture })
    const mesh = writer.addMesh(shape) ?? -1
    writer.addInstance({ node, mesh, placement: [1, 0, 0, 0, 1, 0, 0, 0, 1, at * 2, 0, 0], material })
  })
  return viewPackage
}
