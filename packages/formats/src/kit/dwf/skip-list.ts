import type { Skipped } from '@kamar/core'

const maxElements = 100

/** Counter of omitted content, by kind and reason. */
export class SkipList {
  readonly #groups = new Map<string, { kind: string; reason: string; count: number; elements: string[] }>()

  add(kind: string, reason: string, element = ''): void {
    const key = `${kind} ${reason}`
    const group = this.#groups.get(key) ?? { kind, reason, count: 0, elements: [] }
    this.#groups.set(key, group)
    group.count++
    if (element !== '' && group.elements.length < maxElements && !group.elements.includes(element))
      group.elements.push(element)
  }

  get list(): Skipped[] {
    return [...this.#groups.values()].map(({ elements, ...group }) =>
      elements.length > 0 ? { ...group, elements } : group,
    )
  }
}
