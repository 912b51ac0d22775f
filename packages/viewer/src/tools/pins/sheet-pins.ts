import { type PinFace, PinLayer, pinPixels } from './pin-layer.js'

/** Numbered marker at a point of a sheet. */
export interface SheetPin extends PinFace {
  readonly sheet: number
  /** Units of the sheet. */
  readonly point: readonly [number, number]
}

/** The view of a sheet that has pins. */
export interface PinnedSheet {
  readonly element: HTMLElement
  readonly openSheet: number | null
  readonly camera: { toScreen(point: readonly [number, number]): { readonly x: number; readonly y: number } }
  on(name: 'frame', listener: () => void): () => void
  /** Moves the camera to a rectangle, with its surroundings. */
  showRectangle(min: readonly [number, number], max: readonly [number, number]): void
}

/** Pins closer than this on the screen are one, CSS pixels. */
const clusterPixels = pinPixels - 4
const clusterColor = '#3d4347'
/** Relative size of the sheet's coordinates below which points coincide. */
const samePointRatio = 1e-9

type Position = ReturnType<PinnedSheet['camera']['toScreen']>

interface Cluster {
  readonly pins: readonly SheetPin[]
  readonly position: Position
}

/**
 * Numbered markers over a sheet. Those that would cover each other are one with their count; a click on it zooms in
 * until they are apart.
 */
export class SheetPins {
  readonly #sheet: PinnedSheet
  readonly #layer: PinLayer
  readonly #stop: () => void
  #pins: readonly SheetPin[] = []
  #clusters: ReadonlyMap<string, Cluster> = new Map()
  #clicked: (id: string) => void = () => undefined

  constructor(sheet: PinnedSheet) {
    this.#sheet = sheet
    this.#layer = new PinLayer(sheet.element, (id) => this.#handleClick(id))
    this.#stop = sheet.on('frame', () => this.#update())
  }

  dispose(): void {
    this.#stop()
    this.#layer.dispose()
  }

  /** Replaces the displayed pins; `clicked` is called with the id of one that was clicked. */
  set(pins: readonly SheetPin[], clicked: (id: string) => void): void {
    this.#pins = pins
    this.#clicked = clicked
    this.#update()
  }

  #update(): void {
    const { camera, openSheet } = this.#sheet
    const visible = this.#pins.filter(({ sheet }) => sheet === openSheet)
    const clusters = groupPins(visible.map((pin) => ({ pins: [pin], position: camera.toScreen(pin.point) })))
    this.#clusters = new Map(clusters.map((cluster) => [cluster.pins.map(({ id }) => id).join(' '), cluster]))
    this.#layer.set([...this.#clusters].map(([id, { pins }]) => toFace(id, pins)))
    for (const [id, { position }] of this.#clusters) this.#layer.move(id, position)
  }

  #handleClick(id: string): void {
    const pins = this.#clusters.get(id)?.pins ?? []
    const [first] = pins
    if (first === undefined) return
    const [xs, ys] = [pins.map(({ point }) => point[0]), pins.map(({ point }) => point[1])]
    const [min, max] = [[Math.min(...xs), Math.min(...ys)] as const, [Math.max(...xs), Math.max(...ys)] as const]
    const extent = Math.hypot(max[0] - min[0], max[1] - min[1])
    if (extent > Math.hypot(...max) * samePointRatio) return this.#sheet.showRectangle(min, max)
    // Pins at the same point: each click opens the next one.
    const open = pins.findIndex(({ selected }) => selected)
    this.#clicked(pins[(open + 1) % pins.length]?.id ?? first.id)
  }
}

/** Joins what is too close to be distinguished, nearest to the first; a selected pin stays on its own. */
function groupPins(single: readonly Cluster[]): readonly Cluster[] {
  const clusters: Cluster[] = []
  for (const { pins, position } of single) {
    const isOpen = pins.some(({ selected }) => selected)
    const at = isOpen ? -1 : clusters.findIndex((other) => isClose(other, position))
    const near = clusters[at]
    if (near === undefined) clusters.push({ pins, position })
    else clusters[at] = { pins: [...near.pins, ...pins], position: near.position }
  }
  return clusters
}

const isClose = ({ pins, position }: Cluster, { x, y }: Position): boolean =>
  !pins.some(({ selected }) => selected) && Math.hypot(position.x - x, position.y - y) < clusterPixels

function toFace(id: string, pins: readonly SheetPin[]): PinFace {
  const [first] = pins
  if (pins.length === 1 && first !== undefined) return { ...first, id }
  const count = pins.length > 99 ? '99+' : String(pins.length)
  return { id, text: count, label: pins.map(({ label }) => label).join(', '), color: clusterColor }
}
