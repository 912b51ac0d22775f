import { describe, expect, it } from 'vitest'
import { Chunk } from './chunk.js'
import type { Damage } from './chunk.js'
import { chunk, floats, longs, text, uint16Bytes } from './fixtures/chunk-writer.js'

function open(bytes: Uint8Array): { root: Chunk; damage: Damage } {
  const damage: Damage = { isCut: false }
  const root = Chunk.ofFile(bytes, damage)
  if (!root) throw new Error('too short for a chunk')
  return { root, damage }
}

describe('3DS chunk', () => {
  it('reads its fields in order and then its children', () => {
    const { root, damage } = open(
      chunk(1, text('Name'), uint16Bytes(7, 65_535), longs(70_000), floats(0.5), chunk(2, uint16Bytes(1)), chunk(3)),
    )
    expect(root.text()).toBe('Name')
    expect([root.uint16(), root.uint16(), root.uint32(), root.float()]).toEqual([7, 65_535, 70_000, 0.5])
    expect([...root.children()].map(({ id, remaining }) => [id, remaining])).toEqual([
      [2, 2],
      [3, 0],
    ])
    expect(damage.isCut).toBe(false)
  })

  it('reads zeros beyond its end and marks the damage', () => {
    const { root, damage } = open(chunk(1, uint16Bytes(5)))
    expect([root.uint16(), root.uint8(), root.uint16(), root.uint32(), root.float(), root.text()]).toEqual([
      5,
      0,
      0,
      0,
      0,
      '',
    ])
    expect(damage.isCut).toBe(true)
  })

  it('does not read beyond its parent, whatever its own length says', () => {
    const inner = chunk(2, uint16Bytes(1, 2))
    new DataView(inner.buffer).setUint32(2, 4000, true)
    const { root, damage } = open(chunk(1, inner, chunk(3, uint16Bytes(9))))
    const [child] = root.children()
    expect(child?.remaining).toBe(4 + 8)
    expect(damage.isCut).toBe(true)
  })

  it('ends its children at an impossible length', () => {
    const { root, damage } = open(chunk(1, chunk(2), Uint8Array.of(3, 0, 5, 0, 0, 0), chunk(4)))
    expect([...root.children()].map(({ id }) => id)).toEqual([2])
    expect(damage.isCut).toBe(true)
  })

  it('limits a count to the records present', () => {
    const { root, damage } = open(chunk(1, uint16Bytes(500), floats(1, 2, 3, 4, 5)))
    expect(root.count(8)).toBe(2)
    expect(damage.isCut).toBe(true)
  })

  it('reads unterminated text, and text in code pages', () => {
    expect(open(chunk(1, Uint8Array.of(65, 66))).root.text()).toBe('AB')
    expect(open(chunk(1, Uint8Array.of(0xcf, 0xee, 0xeb, 0))).root.text()).toBe('Пол')
  })

  it('is null in fewer bytes than a header', () => {
    expect(Chunk.ofFile(Uint8Array.of(1, 2, 3), { isCut: false })).toBeNull()
  })
})
