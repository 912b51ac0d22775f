import { at, boxMesh, WrittenPackage } from '@kamar/packager/test-support'

/** Creates a wall, the same wall mirrored and three metres away, and a hidden space around both. */
export function twoWalls(): WrittenPackage {
  const viewPackage = new WrittenPackage()
  viewPackage.addRoot()
  const mesh = viewPackage.writer.addMesh(boxMesh(4, 0.5, 3))
  const material = viewPackage.writer.addMaterial({
    name: 'brick',
    color: [200 / 255, 100 / 255, 50 / 255],
    opacity: 128 / 255,
  })
  const add = (name: string, placement: ReturnType<typeof at>, hidden = false): void => {
    const node = viewPackage.writer.addNode({ parent: 0, name, class: 'IfcWall', sourceId: '', hidden })
    if (mesh !== null) viewPackage.writer.addInstance({ node, mesh, placement, material })
  }
  add('North\nwall', at(0, 0, 0))
  add('South wall', [1, 0, 0, 0, -1, 0, 0, 0, 1, 0, -3, 0])
  add('Space', at(0, 0, 0), true)
  return viewPackage
}

/** Position x y z. */
export type Point = readonly number[]

/** Computes six times the enclosed volume; negative when triangles face inwards. */
export function sixVolumes(triangles: readonly (readonly Point[])[]): number {
  return triangles.reduce((sum, [a = [], b = [], c = []]) => {
    const [ax = 0, ay = 0, az = 0] = a
    const [bx = 0, by = 0, bz = 0] = b
    const [cx = 0, cy = 0, cz = 0] = c
    return sum + ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }, 0)
}
