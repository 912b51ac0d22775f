import type { MeshInput, PreparedMesh } from '@kamar/core'
import { MeshField } from './mesh-layout.js'
import { MeshModule } from './mesh-module.js'

/** Options of `prepareMesh`. */
export interface PrepareOptions {
  /** Degrees; edges with a sharper angle are shaded as creases. Default 40. */
  readonly creaseAngleDegrees?: number
  /** Default true: makes the winding consistent, outward around volumes. */
  readonly repairOrientation?: boolean
}

/** The mesh stage of this thread. */
let stage: MeshModule | undefined

/**
 * Prepares a reader's mesh for a view package: cleaned, welded, oriented, with normals and edges, quantised, at full
 * detail (level 0 only; `refineMesh` adds levels once the unique meshes are known). Null when nothing is left.
 * Synchronous and without external state, so it may run in worker threads; equal input gives equal output.
 */
export function prepareMesh(input: MeshInput, options: PrepareOptions = {}): PreparedMesh | null {
  stage ??= new MeshModule()
  const isPrepared = stage.prepare(input, {
    creaseCosine: Math.cos(((options.creaseAngleDegrees ?? 40) * Math.PI) / 180),
    repairsOrientation: options.repairOrientation !== false,
  })
  const prepared = isPrepared ? readMesh(stage, input) : null
  if (stage.isLarge) stage = undefined
  return prepared
}

function readMesh(result: MeshModule, input: MeshInput): PreparedMesh {
  const vertices = result.get(MeshField.vertexCount)
  const corners = result.get(MeshField.cornerCount)
  const closed = result.get(MeshField.closed) === 1
  return {
    positions: result.copyShorts(MeshField.outputPositionsAddress, vertices * 3),
    normals: new Int8Array(result.copyBytes(MeshField.outputNormalsAddress, vertices * 2).buffer),
    colors: input.colors === undefined ? null : result.copyBytes(MeshField.outputColorsAddress, vertices * 4),
    ...readTexture(result, input, vertices),
    indices: result.copyIntegers(MeshField.outputIndicesAddress, corners),
    levels: [{ start: 0, count: corners, errorMetres: 0 }],
    edges: result.copyIntegers(MeshField.outputEdgesAddress, result.get(MeshField.edgeCount) * 2),
    source: {
      triangles: Math.floor(input.indices.length / 3),
      unusable: result.get(MeshField.unusable),
      withoutArea: result.get(MeshField.withoutArea),
      collapsed: result.get(MeshField.collapsed),
      repeated: result.get(MeshField.repeated),
    },
    origin: [result.get(MeshField.originX), result.get(MeshField.originY), result.get(MeshField.originZ)],
    step: result.get(MeshField.step),
    area: result.get(MeshField.area),
    volume: closed ? result.get(MeshField.volume) : null,
    closed,
    shapeHash: hexadecimal(result.get(MeshField.hashHigh)) + hexadecimal(result.get(MeshField.hashLow)),
  }
}

function readTexture(result: MeshModule, input: MeshInput, vertices: number): Pick<PreparedMesh, 'textureCoordinates'> {
  if (input.textureCoordinates === undefined) return {}
  return {
    textureCoordinates: {
      values: result.copyShorts(MeshField.outputTextureAddress, vertices * 2),
      offset: [result.get(MeshField.textureOffsetU), result.get(MeshField.textureOffsetV)],
      step: result.get(MeshField.textureStep),
    },
  }
}

const hexadecimal = (value: number): string => value.toString(16).padStart(8, '0')

/** Returns the buffers to transfer when a prepared mesh is posted to another thread. */
export function preparedMeshTransferables(mesh: PreparedMesh): ArrayBuffer[] {
  const arrays = [
    mesh.positions,
    mesh.normals,
    mesh.indices,
    mesh.edges,
    ...(mesh.colors === null ? [] : [mesh.colors]),
    ...(mesh.textureCoordinates === undefined ? [] : [mesh.textureCoordinates.values]),
  ]
  return arrays.map((array) => array.buffer as ArrayBuffer)
}
