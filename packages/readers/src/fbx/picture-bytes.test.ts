import { describe, expect, it } from 'vitest'
import { childOf } from './fbx-node.js'
import { parseText } from './parse-text.js'
import { pictureBytes } from './picture-bytes.js'

const bytes = Uint8Array.from({ length: 100 }, (_, at) => (at * 37) % 256)
const text = Buffer.from(bytes).toString('base64')

const contentOf = (statement: string): Uint8Array => {
  const { root, isCut } = parseText(
    new TextEncoder().encode(`Video: 1, "Video::a", "Clip" {\n${statement}\nWidth: 7\n}\n`),
  )
  expect(isCut).toBe(false)
  const [video] = root.children
  expect(childOf(video, 'Width')?.values).toEqual([7])
  return pictureBytes(childOf(video, 'Content')?.values ?? [])
}

describe('a picture inside a file', () => {
  it('is its bytes in the binary encoding', () => {
    expect(pictureBytes([bytes])).toBe(bytes)
  })

  it.each([
    ['behind a comma', `Content: , "${text}"`],
    ['on the next line', `Content: ,\n\t"${text}"`],
    ['in several texts', `Content: , "${text.slice(0, 40)}",\n"${text.slice(40)}"`],
    ['without the comma', `Content: "${text}"`],
  ])('is base64 in the ASCII encoding, %s', (_, statement) => {
    expect(contentOf(statement)).toEqual(bytes)
  })

  it.each(['Content: ""', 'Content: ,', 'Content: 5', ''])('may be nothing: “%s”', (statement) => {
    expect(contentOf(statement)).toHaveLength(0)
  })
})
