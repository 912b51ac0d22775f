import { readerLimits } from '@kamar/core'
import { meshStageReady } from '@kamar/mesh'
import { encoderReady } from '@kamar/package-format'
import { createPackageWriter } from '@kamar/packager'
import { brotliDecompressSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'

const storeys = 3
/** Side of the square of slabs that is drawn. */
const slabsPerSide = 30
const cube = {
  positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1]),
  indices: Uint32Array.from([
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
  ]),
}

/** Returns an IFC GlobalId that contains a number. */
const createGlobalId = (number: number): string => `0${number.toString(36).padStart(21, '0')}`

/**
 * Writes a view package with `count` elements on three storeys: walls and doors named as Revit names them, some of which
 * have a shape. Reading as many from an IFC file would take longer than the test.
 */
export async function writeLargePackage(count: number): Promise<ReadonlyMap<string, Buffer>> {
  await Promise.all([meshStageReady, encoderReady])
  const files = new Map<string, Buffer>()
  const writer = createPackageWriter({
    sink: {
      write: async (path, bytes) => {
        const isPlain = /\.(png|webp|json)$/.test(path)
        files.set(path, isPlain ? Buffer.from(bytes) : brotliDecompressSync(bytes))
      },
      remove: async (path) => void files.delete(path),
    },
    limits: readerLimits,
    signal: new AbortController().signal,
    source: { bytes: 1, formatId: 'ifc', reader: 'test' },
  })
  const mesh = writer.addMesh(cube)
  if (mesh === null) throw new RangeError('nothing was left of the cube')
  const material = writer.addMaterial({ name: 'grey', color: [0.6, 0.6, 0.6], opacity: 1 })
  const rated = writer.addPropertySet({ name: 'Pset_DoorCommon', properties: [{ name: 'FireRating', value: 'EI 30' }] })
  const unrated = writer.addPropertySet({ name: 'Pset_DoorCommon', properties: [{ name: 'FireRating', value: '' }] })
  const building = writer.addNode({ parent: null, name: 'Tower', class: 'IfcBuilding', sourceId: createGlobalId(0) })
  const levels = Array.from({ length: storeys }, (_, storey) =>
    writer.addNode({ parent: building, name: `Level ${storey + 1}`, class: 'IfcBuildingStorey', sourceId: '' }),
  )
  const first = levels.length + 1
  const step = Math.floor((count - first) / slabsPerSide ** 2)
  for (let number = first; number < count; number++) {
    const isDoor = number % 10 === 0
    const node = writer.addNode({
      parent: levels[Math.floor(((number - first) * storeys) / (count - first))] ?? building,
      name: `${isDoor ? 'Single Door:0900 x 2100mm' : 'Basic Wall:Interior - 138mm'}:${300_000 + number}`,
      class: isDoor ? 'IfcDoor' : 'IfcWall',
      sourceId: createGlobalId(number),
    })
    if (isDoor) writer.assignPropertySets(node, [number % 100 === 0 ? unrated : rated])
    const slab = (number - first) / step
    if (Number.isInteger(slab) && slab < slabsPerSide ** 2) {
      const position = [slab % slabsPerSide, Math.floor(slab / slabsPerSide), 0] as const
      writer.addInstance({ node, mesh, material, placement: [1, 0, 0, 0, 1, 0, 0, 0, 1, ...position] })
    }
    if (number % 4096 === 0) await writer.settle()
  }
  await writer.finish({ status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [] })
  return files
}

/** Serves the files of a package in place of those of every model. */
export async function servePackage(context: BrowserContext, files: ReadonlyMap<string, Buffer>): Promise<void> {
  await context.route(/\/api\/derivatives\/[^/]+\/./, async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname.split('/').slice(4).join('/'))
    const body = files.get(path)
    if (body === undefined) await route.continue()
    else
      await route.fulfill({
        body,
        contentType: path.endsWith('.json') ? 'application/json' : 'application/octet-stream',
      })
  })
}
