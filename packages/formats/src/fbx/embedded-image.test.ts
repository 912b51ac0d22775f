import { describe, expect, it } from 'vitest'
import { findChild } from './fbx-node.js'
import { parseText } from './parse-text.js'
import { decodeEmbeddedImage } from './embedded-image.js'

const bytes = Uint8Array.from({ length: 100 }, (_, at) => (at * 37) % 256)
const text = Buffer.from(bytes).toString('base64')

const parseContent = (statement: string): Uint8Array => {
  const { root, isCut } = parseText(
    new TextEncoder().encode(`Video: 1, "Video::a", "Clip" {\n${statement}\nWidth: 7\n}\n`),
  )
  expect(isCut).toBe(false)
  const [video] = root.children
  expect(findChild(video, 'Width')?.values).toEqual([7])
  return decodeEmbeddedImage(findChild(video, 'Content')?.values ?? [])
}

describe('decodeEmbeddedImage', () => {
  it('returns the bytes of the binary encoding', () => {
    expect(decodeEmbeddedImage([bytes])).toBe(bytes)
  })

  it.each([
    ['after a comma', `Content: , "${text}"`],
    ['on the next line', `Content: ,\n\t"${text}"`],
    ['in several strings', `Content: , "${text.slice(0, 40)}",\n"${text.slice(40)}"`],
    ['without the comma', `Content: "${text}"`],
  ])('decodes the base64 of the ASCII encoding, %s', (_, statement) => {
    expect(parseContent(statement)).toEqual(bytes)
  })

  it.each(['Content: ""', 'Content: ,', 'Content: 5', ''])('returns no bytes for “%s”', (statement) => {
    expect(parseContent(statement)).toHaveLength(0)
  })
})
