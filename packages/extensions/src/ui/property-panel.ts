import { DockingPanel } from './docking-panel.js'

/** A panel of names and values under headings. */
export class PropertyPanel extends DockingPanel {
  readonly #categories = new Map<string, HTMLElement>()

  /** Adds a line; lines without a category come first. */
  addProperty(name: string, value: string, category = ''): void {
    const line = document.createElement('tr')
    const head = document.createElement('th')
    head.scope = 'row'
    head.textContent = name
    const cell = document.createElement('td')
    cell.textContent = value
    line.append(head, cell)
    this.#categoryOf(category).append(line)
  }
  /** Takes all lines away. */
  removeAllProperties(): void {
    this.#categories.clear()
    this.container.replaceChildren()
  }

  #categoryOf(category: string): HTMLElement {
    const known = this.#categories.get(category)
    if (known !== undefined) return known
    const body = document.createElement('tbody')
    const table = document.createElement('table')
    table.append(body)
    const title = document.createElement('h3')
    title.textContent = category
    this.container.append(...(category === '' ? [] : [title]), table)
    this.#categories.set(category, body)
    return body
  }
}
