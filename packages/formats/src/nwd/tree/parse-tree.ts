import type { RecordForm } from '../container/form.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { ObjectStream, type ObjectReaders } from '../container/object-stream.js'
import { readAttributes, readKind } from './attributes.js'
import type { Element } from './elements.js'

const classes = { geometry: 22, group: 53 }

/** The elements of a model. */
export interface Tree {
  readonly roots: readonly Element[]
  /** Number of attributes stored in a separate chunk. */
  readonly separateCount: number
  /** Whether the whole record was read; otherwise all elements after some position are missing. */
  readonly isComplete: boolean
}

/** Reads nested elements. An unreadable one ends the tree, as the position of what follows is unknown. */
export function parseTree(bytes: Uint8Array, form: RecordForm): Tree {
  const parsing = new TreeParsing(bytes, form)
  const isComplete = parsing.run()
  const { roots, separateCount } = parsing
  return { roots, separateCount, isComplete }
}

class TreeParsing {
  readonly roots: Element[] = []
  separateCount = 0
  readonly #stream: ObjectStream
  readonly #form: RecordForm
  readonly #readers: ObjectReaders<Element>
  #separateReadCount = 0

  constructor(bytes: Uint8Array, form: RecordForm) {
    this.#stream = new ObjectStream(bytes)
    this.#form = form
    this.#readers = {
      [classes.geometry]: () => this.#element(true),
      [classes.group]: () => this.#element(false),
    }
  }

  run(): boolean {
    try {
      this.#read()
      return true
    } catch (error) {
      if (error instanceof MalformedRecordError) return false
      throw error
    }
  }

  #read(): void {
    const stream = this.#stream
    if (stream.u32() === 1) this.separateCount = stream.u32()
    this.#children(stream.listLength(), this.roots)
    stream.expect(1)
    stream.expectEnd()
    if (this.#separateReadCount !== this.separateCount) throw new MalformedRecordError('attributes', stream.at)
  }

  /** Adds children to their parent as they begin, so that those before an error remain. */
  #children(count: number, into: Element[]): void {
    for (let child = 0; child < count; child++) {
      this.#begun = into
      const before = into.length
      const element = this.#stream.required(this.#readers)
      // A reference to an earlier element has not been added yet.
      if (into.length === before) into.push(element)
    }
  }

  #begun: Element[] = []

  #element(isGeometry: boolean): Element {
    const into = this.#begun
    const stream = this.#stream
    const name = stream.string() ?? ''
    const kind = readKind(stream)
    stream.u32()
    if (this.#form.hasGuids) stream.u32()
    const attributes = readAttributes(stream, () => this.#separateReadCount++)
    const element: Element = { name, kind, isGeometry, attributes, children: [] }
    into.push(element)
    if (!isGeometry) this.#children(stream.u32(), element.children)
    return element
  }
}
