import type { MeshQuality, PreparedMesh } from '@kamar/core'

/** A mesh from the kernel. */
export interface KernelMesh {
  readonly name: string
  /** Channels 0 to 1; null where the file states none. White where the faces have their own colours. */
  readonly color: readonly [number, number, number] | null
  /** Metres; null when it is empty. */
  readonly mesh: PreparedMesh | null
  /** Offset of every position, metres. */
  readonly origin: readonly [number, number, number]
  readonly faces: number
}

/** A node of the tree, with the numbers of its meshes. */
export interface KernelNode {
  readonly name: string
  readonly meshes: readonly number[]
  readonly children: readonly KernelNode[]
}

/** The kernel's result for a file, or a reason when there is none. */
export type KernelResult =
  | { readonly kind: 'read'; readonly root: KernelNode; readonly meshes: readonly KernelMesh[] }
  | { readonly kind: 'failed'; readonly reason: 'not-translated' | 'took-too-long' | 'too-much-memory' | 'cancelled' }

/** The main thread's message to the worker: the file. */
export interface KernelRequest {
  readonly bytes: Uint8Array
  readonly quality: MeshQuality
}

/** Start data of the worker. */
export interface KernelStart {
  /** The compiled kernel. */
  readonly module: object
  readonly maxMemoryBytes: number
}
