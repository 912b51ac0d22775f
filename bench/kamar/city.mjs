import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Distance between buildings, metres. */
const blockMetres = 40
/** Triangles of a box by its vertices, whose bits are x, y and z. */
const boxFaces = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5]
const boxIndices = [0, 4, 8, 12, 16, 20].flatMap((face) => [0, 1, 2, 0, 2, 3].map((vertex) => boxFaces[face + vertex]))

/** Creates a box from the origin, with vertices moved by a hash of `seed` (unless 0), so that no two shapes are equal. */
function boxMesh([width, depth, height], seed = 0) {
  const noise = (at) => (seed === 0 ? 0 : ((Math.imul(seed + 1, 2654435761 + at * 40503) >>> 16) / 65536 - 0.5) * 0.04)
  const sides = [width, depth, height]
  const positions = Float32Array.from(
    { length: 24 },
    (_, at) => ((Math.floor(at / 3) >> (at % 3)) & 1) * sides[at % 3] + noise(at),
  )
  return { positions, indices: Uint32Array.from(boxIndices) }
}

/** Writer of one building after the other. */
class CityWriter {
  constructor(scene) {
    const material = (name, color, opacity = 1) => scene.addMaterial({ name, color, opacity })
    this.scene = scene
    this.slab = material('Concrete', [0.6, 0.6, 0.58])
    this.walls = [0, 1, 2, 3, 4].map((tone) => material(`Plaster ${tone}`, [0.9 - tone * 0.1, 0.8 - tone * 0.08, 0.65]))
    this.glass = material('Glass', [0.4, 0.6, 0.8], 0.6)
    this.wood = material('Wood', [0.6, 0.4, 0.2])
    this.window = scene.addMesh(boxMesh([1.6, 0.12, 1.4]))
    this.desk = scene.addMesh(boxMesh([1.2, 0.8, 0.75]))
  }

  /** Adds an element: its class, mesh, material, and position in metres. */
  add(parent, [elementClass, mesh, material], position) {
    const node = this.scene.addNode({ parent, name: elementClass, class: elementClass, sourceId: '' })
    this.scene.addInstance({ node, mesh, material, placement: [1, 0, 0, 0, 1, 0, 0, 0, 1, ...position] })
  }

  addFloor(building, { number, floor, size: [width, depth] }) {
    const [x, y, z] = [...this.position(number), floor * 3.2]
    const seed = number * 16 + floor + 1
    const mesh = (sides) => this.scene.addMesh(boxMesh(sides, seed))
    const wall = this.walls[number % this.walls.length]
    const [long, short] = [mesh([width, 0.3, 2.9]), mesh([0.3, depth, 2.9])]
    this.add(building, ['IfcSlab', mesh([width, depth, 0.3]), this.slab], [x, y, z])
    for (const offset of [0, depth - 0.3]) this.add(building, ['IfcWall', long, wall], [x, y + offset, z + 0.3])
    for (const offset of [0, width - 0.3]) this.add(building, ['IfcWall', short, wall], [x + offset, y, z + 0.3])
    for (let window = 0; window < 12; window++) {
      const offset = window % 2 === 0 ? -0.05 : depth - 0.07
      const position = [x + 1 + Math.floor(window / 2) * 2.1, y + offset, z + 1.2]
      this.add(building, ['IfcWindow', this.window, this.glass], position)
    }
    for (let item = 0; item < 8; item++)
      this.add(
        building,
        ['IfcFurniture', this.desk, this.wood],
        [x + 1.5 + item * 1.4, y + 3 + (item % 3) * 2, z + 0.3],
      )
  }

  position(number) {
    return [(number % this.columns) * blockMetres, Math.floor(number / this.columns) * blockMetres]
  }

  /** Adds `columns` × `columns` buildings of one to twelve floors. */
  async addBuildings(columns) {
    this.columns = columns
    const root = this.scene.addNode({ parent: null, name: 'City', class: 'IfcProject', sourceId: 'city' })
    for (let number = 0; number < columns * columns; number++) {
      const name = `Building ${number}`
      const building = this.scene.addNode({ parent: root, name, class: 'IfcBuilding', sourceId: name })
      const size = [14 + (number % 5) * 2, 12 + (number % 7)]
      for (let floor = 0; floor < 1 + ((number * 7) % 12); floor++) this.addFloor(building, { number, floor, size })
      await this.scene.settle()
    }
  }
}

/** Writes the view package of a city into a folder. */
async function writeCity(folder, columns) {
  const [{ createPackageWriter }, { readerLimits }] = await Promise.all([
    import('@kamar/packager'),
    import('@kamar/core'),
  ])
  const writer = createPackageWriter({
    sink: {
      write: async (path, bytes) => {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), bytes)
      },
      remove: async (path) => rmSync(join(folder, path), { force: true }),
    },
    limits: readerLimits,
    signal: new AbortController().signal,
    source: { name: 'city', bytes: 0, formatId: 'test', reader: 'city' },
  })
  await new CityWriter(writer).addBuildings(columns)
  return writer.finish({ status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [] })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, columns = '35'] = process.argv.slice(2)
  if (folder === undefined) throw new Error('usage: node bench/kamar/city.mjs FOLDER [COLUMNS]')
  const { counts, chunks, proxies } = await writeCity(folder, Number(columns))
  console.log(JSON.stringify({ counts, chunks: chunks.length, proxies: proxies?.length ?? 0 }))
}
