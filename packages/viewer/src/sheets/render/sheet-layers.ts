import type { SheetLayer } from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../loaded-sheet.js'
import type { SheetLayerState } from '../sheet-api.js'

/** Layer visibility: by name, so that a layer of the model is toggled in every viewport. */
export class SheetLayers {
  readonly #changed = new Map<string, boolean>()

  /** Resets all toggled layers. */
  reset(): void {
    this.#changed.clear()
  }
  set(name: string, isShown: boolean): void {
    this.#changed.set(name, isShown)
  }

  /** Returns whether a layer is visible; layers frozen in a viewport are hidden in it. */
  isShown({ info }: LoadedSheet, layer: number, frozen: ReadonlySet<number>): boolean {
    const { name } = info.layers[layer]
    return (this.#changed.get(name) ?? isShownByDefault(info.layers[layer])) && !frozen.has(layer)
  }

  /** Returns all layers of the sheets that contain drawn content, by name. */
  states(sheets: Iterable<LoadedSheet>): readonly SheetLayerState[] {
    const states = new Map<string, SheetLayerState>()
    for (const sheet of sheets)
      sheet.info.layers.forEach((state, layer) => {
        const { name, color } = state
        if (states.has(name)) return
        const isShown = this.isShown(sheet, layer, new Set())
        states.set(name, { name, color, isShown, isShownByDefault: isShownByDefault(state) })
      })
    return [...states.values()].sort((one, other) => one.name.localeCompare(other.name))
  }
}

const isShownByDefault = ({ on, frozen }: SheetLayer): boolean => on && !frozen
