import { grouped, type ReadContext, throwIfCancelled } from '@kamar/core'
import { isFiniteMatrix, multiplyMatrices } from '@kamar/core/math'
import type { SVFReader } from 'svf-utils'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { ElementNodes } from './element-nodes.js'
import { undamagedOrNull, understood, type OpenSvf } from './open-svf.js'
import { pushShape, type LibraryShape, type PushedShape } from './svf-meshes.js'
import type { SvfMaterials } from './svf-materials.js'
import { toMatrix, type World } from './world.js'
import { SkipList } from '../kit/report.js'

type Fragment = Awaited<ReturnType<SVFReader['readFragments']>>[number]
type Geometry = Awaited<ReturnType<SVFReader['readGeometries']>>[number]

/** Dependencies for turning fragments into elements. */
export interface FragmentTools {
  readonly context: ReadContext
  readonly writer: SceneWriter
  readonly open: OpenSvf
  readonly world: World
  readonly materials: SvfMaterials
  readonly nodes: ElementNodes
}

/** Counts of read content, by kind, and of skipped fragments. */
export interface FragmentCounts {
  readonly fragments: number
  readonly geometries: number
  readonly skipped: SkipList
}

/** Adds an instance for every fragment of the derivative, with one mesh pack in memory at a time. */
export async function pushFragments(tools: FragmentTools): Promise<FragmentCounts> {
  const { model } = tools.open
  const fragments = await understood(() => model.readFragments())
  const geometries = await understood(() => model.readGeometries())
  const skipped = new SkipList()
  const users = usersByGeometry(fragments, geometries, skipped)
  const packs = grouped([...users.keys()], (geometry) => geometries[geometry]?.packID ?? 0)
  let done = 0
  for (const [pack, members] of packs) {
    throwIfCancelled(tools.context.signal)
    const shapes = await undamagedOrNull(() => model.readMeshPack(pack))
    for (const geometry of members) {
      if (shapes === null) {
        skipped.add('fragment', 'damaged', { count: users.get(geometry)?.length ?? 1 })
        continue
      }
      const shape = shapes[geometries[geometry]?.entityID ?? -1]
      await placeShape(tools, { shape, users: users.get(geometry) ?? [], skipped })
    }
    await tools.context.scene.settle()
    tools.context.progress(++done / packs.size, 'reading')
  }
  return { fragments: fragments.length, geometries: geometries.length, skipped }
}

function usersByGeometry(
  fragments: readonly Fragment[],
  geometries: readonly Geometry[],
  skipped: SkipList,
): Map<number, Fragment[]> {
  const visibleFragments = fragments.filter((fragment) => {
    const fault = !fragment.visible ? 'hidden' : geometries[fragment.geometryID] ? null : 'missing-geometry'
    if (fault !== null) skipped.add('fragment', fault)
    return fault === null
  })
  return grouped(visibleFragments, ({ geometryID }) => geometryID)
}

interface ShapeUse {
  readonly shape: LibraryShape | undefined
  readonly users: readonly Fragment[]
  readonly skipped: SkipList
}

/** A shape whose materials scale their textures differently becomes one mesh per texture scale. */
async function placeShape(tools: FragmentTools, { shape, users, skipped }: ShapeUse): Promise<void> {
  const { materials, context, world, writer } = tools
  const byScale = grouped(users, ({ materialID }) => materials.findScale(materialID)?.join(' ') ?? '')
  for (const instances of byScale.values()) {
    const scale = materials.findScale(instances[0]?.materialID ?? -1)
    const pushed = pushShape({ context, writer, metres: world.unit.metres }, shape, scale)
    if (typeof pushed === 'string') skipped.add('fragment', pushed, { count: instances.length })
    else
      for (const fragment of instances)
        if (!(await addInstance(tools, pushed, fragment))) skipped.add('fragment', 'not-a-number')
  }
}

async function addInstance(tools: FragmentTools, pushed: PushedShape, fragment: Fragment): Promise<boolean> {
  const { materials, nodes, world, writer } = tools
  const matrix = multiplyMatrices(world.upright, toMatrix(fragment.transform, world.unit.metres))
  if (!isFiniteMatrix(matrix)) return false
  const material = await materials.ensureMaterial(fragment.materialID, pushed.hasCoordinates)
  writer.addInstance({ node: nodes.ensureNode(fragment.dbID), mesh: pushed.mesh, material, matrix, origin: [0, 0, 0] })
  return true
}
