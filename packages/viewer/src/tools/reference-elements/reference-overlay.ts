import { subtract } from '@kamar/core/math'
import { readManifest } from '@kamar/package-format/read'
import { BufferAttribute, BufferGeometry, Mesh } from 'three'
import type { ElementColor, PackageLoader } from '../../engine/types.js'
import { ReadyDecoder } from '../../engine/stream/chunk-decoder.js'
import { streamChunks } from '../../engine/stream/chunk-stream.js'
import { createOverlayMaterial } from './overlay-material.js'
import { listVertices, TriangleCollector, type TriangleSpan } from './triangle-collector.js'
import type { Viewer } from '../../engine/api.js'

/** 36 MB of positions. */
const maxTriangles = 1_000_000

/** Request: the elements of another package and their display. */
export interface ReferenceOverlayRequest {
  readonly loader: PackageLoader
  readonly elements: ReadonlySet<number>
  readonly color: ElementColor
  readonly signal: AbortSignal
}

/**
 * Elements of another package, drawn with the loaded model as striped, transparent shapes, such as those of an older
 * version. They are not pickable and do not affect the viewer's statistics.
 */
export class ReferenceOverlay {
  readonly #viewer: Viewer
  #mesh: Mesh | null = null
  #visible = true
  #spans: readonly TriangleSpan[] = []
  #only: ReadonlySet<number> | null = null

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  /**
   * Replaces the displayed elements. Resolves with the number of triangles beyond the limit; rejects with a
   * `ViewerError`, `cancelled` if the signal was aborted.
   */
  async show({ color, elements, loader, signal }: ReferenceOverlayRequest): Promise<{ readonly omitted: number }> {
    this.clear()
    if (elements.size === 0) return { omitted: 0 }
    const manifest = readManifest(await loader.fetchManifest(signal))
    const origin = this.#viewer.model?.manifest.origin ?? manifest.origin
    const shift = subtract(manifest.origin, origin)
    const triangles = new TriangleCollector({ elements, shift, maxTriangles })
    const decoder = new ReadyDecoder(undefined).take()
    try {
      await streamChunks({
        chunks: manifest.chunks,
        loader,
        decoder,
        signal,
        take: (chunk) => Promise.resolve(triangles.append(chunk)),
      })
    } finally {
      decoder.close()
    }
    this.#spans = triangles.spans
    this.#draw(triangles.positions.slice(), color)
    return { omitted: triangles.omitted }
  }

  get visible(): boolean {
    return this.#visible
  }
  set visible(visible: boolean) {
    this.#visible = visible
    if (this.#mesh !== null) this.#mesh.visible = visible
    this.#viewer.invalidate()
  }

  /** Draws only these of the elements, now and when others are shown; null for all. */
  restrict(elements: ReadonlySet<number> | null): void {
    this.#only = elements
    this.#applyRestriction()
    this.#viewer.invalidate()
  }

  /** Removes the elements. */
  clear(): void {
    const mesh = this.#mesh
    if (mesh === null) return
    this.#mesh = null
    this.#viewer.overlay.remove(mesh)
    mesh.geometry.dispose()
    for (const material of [mesh.material].flat()) material.dispose()
    this.#viewer.invalidate()
  }

  #draw(positions: Float32Array, color: ElementColor): void {
    this.clear()
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    this.#mesh = new Mesh(geometry, createOverlayMaterial(color))
    this.#applyRestriction()
    this.#mesh.visible = this.#visible
    this.#mesh.frustumCulled = false
    this.#viewer.overlay.add(this.#mesh)
    this.#viewer.invalidate()
  }

  #applyRestriction(): void {
    const index = this.#only && new BufferAttribute(listVertices(this.#spans, this.#only), 1)
    this.#mesh?.geometry.setIndex(index)
  }
}
