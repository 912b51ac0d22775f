import { refineMesh } from '@kamar/mesh'
import type { ChunkMesh } from '@kamar/package-format'
import { loadGeometry } from '../stores/geometry-pool.js'
import type { MeshStore } from '../stores/mesh-store.js'
import { noTriangles } from '../stores/source-triangles.js'
import { reuseTopology, type TopologyReuse } from './reuse-topology.js'
import { hasTriangles } from './placed-scene.js'
import type { WeldedShape } from './welded-shape.js'

/** Geometry whose triangles others may reuse. */
interface RefinedTemplate {
  readonly shape: WeldedShape
  readonly refined: ChunkMesh
}

/** Adds coarser levels to the stored geometries of one kind, once for all similar shapes. */
export class GeometryRefiner {
  readonly #meshes: Pick<MeshStore, 'geometries' | 'replace'>
  readonly #templates = new Map<number, RefinedTemplate>()

  constructor(meshes: Pick<MeshStore, 'geometries' | 'replace'>) {
    this.#meshes = meshes
  }

  /** Refines a geometry alone; `shape` makes it a template for others. */
  refine(number: number, shape: WeldedShape | null = null): void {
    const geometry = loadGeometry(this.#meshes.geometries[number])
    if (!hasTriangles(geometry) || geometry.levels.length > 1 || geometry.normals === null) return
    const mesh = { ...geometry, normals: geometry.normals, source: noTriangles }
    const refined = refineMesh(mesh)
    if (refined !== mesh) this.#meshes.replace(number, refined)
    if (shape !== null) this.#templates.set(number, { shape, refined })
  }

  /** Refines a geometry by the triangles and levels of its template. */
  refineAlike(number: number, shape: WeldedShape, reuse: TopologyReuse): void {
    const template = this.#templates.get(reuse.template)
    if (template === undefined || shape.mesh.levels.length > 1) this.refine(number)
    else this.#meshes.replace(number, reuseTopology(template.shape, template.refined, shape, reuse), reuse.template)
  }
}
