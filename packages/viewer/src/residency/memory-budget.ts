import type { Manifest } from '@kamar/view-package/read'

const megabyte = 1024 * 1024

/** Bytes of a triangle on the card and in the page, all levels, edges and its share of the corners. */
const triangleBytes = 60
/** Bytes of an instance: its row of every column, and its texels. */
const instanceBytes = 280
/** Bytes of a line segment, and of a point. */
const strokeBytes = 40

/** What a device is known to have; browsers round it, and some do not say. */
export interface DeviceInfo {
  /** Gigabytes, at most 8 as browsers tell it. */
  readonly memoryGigabytes: number | undefined
  /** A phone or tablet: what it has is shared with the graphics card, and a page that takes too much is ended. */
  readonly isHandheld: boolean
}

/** Bytes that a model's shapes may take on such a device, on the graphics card and in the page together. */
export function bytesFor({ memoryGigabytes, isHandheld }: DeviceInfo): number {
  if (isHandheld) return Math.max(96, Math.min(384, (memoryGigabytes ?? 3) * 80)) * megabyte
  return Math.max(192, Math.min(1536, (memoryGigabytes ?? 6) * 192)) * megabyte
}

/** What this device is known to have. */
function readDeviceInfo(): DeviceInfo {
  const { deviceMemory } = navigator as { deviceMemory?: number }
  return { memoryGigabytes: deviceMemory, isHandheld: window.matchMedia('(pointer: coarse)').matches }
}

/** Bytes that all of a model is going to take, judged by its manifest. */
export function bytesNeeded({ counts }: Manifest): number {
  const strokes = counts.lines + (counts.points ?? 0)
  return counts.triangles * triangleBytes + counts.instances * instanceBytes + strokes * strokeBytes
}

/** Bytes of instances' rows, which stay when shapes are let go. */
export const rowBytes = ({ counts }: Manifest): number => counts.instances * instanceBytes

/** How much memory models may take. A model that needs more is kept within by a `Ration`. */
export class MemoryBudget {
  #bytes: number

  constructor(bytes: number = bytesFor(readDeviceInfo())) {
    this.#bytes = bytes
  }

  get bytes(): number {
    return this.#bytes
  }
  /** Whether not all of the model is going to have room. */
  isShortFor(manifest: Manifest): boolean {
    return manifest.state === 'complete' && bytesNeeded(manifest) > this.#bytes
  }
  /** There was less than it says, seen with a model that needs so many bytes. */
  halve(needed = Infinity): void {
    this.#bytes = Math.min(this.#bytes, needed) / 2
  }
}
