import type { BcfVersion } from './model.js'
import { childNodes, element, inOrder, listElement, textElement, type XmlNode } from './write/xml-writer.js'

const order = ['Components', 'OrthogonalCamera', 'PerspectiveCamera', 'Lines', 'ClippingPlanes', 'Bitmap', 'Bitmaps']

/** Adds lines and bitmaps, which the model does not represent, from a visualisation of another version. */
export function addLinesAndBitmaps(
  output: XmlNode,
  original: XmlNode,
  { from, to }: { readonly from: BcfVersion; readonly to: BcfVersion },
): XmlNode {
  const lines = childNodes(original, 'Lines').filter((node) => childNodes(node).length > 0)
  const bitmaps = listBitmaps(original, from).map((bitmap) => convertBitmap(bitmap, to))
  const list = to === '3.0' ? [listElement('Bitmaps', bitmaps)].filter((node) => node !== null) : bitmaps
  return { ...output, children: inOrder([...childNodes(output), ...lines, ...list], order) }
}

function listBitmaps(original: XmlNode, from: BcfVersion): XmlNode[] {
  if (from === '3.0') return childNodes(original, 'Bitmaps').flatMap((list) => childNodes(list, 'Bitmap'))
  return childNodes(original, from === '2.0' ? 'Bitmaps' : 'Bitmap')
}

/** Renames the format and writes it in lower case for BCF 3.0. */
function convertBitmap(bitmap: XmlNode, to: BcfVersion): XmlNode {
  const format = [...childNodes(bitmap, 'Bitmap'), ...childNodes(bitmap, 'Format')][0]?.text?.trim() ?? ''
  const rest = childNodes(bitmap).filter(({ name }) => name !== 'Bitmap' && name !== 'Format')
  const [name, formatName] = to === '3.0' ? ['Bitmap', 'Format'] : [to === '2.0' ? 'Bitmaps' : 'Bitmap', 'Bitmap']
  const output = to === '3.0' ? format.toLowerCase() : format.toUpperCase()
  return element(name, {}, [textElement(formatName, output), ...rest])
}
