import { computeBoxCenter } from '@kamar/core/math'
import { listStoreys, type ModelTree } from '@kamar/package-format/read'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { displace } from './displace.js'
import { explodeModes, radialOffsets, storeyOffsets, type ExplodeMode } from './explode-offsets.js'
import type { ElementBoxes } from '../../engine/model/model-geometry.js'
import { Extension } from '../../engine/api.js'

/** State of the explosion. */
export interface ExplodeState {
  readonly mode: ExplodeMode
  /** 0 for assembled, 1 for fully exploded. */
  readonly amount: number
}

/** Events of the explode tool. */
export interface ExplodeEvents {
  changed: { readonly state: ExplodeState }
}

const assembled: ExplodeState = { mode: 'radial', amount: 0 }

/** Explodes the model: away from its centre, or storey from storey. Picks, sections and measurements follow. */
export class ExplodeExtension extends Extension {
  readonly #events = new EventEmitter<ExplodeEvents>()
  #state: ExplodeState = assembled
  /** State before a drag of the slider. */
  #before: ExplodeState | null = null
  #tree: ModelTree | null = null
  #boxes: (ElementBoxes & { readonly instances: number }) | null = null
  #stops: readonly (() => void)[] = []

  override load(): boolean {
    const { viewer } = this
    this.#stops = [
      viewer.on('modelUnloaded', () => {
        this.#boxes = null
        this.#tree = null
        this.#before = null
        this.#emitState(assembled)
      }),
      viewer.on('elementsMoved', ({ move }) => {
        if (move === null) return
        this.#boxes = null
        if (this.#state.amount > 0) void this.#show(this.#state)
      }),
    ]
    return true
  }
  override unload(): void {
    super.unload()
    for (const stop of this.#stops) stop()
    if (this.#state.amount > 0) displace(this.viewer, null)
    this.#events.clear()
  }

  override getState(): unknown {
    return this.#state.amount > 0 ? this.#state : undefined
  }
  override restoreState(state: unknown): void {
    this.#before = null
    void this.#show(readState(state))
  }

  /** Calls `listener` on every event of that name; returns the unsubscribe function. */
  on<Name extends keyof ExplodeEvents>(name: Name, listener: Listener<ExplodeEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  get state(): ExplodeState {
    return this.#state
  }
  /** Returns whether the model has storeys to separate. */
  async hasStoreys(): Promise<boolean> {
    const tree = await this.viewer.model?.tree
    return tree !== undefined && listStoreys(tree).length > 1
  }

  /**
   * Explodes the model to a state; `settled` is false while a slider moves: only the complete movement is one undo
   * step.
   */
  async set(state: ExplodeState, settled = true): Promise<void> {
    this.#before ??= this.#state
    await this.#show({ ...state, amount: Math.min(1, Math.max(0, state.amount)) })
    if (!settled) return
    const before = this.#before
    const after = this.#state
    this.#before = null
    if (before === null || (before.amount === after.amount && before.mode === after.mode)) return
    this.viewer.history.push({ undo: () => void this.#show(before), redo: () => void this.#show(after) })
  }

  async #show(state: ExplodeState): Promise<void> {
    const { model } = this.viewer
    if (model === null) return
    if (state.mode === 'storeys' && this.#tree === null) this.#tree = await model.tree
    if (model !== this.viewer.model) return
    if (state.amount === 0) displace(this.viewer, null)
    else displace(this.viewer, this.#computeOffsets(state))
    this.#emitState(state)
  }

  #computeOffsets({ mode, amount }: ExplodeState): Float32Array {
    const boxes = this.#restBoxes()
    const bounds = this.viewer.model?.manifest.bounds
    if (mode === 'storeys' && this.#tree !== null) return storeyOffsets(boxes, this.#tree, amount)
    const [x, y] = bounds ? computeBoxCenter(bounds) : [0, 0]
    // The ground stays: nothing sinks below it.
    return radialOffsets(boxes, [x, y, bounds?.min[2] ?? 0], amount)
  }

  /** Returns the original boxes of the elements; recomputed when more chunks arrive. */
  #restBoxes(): ElementBoxes {
    const { geometry, model } = this.viewer
    const instances = geometry?.count ?? 0
    if (this.#boxes?.instances === instances) return this.#boxes
    const count = model?.manifest.counts.nodes ?? 0
    displace(this.viewer, null)
    this.#boxes = { count, boxes: geometry?.elementBoxes(count) ?? new Float32Array(count * 6), instances }
    return this.#boxes
  }

  #emitState(state: ExplodeState): void {
    this.#state = state
    this.#events.emit('changed', { state })
  }
}

function readState(value: unknown): ExplodeState {
  const { mode, amount } = (value ?? {}) as Partial<ExplodeState>
  const validMode = explodeModes.find((one) => one === mode)
  if (validMode === undefined || typeof amount !== 'number' || !(amount >= 0 && amount <= 1)) return assembled
  return { mode: validMode, amount }
}
