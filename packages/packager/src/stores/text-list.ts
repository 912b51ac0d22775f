import type { SheetTextInput } from '@kamar/core'
import { GrowingColumn } from './growing-column.js'
import { UniqueList } from './unique-list.js'

/** A text with its insertion number. */
export type PushedText = SheetTextInput & { readonly push: number }

/**
 * The texts of a sheet: what many have in common (style, direction, font, height) once, and for each its entity, anchor
 * and characters. An object for each takes ten times the memory.
 */
export class TextList implements Iterable<PushedText> {
  readonly #templates = new UniqueList<SheetTextInput>((text) => JSON.stringify(text))
  readonly #template = new GrowingColumn(Uint32Array)
  readonly #entity = new GrowingColumn(Uint32Array)
  readonly #push = new GrowingColumn(Uint32Array)
  /** x y each, sheet units. */
  readonly #anchors = new GrowingColumn(Float64Array)
  /** Characters of the runs of each text. */
  readonly #characters: (string | readonly string[])[] = []

  get length(): number {
    return this.#characters.length
  }

  add(text: SheetTextInput, push: number): void {
    const paragraphs = text.paragraphs.map((paragraph) => paragraph.map((run) => ({ ...run, text: '' })))
    this.#template.push(this.#templates.intern({ ...text, entity: 0, anchor: [0, 0], paragraphs }))
    this.#entity.push(text.entity)
    this.#push.push(push)
    this.#anchors.pushAll(text.anchor)
    const characters = text.paragraphs.flatMap((paragraph) => paragraph.map((run) => run.text))
    this.#characters.push(characters.length === 1 ? characters[0] : characters)
  }

  at(number: number): PushedText {
    const template = this.#templates.values[this.#template.at(number)]
    const own = this.#characters[number]
    let run = 0
    const takeText = (): string => (typeof own === 'string' ? own : own[run++])
    return {
      ...template,
      entity: this.#entity.at(number),
      anchor: [this.#anchors.at(number * 2), this.#anchors.at(number * 2 + 1)],
      paragraphs: template.paragraphs.map((paragraph) => paragraph.map((one) => ({ ...one, text: takeText() }))),
      push: this.#push.at(number),
    }
  }

  /** Returns the numbers of the fonts of all runs. */
  listFonts(): ReadonlySet<number> {
    return new Set(this.#templates.values.flatMap(({ paragraphs }) => paragraphs.flat().map(({ font }) => font)))
  }

  *[Symbol.iterator](): Generator<PushedText> {
    for (let number = 0; number < this.length; number++) yield this.at(number)
  }
}
