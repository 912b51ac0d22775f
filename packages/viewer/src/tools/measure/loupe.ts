import type { SnapKind } from '../../engine/geometry/snapping.js'
import { snapGlyph } from './snap-glyphs.js'

/** Diameter in CSS pixels. */
const size = 128
/** Offset above the finger, so that it covers nothing. */
const lift = 100
const magnification = 2.5

/** A magnifier above the finger: shows the area and the snap under it. */
export class Loupe {
  readonly #canvas = document.createElement('canvas')
  readonly #parent: HTMLElement
  readonly #snapshot = document.createElement('canvas')
  #ratio = 1

  constructor(parent: HTMLElement) {
    this.#parent = parent
    this.#canvas.className = 'kamar-loupe'
    this.#canvas.setAttribute('aria-hidden', 'true')
    Object.assign(this.#canvas.style, {
      position: 'absolute',
      width: `${size}px`,
      height: `${size}px`,
      borderRadius: '50%',
      border: '2px solid #FFFFFF',
      boxShadow: '0 2px 12px rgb(0 0 0 / 0.4)',
      pointerEvents: 'none',
      display: 'none',
    })
    parent.append(this.#canvas)
  }

  get isShown(): boolean {
    return this.#canvas.style.display !== 'none'
  }

  /** Captures the frame to magnify; must be called in the task that drew it. */
  take(source: HTMLCanvasElement): void {
    this.#ratio = source.width / Math.max(1, source.clientWidth)
    this.#snapshot.width = source.width
    this.#snapshot.height = source.height
    this.#snapshot.getContext('2d')?.drawImage(source, 0, 0)
  }

  /** Shows the surroundings of a position; below the finger if there is no space above. */
  show(
    point: { readonly x: number; readonly y: number },
    snap: { readonly x: number; readonly y: number; readonly kind: SnapKind } | null,
  ): void {
    const above = point.y - lift - size / 2
    const top = above >= 4 ? above : Math.min(point.y + lift - size / 2, this.#parent.clientHeight - size)
    const left = Math.min(Math.max(4, point.x - size / 2), this.#parent.clientWidth - size - 4)
    Object.assign(this.#canvas.style, { display: 'block', left: `${left}px`, top: `${top}px` })
    this.#draw(point, snap)
  }

  hide(): void {
    this.#canvas.style.display = 'none'
  }
  dispose(): void {
    this.#canvas.remove()
  }

  #draw(
    point: { readonly x: number; readonly y: number },
    snap: { readonly x: number; readonly y: number; readonly kind: SnapKind } | null,
  ): void {
    const density = 2
    this.#canvas.width = size * density
    this.#canvas.height = size * density
    const context = this.#canvas.getContext('2d')
    if (context === null) return
    const sourceSize = (size / magnification) * this.#ratio
    const [x, y] = [point.x * this.#ratio - sourceSize / 2, point.y * this.#ratio - sourceSize / 2]
    context.scale(density, density)
    context.fillStyle = '#888888'
    context.fillRect(0, 0, size, size)
    context.drawImage(this.#snapshot, x, y, sourceSize, sourceSize, 0, 0, size, size)
    context.translate(size / 2, size / 2)
    const cross = new Path2D('M-12 0H-3M3 0H12M0-12V-3M0 3V12')
    stroke(context, cross, '#1E2326')
    if (snap === null) return
    context.translate((snap.x - point.x) * magnification, (snap.y - point.y) * magnification)
    stroke(context, new Path2D(snapGlyph(snap.kind)), '#2F6FDE')
  }
}

function stroke(context: CanvasRenderingContext2D, path: Path2D, color: string): void {
  for (const [strokeStyle, lineWidth] of [
    ['#FFFFFF', 4],
    [color, 2],
  ] as const) {
    Object.assign(context, { strokeStyle, lineWidth })
    context.stroke(path)
  }
}
