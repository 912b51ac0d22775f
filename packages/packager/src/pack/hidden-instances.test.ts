import { decodeExterior } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from '../test-support/written-package.js'

/** Writes boxes of the given widths side by side, with those of width 1 hidden. */
async function exteriorWidths(...widths: readonly number[]): Promise<number[]> {
  const viewPackage = new WrittenPackage()
  viewPackage.addRoot()
  const { writer } = viewPackage
  for (const [index, width] of widths.entries()) {
    const node = writer.addNode({ parent: 0, name: 'box', class: 'IfcWall', sourceId: '', hidden: width === 1 })
    const mesh = writer.addMesh(boxMesh(width, 1, 1))
    if (mesh !== null) writer.addInstance({ node, mesh, placement: at(10 * index, 0, 0), material: null })
  }
  await writer.finish(plainReport)
  const exterior = decodeExterior(viewPackage.bytes('exterior.bin'))
  const boxes = await viewPackage.instanceBoxes()
  return boxes.filter((_, instance) => exterior.has(instance)).map(([left, , , right]) => right - left)
}

describe('exterior of a small model', () => {
  it('omits initially hidden instances', async () => {
    expect(await exteriorWidths(1, 2, 1, 3)).toEqual([2, 3])
  })

  it('contains the whole model when all of it is hidden', async () => {
    expect(await exteriorWidths(1, 1)).toEqual([1, 1])
  })
})
