import type { Manifest } from '@kamar/package-format/read'

const megabyte = 1024 * 1024

/**
 * Bytes of a triangle on the GPU and the CPU, including all levels of detail, edges and its portion of the vertices.
 */
const triangleBytes = 60
/** Bytes of an instance: its row of every column, and its texels. */
const instanceBytes = 280
/** Bytes of a line segment, and of a point. */
const strokeBytes = 40

/** Maximum bytes for a model of cells, and on phones and tablets. */
const maxCellBytes = 512 * megabyte
const handheldCellBytes = 192 * megabyte

/** Device information; browsers round it, and some do not report it. */
export interface DeviceInfo {
  /** Gigabytes, at most 8 as reported by browsers. */
  readonly memoryGigabytes: number | undefined
  /** Whether it is a phone or tablet, which shares memory with the GPU and terminates pages that use too much. */
  readonly isHandheld: boolean
}

/** Returns the memory budget for a model's shapes on a device, bytes, on the GPU and the CPU together. */
export function bytesFor({ memoryGigabytes, isHandheld }: DeviceInfo): number {
  if (isHandheld) return Math.max(96, Math.min(384, (memoryGigabytes ?? 3) * 80)) * megabyte
  return Math.max(192, Math.min(1536, (memoryGigabytes ?? 6) * 192)) * megabyte
}

/** Returns the reported information about this device. */
function readDeviceInfo(): DeviceInfo {
  const { deviceMemory } = navigator as { deviceMemory?: number }
  return { memoryGigabytes: deviceMemory, isHandheld: window.matchMedia('(pointer: coarse)').matches }
}

/** Estimates the bytes of the whole model from its manifest. */
export function bytesNeeded({ counts }: Manifest): number {
  const strokes = counts.lines + (counts.points ?? 0)
  return counts.triangles * triangleBytes + counts.instances * instanceBytes + strokes * strokeBytes
}

/** Returns the bytes of instance rows, which stay when shapes are evicted. */
export const rowBytes = ({ counts }: Manifest): number => counts.instances * instanceBytes

/** Maximum bytes of property blocks that the search keeps, and as a ratio of the budget. */
const maxPropertyBytes = 128 * megabyte
const maxPropertyRatio = 0.25
/** Decoded bytes of property blocks for each stored byte, at most. */
const propertyExpansion = 8
const minPropertyBytes = 4 * megabyte

/** Returns the maximum bytes of property blocks that the search keeps: those of the model, at most a part of the budget. */
export function computePropertyBytes({ files }: Manifest, budget: number): number {
  const stored = files.reduce((sum, { path, size }) => sum + (path.startsWith('properties/') ? size : 0), 0)
  // A federation does not state the sizes of its members' files.
  const needed = stored === 0 ? Infinity : Math.max(minPropertyBytes, stored * propertyExpansion)
  return Math.min(maxPropertyBytes, budget * maxPropertyRatio, needed)
}

/** Memory budget of models. A `ChunkResidency` limits a model that needs more. */
export class MemoryBudget {
  #bytes: number
  #cellBytes: number

  /** `bytes`: those of this device, unless stated. */
  constructor(bytes?: number) {
    this.#bytes = bytes ?? bytesFor(readDeviceInfo())
    this.#cellBytes = bytes ?? Math.min(this.#bytes, readDeviceInfo().isHandheld ? handheldCellBytes : maxCellBytes)
  }

  get bytes(): number {
    return this.#bytes
  }
  /** Bytes for everything of a model of cells: more would be spent on what is hardly visible. */
  get cellBytes(): number {
    return this.#cellBytes
  }
  /** Returns whether the whole model would exceed the budget. */
  isShortFor(manifest: Manifest): boolean {
    return manifest.state === 'complete' && bytesNeeded(manifest) > this.#bytes
  }
  /** Halves the budget after an allocation failed with a model that needs this many bytes. */
  halve(needed = Infinity): void {
    this.#bytes = Math.min(this.#bytes, needed) / 2
    this.#cellBytes = Math.min(this.#cellBytes / 2, this.#bytes)
  }
}
