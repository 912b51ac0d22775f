import { DockingPanel } from './docking-panel.js'

/** Panel of names and values under headings. */
export class PropertyPanel extends DockingPanel {
  readonly #categories = new Map<string, HTMLElement>()

  /** Adds a row; rows without a category come first. */
  addProperty(name: string, value: string, category = ''): void {
    const line = document.createElement('tr')
    const headerCell = document.createElement('th')
    headerCell.scope = 'row'
    headerCell.textContent = name
    const cell = document.createElement('td')
    cell.textContent = value
    line.append(headerCell, cell)
    this.#getCategoryBody(category).append(line)
  }
  /** Removes all rows. */
  removeAllProperties(): void {
    this.#categories.clear()
    this.container.replaceChildren()
  }

  #getCategoryBody(category: string): HTMLElement {
    const cachedBody = this.#categories.get(category)
    if (cachedBody !== undefined) return cachedBody
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
