import type { Manifest, ModelTree } from '@kamar/package-format/read'
import type { GlbLayout } from '../kit/gltf/glb-layout.js'
import { GltfNodes } from './gltf-nodes.js'
import type { GltfDocument } from '../kit/gltf/gltf-types.js'
import { MeshTable } from './mesh-table.js'

/** Input of the document. */
export interface GltfSource {
  readonly manifest: Manifest
  readonly tree: ModelTree
  readonly layout: GlbLayout
}

/** Creates the JSON of an export: the model tree as nodes, each geometry once, Y up as in glTF. */
export function gltfDocument({ manifest, tree, layout }: GltfSource): GltfDocument {
  const meshes = new MeshTable(layout)
  const { nodes, hiddenInstances } = new GltfNodes(tree, manifest.source.name).addInstances(layout.instances, meshes)
  return {
    asset: {
      version: '2.0',
      generator: manifest.writer,
      // Added to a position, Z up, it gives the source coordinates.
      extras: { source: manifest.source.name, originMetres: manifest.origin, hiddenInstances },
    },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    ...meshes.content(),
  }
}
