import type { ElementColor } from '../api.js'
import { elementFlag, ghostFlags, unseenFlags, type ElementStates } from './element-states.js'
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
    const flags = this.#states.flagsOf(this.#instances.node[instance])
    if (flags & unseenFlags) this.mode[instance] = drawMode.none
    else if (flags === 0) this.#updatePlain(instance)
    else this.#updateChanged(instance, flags)
  }

  /** As the package has it; nearly all instances of a model come here. */
  #updatePlain(instance: number): void {
    const at = instance * 4
    const { color } = this.#instances
    for (let channel = 0; channel < 3; channel++) this.color[at + channel] = color[at + channel]
    this.#setOpacity(instance, color[at + 3], 0)
  }

  #updateChanged(instance: number, flags: number): void {
    const rgba = this.#changedColor(instance, flags)
    const replaces = (flags & ~elementFlag.hiddenByDefault) !== 0 ? 1 : 0
    for (let channel = 0; channel < 3; channel++) this.color[instance * 4 + channel] = rgba[channel]
    this.#setOpacity(instance, rgba[3], replaces)
  }

  #changedColor(instance: number, flags: number): number[] {
    const rgba = this.#baseColor(instance, flags)
    if ((flags & elementFlag.selected) === 0)
      return flags & ghostFlags ? [...this.colors.ghost, this.colors.ghostOpacity * 255] : rgba
    const mixed = this.colors.selection.map(
      (value, channel) => rgba[channel] + (value - rgba[channel]) * selectionShare,
    )
    return [...mixed, Math.max(rgba[3], leastSelectedOpacity * 255)]
  }

  #baseColor(instance: number, flags: number): number[] {
    const own = [...this.#instances.color.subarray(instance * 4, instance * 4 + 4)]
    const color: ElementColor | undefined =
      flags & elementFlag.colored ? this.#states.colorOf(this.#instances.node[instance]) : undefined
    if (color === undefined) return own
    return [...color.rgb, color.opacity === undefined ? own[3] : color.opacity * 255]
  }

  #setOpacity(instance: number, opacity: number, replaces: 0 | 1): void {
    this.color[instance * 4 + 3] = (opacity >> 1) * 2 + replaces
    const closed = (this.#instances.flags[instance] & instanceFlag.closed) !== 0
    this.mode[instance] = opacity < 254 ? drawMode.clear : closed ? drawMode.closed : drawMode.open
  }
}
