import { beforeAll, describe, expect, it } from 'vitest'
import {
  decodeChunk,
  decodeContainer,
  decoderReady,
  encodeChunk,
  encodeContainer,
  encoderReady,
  withFrame,
  withMeta,
  type ChunkFrame,
} from '../index.js'

beforeAll(async () => {
  await encoderReady
  await decoderReady
})

const chunk = (): Uint8Array =>
  encodeChunk({
    firstGeometry: 0,
    firstMaterial: 0,
    firstInstance: 0,
    geometries: [
      {
        positions: Uint16Array.of(0, 0, 0, 10, 20, 30),
        edges: Uint32Array.of(0, 1),
        origin: [0, 0, 0],
        step: 0.5,
      },
    ],
    instances: {
      node: Uint32Array.of(3, 5),
      geometry: Uint32Array.of(0, 0),
      material: Uint32Array.of(0, 1),
      linear: Uint32Array.of(0, 0),
      translation: Float32Array.of(1, 2, 3, -4, 0, 0.5),
    },
    linear: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    materials: { color: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255), names: ['a', 'b'] },
  })

const frame: ChunkFrame = {
  element: 1000,
  geometry: 20,
  material: 30,
  instance: 40,
  picture: 5,
}

describe('chunk frame', () => {
  it('offsets element, geometry, material and instance numbers, but not positions', () => {
    const framed = decodeChunk(withFrame(chunk(), frame))
    expect([framed.firstGeometry, framed.firstMaterial, framed.firstInstance]).toEqual([20, 30, 40])
    expect([...framed.instances.node]).toEqual([1003, 1005])
    expect([...framed.instances.geometry]).toEqual([20, 20])
    expect([...framed.instances.material]).toEqual([30, 31])
    expect([...framed.instances.translation]).toEqual([1, 2, 3, -4, 0, 0.5])
  })

  it('is rejected with a negative, missing or fractional offset', () => {
    for (const wrong of [
      { ...frame, element: -1 },
      { ...frame, picture: undefined as unknown as number },
      { ...frame, instance: 0.5 },
    ])
      expect(() => decodeChunk(withFrame(chunk(), wrong))).toThrow(RangeError)
  })
})

describe('withMeta', () => {
  it('replaces container metadata without changing the sections', () => {
    const data = Uint32Array.from({ length: 9 }, (_, index) => index)
    const bytes = encodeContainer({ firstSet: 0, kept: 'yes' }, [
      { name: 'n', data },
      { name: 'm', data },
    ])
    for (const firstSet of [7, 123_456_789]) {
      const changed = decodeContainer(withMeta(bytes, { firstSet }))
      expect(changed.meta).toEqual({ firstSet, kept: 'yes' })
      expect(changed.column('m', 'u32')).toEqual(data)
    }
  })
  it('rejects bytes that are not a container', () => {
    for (const bytes of [new Uint8Array(3), new Uint8Array(64), encodeContainer({}, []).subarray(0, 9)])
      expect(() => withMeta(bytes, {})).toThrow(RangeError)
  })
})
