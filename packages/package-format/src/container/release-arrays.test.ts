import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectBuffers, mapArrays, releaseArrays } from './release-arrays.js'

describe('releaseArrays', () => {
  const { transfer } = ArrayBuffer.prototype as { transfer?: unknown }
  let released: ArrayBufferLike[] = []
  beforeEach(() => {
    released = []
    Object.assign(ArrayBuffer.prototype, {
      transfer(this: ArrayBuffer, byteLength: number) {
        if (byteLength === 0) released.push(this)
      },
    })
  })
  afterEach(() => {
    if (transfer === undefined) delete (ArrayBuffer.prototype as { transfer?: unknown }).transfer
    else Object.assign(ArrayBuffer.prototype, { transfer })
  })

  it('frees each buffer below a value once, and none that is empty or retained', () => {
    const [one, other, retained] = [4, 8, 16].map((byteLength) => new ArrayBuffer(byteLength))
    const source = {
      count: 2,
      names: ['a'],
      nothing: null,
      one: new Uint8Array(one),
      empty: new Float32Array(0),
      below: [{ again: new Uint16Array(one), other, view: new Uint8Array(retained, 8) }],
    }
    releaseArrays(source, { retained: new Uint32Array(retained) })
    expect(released).toEqual([one, other])
    expect(released[0] === one && released[1] === other).toBe(true)
  })
})

describe('mapArrays', () => {
  it('replaces the arrays of an object and below it, and nothing else', () => {
    const source = { count: 2, names: ['a'], nothing: null, own: Uint8Array.of(1), below: { more: Uint16Array.of(2) } }
    const copy = mapArrays(source, (array) => array.slice())
    expect(copy).toEqual(source)
    expect(copy.names).toBe(source.names)
    expect(collectBuffers(copy)).toEqual(collectBuffers(source))
    expect(collectBuffers(copy).some((buffer) => collectBuffers(source).includes(buffer))).toBe(false)
  })
})
