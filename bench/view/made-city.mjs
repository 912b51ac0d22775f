import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readerLimits } from '@kamar/core'
import { meshStageReady } from '@kamar/mesh'
import { encoderReady } from '@kamar/package-format'
import { createPackageWriter } from '@kamar/packager'
import { cacheFolder } from '../lib/paths.mjs'

/** Distance between blocks, metres. */
const blockMetres = 20
const storeysPerBlock = 4
const partsPerStorey = 12
const instancesPerBlock = storeysPerBlock * (partsPerStorey + 2) + 1
const shapeVariants = 60

/** Returns a generator with the same numbers in every run. */
export function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function createBox(width, depth, height) {
  const positions = new Float32Array(24)
  for (let vertex = 0; vertex < 8; vertex++)
    [width, depth, height].forEach((side, axis) => (positions[vertex * 3 + axis] = ((vertex >> axis) & 1) * side))
  const faces = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6]
  const indices = Uint32Array.from(
    { length: 36 },
    (_, at) => faces[Math.floor(at / 6) * 4 + [0, 1, 2, 0, 2, 3][at % 6]],
  )
  return { positions, indices }
}

/** Creates a ball with bumps, so that all differ. */
function createStone(radius, segments, random) {
  const rings = segments / 2
  const positions = []
  for (let ring = 0; ring <= rings; ring++)
    for (let segment = 0; segment < segments; segment++) {
      const [down, around] = [(ring / rings) * Math.PI, (segment / segments) * 2 * Math.PI]
      const bump = radius * (1 + random() * 0.1)
      positions.push(
        bump * Math.sin(down) * Math.cos(around),
        bump * Math.sin(down) * Math.sin(around),
        bump * Math.cos(down),
      )
    }
  const indices = []
  for (let ring = 0; ring < rings; ring++)
    for (let segment = 0; segment < segments; segment++) {
      const [a, b] = [ring * segments + segment, ring * segments + ((segment + 1) % segments)]
      indices.push(a, a + segments, b, b, a + segments, b + segments)
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Three columns of the matrix, then the translation. */
const createPlacement = (x, y, z) => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z]

function addBlock(scene, { block, side, shapes, materials, random }) {
  const [x, y] = [(block % side) * blockMetres, Math.floor(block / side) * blockMetres]
  const add = (parent, { name, type, shape, material, at }) => {
    const node = scene.addNode({ parent, name, class: type, sourceId: `${block}-${name}` })
    scene.addInstance({ node, mesh: shape, placement: createPlacement(...at), material })
  }
  const pick = (items) => items[Math.floor(random() * items.length)]
  const building = scene.addNode({ parent: null, name: `Block ${block}`, class: 'IfcBuilding', sourceId: `b${block}` })
  add(building, {
    name: `Tree:${block}`,
    type: 'IfcPlant',
    shape: pick(shapes.stones),
    material: materials[0],
    at: [x + 16, y + 3, 2],
  })
  for (let level = 0; level < storeysPerBlock; level++) {
    const z = level * 3.2
    const storey = scene.addNode({
      parent: building,
      name: `Level ${level}`,
      class: 'IfcBuildingStorey',
      sourceId: `s${block}-${level}`,
    })
    add(storey, {
      name: `Slab:${level}`,
      type: 'IfcSlab',
      shape: pick(shapes.slabs),
      material: materials[1],
      at: [x, y, z],
    })
    add(storey, {
      name: `Wall:${level}`,
      type: 'IfcWall',
      shape: pick(shapes.walls),
      material: materials[2],
      at: [x, y, z + 0.3],
    })
    for (let part = 0; part < partsPerStorey; part++) {
      const at = [x + 1 + (part % 4) * 2.5, y + 1 + Math.floor(part / 4) * 3, z + 0.3]
      add(storey, {
        name: `Furniture ${level}.${part}:${block * 100 + part}`,
        type: 'IfcFurniture',
        shape: pick(shapes.parts),
        material: pick(materials),
        at,
      })
    }
  }
}

/**
 * Writes a view package of a city of houses on several storeys with furniture and trees, with the product's own writer;
 * kept in the cache.
 * @param {{ instances: number, segments?: number }} size  `segments` of the trees determine the triangles
 * @returns {Promise<string>} its folder
 */
export async function makeCity({ instances, segments = 20 }) {
  const folder = join(cacheFolder, 'cities', `${instances}-${segments}-1`)
  if (existsSync(folder)) return folder
  await Promise.all([meshStageReady, encoderReady])
  const unfinished = `${folder}.part`
  rmSync(unfinished, { recursive: true, force: true })
  const writer = createPackageWriter({
    sink: {
      write: async (path, bytes) => {
        const target = join(unfinished, path)
        mkdirSync(dirname(target), { recursive: true })
        writeFileSync(target, bytes)
      },
      remove: async (path) => rmSync(join(unfinished, path), { force: true }),
    },
    limits: { ...readerLimits, nodes: 1e7, instances: 1e7 },
    signal: new AbortController().signal,
    source: { bytes: 0, formatId: 'test', reader: 'test' },
  })
  const random = createRandom(7)
  const list = (create) => Array.from({ length: shapeVariants }, () => writer.addMesh(create()))
  const shapes = {
    stones: list(() => createStone(2, segments, random)),
    slabs: list(() => createBox(11 + random(), 11 + random(), 0.3)),
    walls: list(() => createBox(11 + random(), 0.2 + random() * 0.1, 2.9)),
    parts: list(() => createBox(0.4 + random(), 0.4 + random(), 0.5 + random())),
  }
  const colors = [
    [0.3, 0.6, 0.3],
    [0.7, 0.7, 0.7],
    [0.9, 0.8, 0.7],
    [0.5, 0.4, 0.3],
    [0.3, 0.4, 0.7],
  ]
  const materials = colors.map((color, at) => writer.addMaterial({ name: `Material ${at}`, color, opacity: 1 }))
  const blocks = Math.ceil(instances / instancesPerBlock)
  const side = Math.ceil(Math.sqrt(blocks))
  for (let block = 0; block < blocks; block++) {
    addBlock(writer, { block, side, shapes, materials, random })
    if (block % 100 === 0) await writer.settle()
  }
  const report = { status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [] }
  await writer.finish(report)
  renameSync(unfinished, folder)
  return folder
}
