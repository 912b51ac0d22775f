/** A tree of elements numbered from 0, a parent before its children. */
export interface SourceTree {
  readonly count: number
  readonly roots: ArrayLike<number>
  name(element: number): string
  children(element: number): ArrayLike<number>
}

/** Which part of a tree is asked for. */
export interface TreeChoice {
  /** The element at the top, from 1; the whole tree without it. */
  readonly objectid?: number
  /** How many levels below it; all without it. */
  readonly level?: number
}

const charactersPerChunk = 64 * 1024

/**
 * The object tree as JSON text in pieces: `{"data":{"type":"objects","objects":[{objectid, name, objects}]}}`. Without
 * recursion: nobody limits the depth of a source. Null when there is no such element.
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
