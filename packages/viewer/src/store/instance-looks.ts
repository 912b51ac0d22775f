import type { ElementColor } from '../api.js'
import { elementFlag, type ElementStates } from './element-states.js'
import { grown } from './growable.js'
import type { InstanceStore } from './instance-store.js'
import { instanceFlag } from './placed-chunk.js'

/** How an instance is drawn; `InstanceLooks.mode`. */
export const drawMode = { none: 0, closed: 1, open: 2, clear: 3 } as const

/** Colours of states, chosen by the theme. */
export interface StateColors {
  readonly selection: readonly [number, number, number]
  readonly ghost: readonly [number, number, number]
  /** 0 to 1. */
  readonly ghostOpacity: number
}

/** How much of a selected object's colour is the selection's. */
const selectionShare = 0.72
/** A selected pane must be seen as selected. */
const leastSelectedOpacity = 0.55

/**
 * Colour and way of drawing of each instance, worked out from the package's colour and its element's state. The colour's
 * last byte is the opacity in 7 bits and, lowest, whether the colour replaces colours of vertices.
 */
export class InstanceLooks {
  readonly #instances: InstanceStore
  readonly #states: ElementStates
  /** Four bytes each, as the graphics card reads them. */
  color = new Uint8Array(0)
  mode = new Uint8Array(0)
  colors: StateColors

  constructor(parts: {
    readonly instances: InstanceStore
    readonly states: ElementStates
    readonly colors: StateColors
  }) {
    this.#instances = parts.instances
    this.#states = parts.states
    this.colors = parts.colors
  }

  /** Works out the instances from `start` up to `end`. */
  updateRange(start: number, end: number): void {
    this.color = grown(this.color, end * 4)
    this.mode = grown(this.mode, end)
    for (let instance = start; instance < end; instance++) this.update(instance)
  }

  /** Works out one instance. */
  update(instance: number): void {
    const element = this.#instances.node[instance]
    const flags = this.#states.flagsOf(element)
    if (flags === 0) this.#write(instance, this.#instances.color, instance * 4, this.#instances.color[instance * 4 + 3])
    else if (flags & elementFlag.hidden) this.mode[instance] = drawMode.none
    else this.#updateChanged(instance, flags)
  }

  #updateChanged(instance: number, flags: number): void {
    const rgba = this.#baseColor(instance, flags)
    if (flags & elementFlag.ghosted && (flags & elementFlag.selected) === 0)
      return this.#write(instance, [...this.colors.ghost], 0, Math.round(this.colors.ghostOpacity * 255), 1)
    if (flags & elementFlag.selected) {
      for (let channel = 0; channel < 3; channel++)
        rgba[channel] += (this.colors.selection[channel] - rgba[channel]) * selectionShare
      rgba[3] = Math.max(rgba[3], leastSelectedOpacity * 255)
    }
    const replaces = (flags & (elementFlag.colored | elementFlag.selected)) !== 0 ? 1 : 0
    this.#write(instance, rgba, 0, rgba[3], replaces)
  }

  #baseColor(instance: number, flags: number): number[] {
    const own = [...this.#instances.color.subarray(instance * 4, instance * 4 + 4)]
    const color: ElementColor | undefined =
      flags & elementFlag.colored ? this.#states.colorOf(this.#instances.node[instance]) : undefined
    if (color === undefined) return own
    return [...color.rgb, color.opacity === undefined ? own[3] : color.opacity * 255]
  }

  // Five plain arguments: this runs for every instance of a model, and an object each would be the main cost.
  #write(instance: number, rgb: ArrayLike<number>, at: number, opacity: number, replaces = 0): void {
    const out = instance * 4
    this.color[out] = rgb[at]
    this.color[out + 1] = rgb[at + 1]
    this.color[out + 2] = rgb[at + 2]
    this.color[out + 3] = (opacity >> 1) * 2 + replaces
    if (opacity < 254) this.mode[instance] = drawMode.clear
    else this.mode[instance] = this.#instances.flags[instance] & instanceFlag.closed ? drawMode.closed : drawMode.open
  }
}
