import type { MarkupEditor } from './markup-editor.js'
import type { MarkupTool } from './shape-making.js'

/** Letters of the tools, by physical key. */
export const markupToolKeys: Readonly<Record<string, MarkupTool>> = {
  v: 'select',
  p: 'pen',
  m: 'highlighter',
  l: 'line',
  a: 'arrow',
  c: 'cloud',
  r: 'rectangle',
  e: 'ellipse',
  t: 'text',
  s: 'stamp',
}

/** Distance per arrow key press, in half view heights. */
const moveStep = 0.01
/** Resize factor of Alt and an arrow key, as a ratio of the size. */
const resizeStep = 0.1

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Performs a key's action on the drawing; returns false if it has none. Escape cancels one thing at a time: the drag,
 * the selection; then `leave` is called.
 */
export function handleMarkupKey(editor: MarkupEditor, event: KeyboardEvent, leave: () => void): boolean {
  const key = event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) return handleControlKey(editor, key, event.shiftKey)
  const arrow = arrows[event.key]
  if (arrow !== undefined) return handleArrowKey(editor, arrow, event)
  const action = plainKeys(editor, leave)[event.key]
  if (action !== undefined) {
    action()
    return true
  }
  const tool = event.altKey ? undefined : markupToolKeys[key]
  if (tool === undefined) return false
  editor.tool = tool
  return true
}

function handleControlKey(editor: MarkupEditor, key: string, shift: boolean): boolean {
  if (key === 'z' && !shift) editor.undo()
  else if (key === 'z' || key === 'y') editor.redo()
  else if (key === 'a') editor.select(editor.shapes.map(({ id }) => id))
  else return false
  return true
}

function handleArrowKey(editor: MarkupEditor, [right, down]: readonly [number, number], event: KeyboardEvent): boolean {
  if (editor.selected.length === 0) return false
  if (event.altKey) editor.resizeSelection(1 + right * resizeStep, 1 + down * resizeStep)
  else {
    const step = (event.shiftKey ? moveStep * 10 : moveStep) / editor.magnification
    editor.moveSelection(right * step, down * step)
  }
  return true
}

function plainKeys(editor: MarkupEditor, leave: () => void): Readonly<Record<string, () => void>> {
  return {
    Escape: () => handleEscape(editor, leave),
    Delete: () => editor.deleteSelection(),
    Backspace: () => editor.deleteSelection(),
    Enter: () => editor.addAtCenter(),
    ']': () => editor.selectNext(1),
    '[': () => editor.selectNext(-1),
  }
}

function handleEscape(editor: MarkupEditor, leave: () => void): void {
  if (editor.cancel()) return
  if (editor.selected.length > 0) editor.select([])
  else leave()
}
