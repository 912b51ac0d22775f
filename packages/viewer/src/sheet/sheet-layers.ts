import type { LoadedSheet } from './loaded-sheet.js'
import type { SheetLayerState } from './sheet-api.js'

/** Which layers are shown: by name, so that a layer of the model goes on and off in every viewport. */
export class SheetLayers {
  readonly #changed = new Map<string, boolean>()

  /** Forgets what was switched. */
  reset(): void {
    this.#changed.clear()
  }
  set(name: string, isShown: boolean): void {
    this.#changed.set(name, isShown)
  }

  /** Whether a layer is seen; layers that a viewport freezes are not seen in it. */
  isShown({ info }: LoadedSheet, layer: number, frozen: ReadonlySet<number>): boolean {
    const { name, on, frozen: isFrozen } = info.layers[layer]
    return (this.#changed.get(name) ?? (on && !isFrozen)) && !frozen.has(layer)
  }

  /** All layers of the sheets that something is drawn on, by name. */
  states(sheets: Iterable<LoadedSheet>): readonly SheetLayerState[] {
    const states = new Map<string, SheetLayerState>()
    for (const sheet of sheets)
      sheet.info.layers.forEach(({ name, color }, layer) => {
        if (!states.has(name)) states.set(name, { name, color, isShown: this.isShown(sheet, layer, new Set()) })
      })
    return [...states.values()].sort((one, other) => one.name.localeCompare(other.name))
  }
}
