import { createRecordedContext, type Companions } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import type { Color } from '@kamar/core/math'
import { companionBytes, Textures } from './textures.js'

/** Creates an image of one pixel. */
function pixel(red: number, green: number, blue: number): Uint8Array {
  const png = new PNG({ width: 1, height: 1 })
  png.data.set([red, green, blue, 255])
  return Uint8Array.from(PNG.sync.write(png))
}

const gray = pixel(51, 51, 51)
const withCompanions = (companions: Companions = {}, embedded?: ReadonlyMap<string, Uint8Array>) => {
  const { context, scene, requestedCompanions } = createRecordedContext({ companions })
  const textures = new Textures(context, embedded)
  const tint = async (own: Color, name?: string): Promise<Color> =>
    (await textures.bind(own, name, { hasCoordinates: false })).color
  return { textures, tint, scene, requestedCompanions }
}
const closeTo = (color: readonly number[]): unknown[] => color.map((channel) => expect.closeTo(channel, 6))

describe('texture color', () => {
  it('is the material color times the average of the image', async () => {
    const { tint } = withCompanions({ 'a.png': gray })
    expect(await tint([1, 0.5, 0], 'a.png')).toEqual(closeTo([0.2, 0.1, 0]))
  })

  it('is the average of the image for a black material', async () => {
    const { tint } = withCompanions({ 'a.png': pixel(255, 0, 0) })
    expect(await tint([0, 0, 0], 'a.png')).toEqual([1, 0, 0])
  })

  it.each([
    ['no texture', undefined],
    ['a texture without a file name', ''],
    ['a texture that is not attached', 'b.png'],
    ['a texture that is not an image', 'text.png'],
  ])('is the material color with %s', async (_, name) => {
    const { tint } = withCompanions({ 'text.png': Uint8Array.of(1, 2, 3) })
    expect(await tint([0.1, 0.2, 0.3], name)).toEqual([0.1, 0.2, 0.3])
  })

  it('is looked up once per image', async () => {
    const { tint, requestedCompanions } = withCompanions({ 'a.png': gray })
    for (let surface = 0; surface < 3; surface++) await tint([1, 1, 1], 'a.png')
    expect(requestedCompanions).toEqual(['a.png'])
  })

  it('is taken from an embedded image before a companion file', async () => {
    const { tint, requestedCompanions } = withCompanions({ 'a.png': gray }, new Map([['a.png', pixel(0, 0, 255)]]))
    expect(await tint([1, 1, 1], 'A.PNG')).toEqual([0, 0, 1])
    expect(requestedCompanions).toEqual([])
  })
})

describe('textured surface', () => {
  it('has the texture, its tint and the average color', async () => {
    const { textures, scene } = withCompanions({ 'a.png': pixel(255, 0, 102) })
    expect(await textures.has('a.png')).toBe(true)
    const surface = await textures.bind([0.5, 1, 1], 'a.png', { hasCoordinates: true, isClamped: true })
    expect(surface.color).toEqual(closeTo([0.5, 0, 0.4]))
    expect(surface.texture).toEqual({ image: 0, tint: [0.5, 1, 1], wrap: 'clamp' })
    expect(scene.textures).toEqual([{ name: 'a.png', width: 1, height: 1, pixels: Uint8Array.of(255, 0, 102, 255) }])
    expect(textures.findings).toEqual([])
  })

  it('has no texture when the image is missing, damaged or unnamed', async () => {
    const { textures } = withCompanions({ 'broken.png': Uint8Array.of(0) })
    for (const name of ['gone.png', 'broken.png', '', null, undefined]) {
      expect(await textures.has(name)).toBe(false)
      expect(await textures.bind([1, 0, 0], name, { hasCoordinates: true })).toEqual({ color: [1, 0, 0] })
    }
  })
})

describe('texture findings', () => {
  it('name images used as a color and unreadable ones, with missing ones listed apart', async () => {
    const { textures, tint } = withCompanions({ 'a.png': gray, 'broken.png': Uint8Array.of(0) })
    for (const name of ['a.png', 'broken.png', 'gone.png', 'gone.png']) await tint([1, 1, 1], name)
    expect(textures.findings).toEqual([
      { code: 'texture-as-average-colour', severity: 'information', details: { count: 1, names: 'a.png' } },
      { code: 'texture-not-readable', severity: 'warning', details: { count: 1, names: 'broken.png' } },
    ])
    expect([...textures.missing]).toEqual(['gone.png'])
  })

  it('name at most ten images', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `${at}.png`)
    const { textures, tint } = withCompanions(Object.fromEntries(names.map((name) => [name, gray])))
    for (const name of names) await tint([1, 1, 1], name)
    expect(textures.findings).toMatchObject([{ details: { count: 12, names: names.slice(0, 10).join(', ') } }])
  })

  it('are empty without textures', () => {
    expect(withCompanions().textures.findings).toEqual([])
  })
})

describe('companion file', () => {
  it('is ignored above 32 MiB', async () => {
    const { context } = createRecordedContext({
      companions: { 'huge.png': new Uint8Array(32 * 1024 * 1024 + 1), 'a.png': gray },
    })
    expect(await companionBytes(context, 'huge.png')).toBeNull()
    expect(await companionBytes(context, 'a.png')).toEqual(gray)
  })

  it('is not requested without a name', async () => {
    const { context, requestedCompanions } = createRecordedContext()
    expect(await companionBytes(context, '')).toBeNull()
    expect(requestedCompanions).toEqual([])
  })
})
