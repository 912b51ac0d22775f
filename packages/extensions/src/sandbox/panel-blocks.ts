import { extensionLimits } from '@kamar/contracts'
import { readCssColor, readList, readMembers, readNumber, readText } from './read-parameters.js'

/**
 * Content block of a sandboxed extension's panel; the page draws it, so that it can neither deceive users nor access
 * the page.
 */
export type PanelBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly [string, string])[] }
  | { readonly kind: 'button'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'bar'
      readonly id: string
      readonly text: string
      readonly share: number
      readonly color: string | undefined
    }

const maxLabelLength = 120

/** Parses the blocks in `value`. */
export const readBlocks = (value: unknown): PanelBlock[] => readList(value, extensionLimits.panelBlocks, readBlock)

function readBlock(value: unknown): PanelBlock {
  const block = readMembers(value)
  const { kind } = block
  if (kind === 'heading' || kind === 'text') return { kind, text: readText(block['text']) }
  if (kind === 'rows') return { kind, rows: readList(block['rows'], extensionLimits.panelBlocks, readRow) }
  const id = readText(block['id'], maxLabelLength)
  const text = readText(block['text'], maxLabelLength)
  if (kind === 'button') return { kind, id, text }
  if (kind !== 'bar') throw new RangeError('there is no such block')
  return { kind, id, text, share: readNumber(block['share'], 0, 1), color: readCssColor(block['color']) }
}

function readRow(value: unknown): readonly [string, string] {
  const [name, text, ...rest] = readList(value, 2, (entry) => readText(entry))
  if (name === undefined || text === undefined || rest.length > 0) throw new RangeError('rows are pairs of texts')
  return [name, text]
}

/** Creates the HTML elements of blocks; `onClick` receives the id of the clicked button or bar. */
export const drawBlocks = (blocks: readonly PanelBlock[], onClick: (id: string) => void): HTMLElement[] =>
  blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        return withText('h3', block.text)
      case 'text':
        return withText('p', block.text)
      case 'rows':
        return drawRows(block.rows)
      default:
        return drawButton(block, onClick)
    }
  })

function drawRows(rows: readonly (readonly [string, string])[]): HTMLElement {
  const body = document.createElement('tbody')
  for (const [name, text] of rows) {
    const line = document.createElement('tr')
    const headerCell = withText('th', name)
    headerCell.scope = 'row'
    line.append(headerCell, withText('td', text))
    body.append(line)
  }
  const table = document.createElement('table')
  table.append(body)
  return table
}

function drawButton(block: Extract<PanelBlock, { readonly id: string }>, onClick: (id: string) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.append(withText('span', block.text))
  button.addEventListener('click', () => onClick(block.id))
  if (block.kind !== 'bar') return button
  button.className = 'extension-bar'
  const bar = document.createElement('span')
  bar.className = 'extension-bar-length'
  bar.style.width = `${Math.round(block.share * 100)}%`
  if (block.color !== undefined) bar.style.background = block.color
  button.append(document.createElement('span'), bar)
  return button
}

function withText<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
