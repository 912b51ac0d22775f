import type { PartArchive } from '../../shared/dwf/archive.js'
import { parseXml, type XmlElement } from '../../shared/dwf/xml.js'
import type { Color } from '../../shared/color.js'
import { tryParse } from '../../shared/records/malformed-record-error.js'
import { colorOfBytes, type FaceColors } from '../model.js'
import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** Numbers of the items of a style that color faces without a material. */
const items = { frontColor: '2002', backColor: '2003' } as const

/** The colors of faces without a material, of the style in use; null where it is not understood. */
export async function readFaceColors(root: Tagged, archive: PartArchive): Promise<FaceColors | null> {
  const path = [tags.styleList, tags.styleInUse, tags.style, tags.styleFolder] as const
  const folder = tryParse(() => root.path(tags.styles, ...path)?.text ?? null)
  const part = folder === null ? null : await archive.read(`styles/${folder}/style.xml`)
  const style = part && parseXml(part)?.children.find(({ name }) => name === 'style')
  if (!style) return null
  const [front, back] = [readColor(style, items.frontColor), readColor(style, items.backColor)]
  return front && back && { front, back }
}

/** A color is a number whose lowest byte is red; it is written with a sign. */
function readColor(style: XmlElement, id: string): Color | null {
  const item = style.children.find(({ attributes }) => attributes.get('id') === id)
  const text = item?.children.find(({ name }) => name === 'variant')?.text.trim() ?? ''
  if (!/^-?\d{1,10}$/.test(text)) return null
  return colorOfBytes(new Uint8Array(Int32Array.of(Number(text)).buffer))
}
