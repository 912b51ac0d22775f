import type { ElementColor } from '../types.js'
import { elementFlag, ghostFlags, hiddenFlags, type ElementStates } from './element-states.js'
import { grown } from './growable.js'
import type { InstanceStore } from './instance-store.js'
import { instanceFlag } from './gpu-chunk.js'

/** Draw modes of an instance; values of `InstanceColors.mode`. */
export const drawMode = { none: 0, closed: 1, open: 2, clear: 3 } as const

/** Colours of states, by theme. */
export interface StateColors {
  readonly ghost: readonly [number, number, number]
  /** 0 to 1. */
  readonly ghostOpacity: number
}

/**
 * Colour and draw mode of each instance, computed from the package's colour and its element's state. The colour's last
 * byte is the opacity in 7 bits and, in the lowest bit, whether the colour replaces vertex colours.
 */
export class InstanceColors {
  readonly #instances: InstanceStore
  readonly #states: ElementStates
  /** Four bytes each, in the layout of the GPU. */
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

  /** Updates the instances from `start` up to `end`. */
  updateRange(start: number, end: number): void {
    this.color = grown(this.color, end * 4)
    this.mode = grown(this.mode, end)
    for (let instance = start; instance < end; instance++) this.update(instance)
  }

  /** Updates one instance. */
  update(instance: number): void {
    const flags = this.#states.flagsOf(this.#instances.node[instance])
    const isAbsent = (this.#instances.flags[instance] & instanceFlag.absent) !== 0
    if (isAbsent || flags & hiddenFlags) this.mode[instance] = drawMode.none
    else if (flags === 0) this.#updatePlain(instance)
    else this.#updateChanged(instance, flags)
  }

  /** Whether anything is selected. */
  get hasSelected(): boolean {
    return this.#states.selected.size > 0
  }
  /** Returns whether the instance's element is selected. */
  isSelected(instance: number): boolean {
    return (this.#states.flagsOf(this.#instances.node[instance]) & elementFlag.selected) !== 0
  }

  /** Applies the package's colour, as for nearly all instances of a model. */
  #updatePlain(instance: number): void {
    const at = instance * 4
    const { color } = this.#instances
    for (let channel = 0; channel < 3; channel++) this.color[at + channel] = color[at + channel]
    this.#setOpacity(instance, color[at + 3], 0)
  }

  #updateChanged(instance: number, flags: number): void {
    const rgba = this.#changedColor(instance, flags)
    const replaces = (flags & elementFlag.colored) !== 0 || isGhost(flags) ? 1 : 0
    for (let channel = 0; channel < 3; channel++) this.color[instance * 4 + channel] = rgba[channel]
    this.#setOpacity(instance, rgba[3], replaces)
  }

  #changedColor(instance: number, flags: number): number[] {
    if (isGhost(flags)) return [...this.colors.ghost, this.colors.ghostOpacity * 255]
    return this.#baseColor(instance, flags)
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

/** A selected element is drawn normally: the selection of a ghost would not be visible. */
const isGhost = (flags: number): boolean => (flags & ghostFlags) !== 0 && (flags & elementFlag.selected) === 0
