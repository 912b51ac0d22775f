/** An element of the page with this text and these parts. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  content: string | readonly Node[] = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  if (typeof content === 'string') element.textContent = content
  else element.append(...content)
  return element
}

/** A button with a text that does something. */
export function makeButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', text)
  button.type = 'button'
  button.addEventListener('click', onClick)
  return button
}

/** A table of names and values. */
export function makeTable(rows: readonly (readonly [string, string])[]): HTMLTableElement {
  const lines = rows.map(([name, value]) => {
    const headerCell = make('th', name)
    headerCell.scope = 'row'
    return make('tr', [headerCell, make('td', value)])
  })
  return make('table', [make('tbody', lines)])
}
