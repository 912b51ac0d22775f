import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from '../test-support/written-package.js'

interface Part {
  readonly size: readonly [number, number, number]
  readonly place: readonly [number, number, number]
  readonly color: readonly [number, number, number]
  readonly hidden?: boolean
}

const duct: Part['color'] = [0.9, 0.1, 0.1]
const room: Part['color'] = [0.1, 0.1, 0.9]

async function thumbnailOf(parts: readonly Part[]): Promise<PNG> {
  const written = new WrittenPackage()
  written.addRoot()
  const { writer } = written
  for (const { color, hidden = false, place, size } of parts) {
    const node = writer.addNode({ parent: 0, name: 'part', class: hidden ? 'Rooms' : 'Ducts', sourceId: '', hidden })
    const material = writer.addMaterial({ name: `${color}`, color, opacity: 1 })
    const mesh = writer.addMesh(boxMesh(...size))
    if (mesh !== null) writer.addInstance({ node, mesh, placement: at(...place), material })
  }
  await writer.finish(plainReport)
  return PNG.sync.read(Buffer.from(written.stored('thumbnail.png')))
}

/** Pixels in which red, and in which blue, is by far the strongest. */
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
  { size: [20, 1, 1], place: [0, 5, 3], color: duct },
  { size: [1, 10, 1], place: [10, 0, 3], color: duct },
]
/** Volumes around the ducts, and one far larger beside them. */
const rooms: readonly Part[] = [
  { size: [20, 10, 4], place: [0, 0, 0], color: room, hidden: true },
  { size: [200, 200, 50], place: [40, 40, 0], color: room, hidden: true },
]

describe('the thumbnail of a model with rooms', () => {
  it('shows the ducts, as large as without the rooms, and nothing of a room', async () => {
    const alone = countColors(await thumbnailOf(ducts))
    const among = countColors(await thumbnailOf([...ducts, ...rooms]))
    expect(alone.red).toBeGreaterThan(5000)
    expect(among).toEqual({ red: alone.red, blue: 0 })
  })

  it('shows the rooms where there is nothing else', async () => {
    expect(countColors(await thumbnailOf(rooms)).blue).toBeGreaterThan(5000)
  })
})
