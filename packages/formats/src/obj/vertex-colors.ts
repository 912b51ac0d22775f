const blockBits = 16
const blockMask = 2 ** blockBits - 1

/** Colours of vertices (`v x y z r g b`): most files have none, so blocks are allocated on first use. */
export class VertexColors {
  readonly #blocks: (Uint8Array | undefined)[] = []
  #hasIntegers = false

  /** Sets a colour. Channels are 0 to 1; a first channel above 1 identifies files that use 0 to 255. */
  set(vertex: number, channels: readonly [red: number, green: number, blue: number]): void {
    if (!this.#hasIntegers && channels.some((channel) => channel > 1)) this.#readAsIntegers()
    const scale = this.#hasIntegers ? 1 : 255
    const block = (this.#blocks[vertex >> blockBits] ??= new Uint8Array(4 * (blockMask + 1)))
    const at = 4 * (vertex & blockMask)
    for (let channel = 0; channel < 3; channel++) {
      block[at + channel] = Math.max(0, Math.min(255, Math.round(channels[channel] * scale) || 0))
    }
    block[at + 3] = 255
  }

  /** Whether any vertex has a colour. */
  get any(): boolean {
    return this.#blocks.length > 0
  }

  /** Writes r, g, b, a of a vertex; white when it has none. Returns whether it has one. */
  copy(vertex: number, target: Uint8Array, at: number): boolean {
    const block = this.#blocks[vertex >> blockBits]
    const from = 4 * (vertex & blockMask)
    const has = block !== undefined && block[from + 3] === 255
    for (let channel = 0; channel < 4; channel++) target[at + channel] = has ? block[from + channel] : 255
    return has
  }

  #readAsIntegers(): void {
    this.#hasIntegers = true
    for (const block of this.#blocks.filter((candidate) => candidate !== undefined)) {
      for (let at = 0; at < block.length; at++) if (at % 4 !== 3) block[at] = Math.round(block[at] / 255)
    }
  }
}
