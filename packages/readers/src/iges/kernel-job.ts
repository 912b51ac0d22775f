import type { MeshQuality } from '@kamar/contracts/core'
import type { PreparedMesh } from '@kamar/scene'

/** A mesh that the kernel made. */
export interface KernelMesh {
  readonly name: string
  /** Channels 0 to 1; null where the file states none. White where the faces have colours of their own. */
  readonly color: readonly [number, number, number] | null
  /** Metres; null when nothing was left of it. */
  readonly mesh: PreparedMesh | null
  /** What to add to every position, metres. */
  readonly origin: readonly [number, number, number]
  readonly faces: number
}

/** A node of the tree, with the numbers of its meshes. */
export interface KernelNode {
  readonly name: string
  readonly meshes: readonly number[]
  readonly children: readonly KernelNode[]
}

/** What the kernel made of a file; a reason when it made nothing. */
export type KernelResult =
  | { readonly kind: 'read'; readonly root: KernelNode; readonly meshes: readonly KernelMesh[] }
  | { readonly kind: 'failed'; readonly reason: 'not-translated' | 'took-too-long' | 'too-much-memory' | 'cancelled' }

/** What the main thread says to the worker: the file. */
export interface KernelRequest {
  readonly bytes: Uint8Array
  readonly quality: MeshQuality
}

/** What the worker is started with. */
export interface KernelStart {
  /** The compiled kernel. */
  readonly module: object
  readonly maxMemoryBytes: number
}
