/** Element of a document without a browser: attributes, style, children and events. */
export class FakeElement extends EventTarget {
  readonly name: string
  readonly attributes = new Map<string, string>()
  readonly style: Record<string, string> = {}
  readonly children: FakeElement[] = []
  parent: FakeElement | null = null
  textContent = ''
  title = ''
  /** Calls of functions that only a browser carries out. */
  readonly calls: string[] = []

  constructor(name: string) {
    super()
    this.name = name
  }

  /** Returns a document that creates such elements. */
  static createDocument(): object {
    return {
      createElement: (name: string) => new FakeElement(name),
      createElementNS: (_: string, name: string) => new FakeElement(name),
    }
  }

  get ownerSVGElement(): FakeElement | null {
    return this.parent
  }
  setAttribute(name: string, value: string): void {
    this.calls.push(`set ${name}`)
    this.attributes.set(name, value)
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null
  }
  append(...children: FakeElement[]): void {
    for (const child of children) child.parent = this
    this.children.push(...children)
  }
  remove(): void {
    this.calls.push('remove')
  }
  focus(): void {
    this.calls.push('focus')
  }
  setPointerCapture(pointer: number): void {
    this.calls.push(`capture ${pointer}`)
  }
  releasePointerCapture(pointer: number): void {
    this.calls.push(`release ${pointer}`)
  }
  getBoundingClientRect(): { left: number; top: number } {
    return { left: 100, top: 50 }
  }

  /** Sends an event with these fields; returns what its listeners called of it. */
  send(type: string, fields: Readonly<Record<string, unknown>> = {}): string[] {
    const event = new Event(type, { cancelable: true })
    const called: string[] = []
    for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value })
    for (const name of ['preventDefault', 'stopPropagation'])
      Object.defineProperty(event, name, { value: () => called.push(name) })
    this.dispatchEvent(event)
    return called
  }
}
