import type { PartArchive } from '@kamar/codecs/zip'
import { parseXml, type XmlElement } from '@kamar/codecs/xml'
import type { Color } from '@kamar/core/math'
import { tryParse } from '@kamar/codecs/records'
import { colorOfBytes, type FaceColors } from '../model.js'
import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** Ids of the style items for the colours of faces without a material. */
const items = { frontColor: '2002', backColor: '2003' } as const

/** Reads the colours of faces without a material from the current style; returns null where it is not supported. */
export async function readFaceColors(root: Tagged, archive: PartArchive): Promise<FaceColors | null> {
  const path = [tags.styleList, tags.styleInUse, tags.style, tags.styleFolder] as const
  const folder = tryParse(() => root.path(tags.styles, ...path)?.text ?? null)
  const part = folder === null ? null : await archive.read(`styles/${folder}/style.xml`)
  const style = part && parseXml(part)?.children.find(({ name }) => name === 'style')
  if (!style) return null
  const [front, back] = [readColor(style, items.frontColor), readColor(style, items.backColor)]
  return front && back && { front, back }
}

/** Parses a colour stored as a signed number, with red in the lowest byte. */
function readColor(style: XmlElement, id: string): Color | null {
  const item = style.children.find(({ attributes }) => attributes.get('id') === id)
  const text = item?.children.find(({ name }) => name === 'variant')?.text.trim() ?? ''
  if (!/^-?\d{1,10}$/.test(text)) return null
  return colorOfBytes(new Uint8Array(Int32Array.of(Number(text)).buffer))
}
