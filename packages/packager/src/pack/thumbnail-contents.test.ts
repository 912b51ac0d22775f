import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from '../test-support/written-package.js'

interface Part {
  readonly size: readonly [number, number, number]
  readonly position: readonly [number, number, number]
  readonly color: readonly [number, number, number]
  readonly hidden?: boolean
}

const duct: Part['color'] = [0.9, 0.1, 0.1]
const spaceColor: Part['color'] = [0.1, 0.1, 0.9]

async function createThumbnail(parts: readonly Part[]): Promise<PNG> {
  const viewPackage = new WrittenPackage()
  viewPackage.addRoot()
  const { writer } = viewPackage
  for (const { color, hidden = false, position, size } of parts) {
    const node = writer.addNode({ parent: 0, name: 'part', class: hidden ? 'Rooms' : 'Ducts', sourceId: '', hidden })
    const material = writer.addMaterial({ name: `${color}`, color, opacity: 1 })
    const mesh = writer.addMesh(boxMesh(...size))
    if (mesh !== null) writer.addInstance({ node, mesh, placement: at(...position), material })
  }
  await writer.finish(plainReport)
  return PNG.sync.read(Buffer.from(viewPackage.stored('thumbnail.png')))
}

/** Counts the pixels in which red, and in which blue, is by far the strongest channel. */
function countColors({ data }: PNG): { readonly red: number; readonly blue: number } {
  const counts = { red: 0, blue: 0 }
  for (let pixel = 0; pixel < data.length; pixel += 4) {
    const [red = 0, , blue = 0, alpha = 0] = data.subarray(pixel, pixel + 4)
    if (alpha < 128) continue
    if (red > 2 * blue) counts.red++
    if (blue > 2 * red) counts.blue++
  }
  return counts
}

const ducts: readonly Part[] = [
  { size: [20, 1, 1], position: [0, 5, 3], color: duct },
  { size: [1, 10, 1], position: [10, 0, 3], color: duct },
]
/** Volumes around the ducts, and a far larger one beside them. */
const spaces: readonly Part[] = [
  { size: [20, 10, 4], position: [0, 0, 0], color: spaceColor, hidden: true },
  { size: [200, 200, 50], position: [40, 40, 0], color: spaceColor, hidden: true },
]

describe('thumbnail of a model with rooms', () => {
  it('shows the ducts at the same size as without rooms, and no rooms', async () => {
    const ductColors = countColors(await createThumbnail(ducts))
    const allColors = countColors(await createThumbnail([...ducts, ...spaces]))
    expect(ductColors.red).toBeGreaterThan(5000)
    expect(allColors).toEqual({ red: ductColors.red, blue: 0 })
  })

  it('shows the rooms when there is nothing else', async () => {
    expect(countColors(await createThumbnail(spaces)).blue).toBeGreaterThan(5000)
  })
})
