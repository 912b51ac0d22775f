/** Tree of elements numbered from 0, parents before children. */
export interface SourceTree {
  readonly count: number
  readonly roots: ArrayLike<number>
  name(element: number): string
  children(element: number): ArrayLike<number>
}

/** Part of a tree to return. */
export interface TreeChoice {
  /** Root element, from 1; the complete tree by default. */
  readonly objectid?: number
  /** Number of levels below the root; all by default. */
  readonly level?: number
}

const charactersPerChunk = 64 * 1024

/**
 * Yields the object tree as chunks of JSON text: `{"data":{"type":"objects","objects":[{objectid, name, objects}]}}`.
 * Not recursive, because the depth of a source is unlimited. Null when the root element does not exist.
 */
export function objectTreeText(tree: SourceTree, choice: TreeChoice = {}): Generator<string> | null {
  const { objectid } = choice
  if (objectid === undefined) return generateTreeChunks(tree, tree.roots, choice.level ?? Infinity)
  const isKnown = Number.isSafeInteger(objectid) && objectid >= 1 && objectid <= tree.count
  return isKnown ? generateTreeChunks(tree, [objectid - 1], choice.level ?? Infinity) : null
}

interface OpenList {
  readonly elements: ArrayLike<number>
  next: number
}

function* generateTreeChunks(tree: SourceTree, tops: ArrayLike<number>, levels: number): Generator<string> {
  let text = '{"data":{"type":"objects","objects":['
  const open: OpenList[] = [{ elements: tops, next: 0 }]
  for (let list = open.at(-1); list !== undefined; list = open.at(-1)) {
    const element = list.elements[list.next]
    if (element === undefined) {
      open.pop()
      text += open.length === 0 ? ']' : ']}'
      continue
    }
    text += `${list.next === 0 ? '' : ','}{"objectid":${element + 1},"name":${JSON.stringify(tree.name(element))}`
    list.next++
    const children = open.length <= levels ? tree.children(element) : []
    if (children.length > 0) {
      text += ',"objects":['
      open.push({ elements: children, next: 0 })
    } else text += '}'
    if (text.length >= charactersPerChunk) {
      yield text
      text = ''
    }
  }
  yield `${text}}}`
}
