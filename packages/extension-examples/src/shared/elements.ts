/** Creates an HTML element with text and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  content: string | readonly Node[] = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  if (typeof content === 'string') element.textContent = content
  else element.append(...content)
  return element
}

/** Creates a button with a text and a click handler. */
export function makeButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', text)
  button.type = 'button'
  button.addEventListener('click', onClick)
  return button
}

/** Creates a table of names and values. */
export function makeTable(rows: readonly (readonly [string, string])[]): HTMLTableElement {
  const lines = rows.map(([name, value]) => {
    const headerCell = make('th', name)
    headerCell.scope = 'row'
    return make('tr', [headerCell, make('td', value)])
  })
  return make('table', [make('tbody', lines)])
}
