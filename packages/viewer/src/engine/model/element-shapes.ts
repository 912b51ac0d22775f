import type { ModelContent } from './model-content.js'

/** Which elements have a shape of their own, computed once per state of the content: lists ask whenever they are rendered. */
export class ElementShapes {
  #content: ModelContent | null = null
  #key = ''
  #values = new Uint8Array(0)

  /** Returns 1 for each element with a shape, 0 for others; without rendering it is unknown, and all have 1. */
  of(
    content: ModelContent | null,
    { count, isRendering }: { readonly count: number; readonly isRendering: boolean },
  ): Uint8Array {
    const boxes = content?.cells?.boxes ?? null
    const key = [count, isRendering, content?.instances.count, boxes !== null].join(' ')
    if (this.#content === content && this.#key === key) return this.#values
    this.#content = content
    this.#key = key
    this.#values = new Uint8Array(count).fill(isRendering ? 0 : 1)
    if (boxes !== null)
      for (let element = 0; element < count; element++) this.#values[element] = boxes.hasShape(element) ? 1 : 0
    else if (content !== null)
      for (let instance = 0; instance < content.instances.count; instance++)
        this.#values[content.instances.node[instance]] = 1
    return this.#values
  }
}
