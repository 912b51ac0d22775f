import { readerLimits, type MaterialTexture, type MeshInput, type TextureInput } from '@kamar/core'
import { geometryFlag, texturePath, textureWrap } from '@kamar/package-format'
import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from '../test-support/written-package.js'
import { decodeWebp } from './decode-webp.js'
import { PackageFiles } from '../files/package-files.js'
import type { PlacedScene } from '../pack/placed-scene.js'
import { sceneOfBoxes } from '../test-support/scene-stores.js'
import * as codec from './encode-webp.js'
import { fitImage, type RasterImage } from './raster-image.js'
import { TextureStore } from './texture-store.js'
import { writeTextures } from './write-textures.js'

/** Creates an image of one colour, or with the given pixels. */
function createTexture(name: string, width: number, height: number, pixels?: readonly number[]): TextureInput {
  const filled = Uint8Array.from({ length: width * height * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : name.length * 9,
  )
  return { name, width, height, pixels: pixels === undefined ? filled : Uint8Array.from(pixels) }
}
const checker = createTexture('checker', 2, 2, [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0])

const square: MeshInput = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  textureCoordinates: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
}

/** Adds a square with the image to the package; returns the texture's number. */
function addSquare(
  { writer }: WrittenPackage,
  texture: TextureInput,
  overrides: Partial<MaterialTexture> = {},
): number | null {
  const number = writer.addTexture(texture)
  const materialOptions =
    number === null
      ? {}
      : { texture: { image: number, tint: [1, 0.5, 0] as const, wrap: 'repeat' as const, ...overrides } }
  const material = writer.addMaterial({ name: texture.name, color: [0.2, 0.4, 0.6], opacity: 1, ...materialOptions })
  const node = writer.addNode({ parent: 0, name: texture.name, class: 'group', sourceId: '' })
  const mesh = writer.addMesh(square)
  if (mesh !== null) writer.addInstance({ node, mesh, placement: at(0, 0, 0), material })
  return number
}

async function writePackage(fill: (into: WrittenPackage) => void): Promise<WrittenPackage> {
  const into = new WrittenPackage()
  into.addRoot()
  fill(into)
  await into.writer.finish(plainReport)
  return into
}
const paths = (of: WrittenPackage): string[] =>
  of
    .manifest()
    .files.map((file) => file.path)
    .filter((path) => path.startsWith('textures/'))

describe('package texture', () => {
  it('is a WebP file that its material refers to, with coordinates in the mesh', async () => {
    const viewPackage = await writePackage((into) => addSquare(into, checker, { wrap: 'clamp' }))
    expect(paths(viewPackage)).toEqual([texturePath(0)])
    const [chunk] = await viewPackage.chunks()
    expect([...chunk.geometries.flags].map((flags) => flags & geometryFlag.hasTexture)).toEqual([16])
    expect([...(chunk.textureCoordinates ?? [])]).toEqual([0, 1, 1, 1, 1, 0, 0, 0])
    expect(chunk.materials.textures).toEqual({
      image: Uint16Array.of(1),
      tintAndWrap: Uint8Array.of(255, 128, 0, textureWrap.clamp),
      side: Uint16Array.of(2),
    })
    expect([...chunk.materials.color]).toEqual([51, 102, 153, 255])
  })

  it('retains exact pixels when it is small, including transparent ones', async () => {
    const viewPackage = await writePackage((into) => addSquare(into, checker))
    const { width, height, pixels } = checker
    expect(await decodeWebp(viewPackage.stored(texturePath(0)))).toEqual({ width, height, pixels })
  })

  it('is written once for equal pixels and omitted when it is unused', async () => {
    const viewPackage = await writePackage((into) => {
      into.writer.addTexture(createTexture('nobody', 3, 3))
      for (const name of ['a', 'b']) addSquare(into, { ...checker, name })
    })
    expect(paths(viewPackage)).toEqual([texturePath(0)])
  })

  it('is at most 2048 pixels wide or high, or 1024 with more than 16 textures', async () => {
    const sizes = async (count: number): Promise<number[][]> => {
      const viewPackage = await writePackage((into) => {
        for (let number = 0; number < count; number++) addSquare(into, createTexture('t'.repeat(number), 2100, 4))
      })
      const all = await Promise.all(paths(viewPackage).map((path) => decodeWebp(viewPackage.stored(path))))
      return all.map((own) => [own?.width ?? 0, own?.height ?? 0])
    }
    expect(await sizes(1)).toEqual([[2048, 4]])
    expect(await sizes(17)).toEqual(Array.from({ length: 17 }, () => [1024, 2]))
  })

  it('is rejected beyond the 64th', async () => {
    const numbers: (number | null)[] = []
    const viewPackage = await writePackage((into) => {
      for (let number = 0; number < 65; number++)
        numbers.push(addSquare(into, createTexture('n'.repeat(number), 1, number + 1)))
    })
    expect(numbers.slice(-2)).toEqual([63, null])
    expect(paths(viewPackage)).toHaveLength(64)
  })

  it('throws a RangeError when the pixel count differs from its size', () => {
    const { writer } = new WrittenPackage()
    expect(() => writer.addTexture({ ...checker, width: 3 })).toThrow(RangeError)
    const texture = { image: 0, tint: [1, 1, 1], wrap: 'repeat' } as const
    expect(() => writer.addMaterial({ name: '', color: [1, 1, 1], opacity: 1, texture })).toThrow(RangeError)
  })

  it('prevents geometry sharing between different texture coordinates', async () => {
    const viewPackage = await writePackage((into) => {
      addSquare(into, checker)
      const node = into.writer.addNode({ parent: 0, name: '', class: 'group', sourceId: '' })
      const other = { ...square, textureCoordinates: Float32Array.of(0, 2, 2, 2, 2, 0, 0, 0) }
      for (const shape of [other, { ...other, positions: other.positions.map((value) => value * 2) }]) {
        const mesh = into.writer.addMesh(shape)
        if (mesh !== null) into.writer.addInstance({ node, mesh, placement: at(3, 0, 0), material: 0 })
      }
    })
    expect(viewPackage.manifest().counts.meshes).toBe(3)
  })
})

describe('package without textures', () => {
  it('contains no texture data', async () => {
    const viewPackage = await writePackage((into) => into.addPart(boxMesh(1, 1, 1), at(0, 0, 0)))
    expect(paths(viewPackage)).toEqual([])
    const [chunk] = await viewPackage.chunks()
    expect(chunk.textureCoordinates).toBeNull()
    expect(chunk.materials.textures).toBeUndefined()
  })
})

describe('image downscaling', () => {
  it('averages pixels without the colour of transparent ones', () => {
    const pixels = Uint8Array.of(100, 0, 0, 255, 200, 0, 0, 255, 0, 40, 0, 100, 0, 99, 0, 0)
    expect(fitImage({ width: 4, height: 1, pixels }, 2)).toEqual({
      width: 2,
      height: 1,
      pixels: Uint8Array.of(150, 0, 0, 255, 0, 40, 0, 50),
    })
  })

  it('retains at least one pixel per side', () => {
    const { width, height } = fitImage({ width: 3000, height: 1, pixels: new Uint8Array(12_000) }, 1000)
    expect([width, height]).toEqual([1000, 1])
  })
})

describe('mean of pixels', () => {
  it('covers each source pixel once when the sides do not divide', () => {
    const pixels = Uint8Array.from([10, 20, 30, 40, 50].flatMap((value) => [value, 0, 255 - value, 255]))
    // Borders 0, 2, 5: two pixels, then three.
    expect([...fitImage({ width: 5, height: 1, pixels }, 2).pixels]).toEqual([15, 0, 240, 255, 40, 0, 215, 255])
  })

  it('reads rows and columns of the part that a pixel covers', () => {
    const pixels = Uint8Array.from(Array.from({ length: 16 }, (_, at) => [at * 10, 0, 0, 255]).flat())
    const { width, height, pixels: means } = fitImage({ width: 4, height: 4, pixels }, 2)
    expect([width, height]).toEqual([2, 2])
    // 0, 1, 4, 5 → 2.5; 2, 3, 6, 7 → 4.5; 8, 9, 12, 13 → 10.5; 10, 11, 14, 15 → 12.5.
    expect([...means].filter((_, at) => at % 4 === 0)).toEqual([25, 45, 105, 125])
  })

  it('keeps an image of exactly the maximum size, and the ratio of a larger one', () => {
    const image = { width: 8, height: 4, pixels: new Uint8Array(128) }
    expect(fitImage(image, 8)).toBe(image)
    const { width, height } = fitImage({ width: 40, height: 100, pixels: new Uint8Array(16_000) }, 50)
    expect([width, height]).toEqual([20, 50])
  })
})

describe('TextureStore', () => {
  it('tells images of the same bytes apart by their width, and keeps the first name of equal ones', () => {
    const store = new TextureStore()
    const image = (name: string, width: number, height: number): TextureInput => ({
      name,
      width,
      height,
      pixels: new Uint8Array(16),
    })
    expect([store.add(image('a', 2, 2)), store.add(image('b', 4, 1)), store.add(image('c', 2, 2))]).toEqual([0, 1, 0])
    expect([store.count, store.name(0), store.name(1), store.image(1).width]).toEqual([2, 'a', 'b', 4])
  })

  it.each([
    [0, 2],
    [2, 0],
    [-2, -2],
    [2, 3],
  ])('rejects %i × %i pixels in 16 bytes', (width, height) => {
    expect(() => new TextureStore().add({ name: 'a', width, height, pixels: new Uint8Array(16) })).toThrow(RangeError)
  })

  it('returns the number of an image it has even when it is full', () => {
    const store = new TextureStore()
    const numbered = (number: number): TextureInput => createTexture('n'.repeat(number), 1, number + 1)
    for (let number = 0; number < 64; number++) store.add(numbered(number))
    expect([store.add(numbered(64)), store.add(numbered(63)), store.count]).toEqual([null, 63, 64])
  })

  it('reduces the earlier images when the 17th arrives', () => {
    const store = new TextureStore()
    const numbered = (number: number): TextureInput => createTexture('n'.repeat(number), 3000, 1)
    for (let number = 0; number < 16; number++) store.add(numbered(number))
    expect([store.image(0).width, store.image(15).width]).toEqual([2048, 2048])
    store.add(numbered(16))
    expect([0, 15, 16].map((number) => store.image(number).width)).toEqual([1024, 1024, 1024])
  })
})

describe('texture files', () => {
  const createMaterial = (image: number | null): PlacedScene['materials'][number] => ({
    name: '',
    color: [0, 0, 0, 255],
    texture: image === null ? null : { image, tintAndWrap: [255, 255, 255, 0] },
  })

  /** Writes textures of the given noise size for materials used in this order. */
  async function write(
    sizes: readonly (readonly [number, number])[],
    used: readonly number[],
    throwIfCancelled = (): void => {},
  ) {
    const store = new TextureStore()
    sizes.forEach(([width, height], number) => {
      const random = seededRandom(number)
      store.add({
        name: `image ${number}`,
        width,
        height,
        pixels: Uint8Array.from({ length: width * height * 4 }, () => random() * 256),
      })
    })
    const paths: string[] = []
    const sink = { write: async (path: string) => void paths.push(path), remove: () => Promise.resolve() }
    const box = [0, 0, 0, 1, 1, 1]
    const scene = {
      ...sceneOfBoxes(used.map(() => box)),
      materials: [...sizes.map((_, number) => createMaterial(number)), createMaterial(null)],
      material: Uint32Array.from(used),
    }
    const files = new PackageFiles(sink, { ...readerLimits, outputFileBytes: 2 ** 40, outputTotalBytes: 2 ** 40 })
    return { paths, ...(await writeTextures(store, scene, { files, throwIfCancelled })) }
  }

  it('are numbered in the order of their first instance, with their longest side', async () => {
    const { paths, files, findings } = await write(
      [
        [2, 3],
        [7, 4],
        [5, 5],
      ],
      [2, 3, 1, 2],
    )
    expect(paths).toEqual([texturePath(0), texturePath(1)])
    expect([...files]).toEqual([
      [2, { number: 0, side: 5 }],
      [1, { number: 1, side: 7 }],
    ])
    expect(findings).toEqual([])
  })

  it('end at 32 MB of a package; images beyond and unencodable ones are reported and replaced by colours', async () => {
    // Bytes of each file in MB; the codec fails for the last but one.
    const megabytes = [20, 12, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, null, 0]
    const encoder = vi.spyOn(codec, 'encodeWebp').mockImplementation(({ width }) => {
      const size = megabytes[width - 1] ?? null
      return Promise.resolve(size === null ? null : new Uint8Array(size * 1024 * 1024))
    })
    onTestFinished(() => encoder.mockRestore())
    const numbers = [...megabytes.keys()]
    const { files, findings } = await write(
      numbers.map((number) => [number + 1, 1] as const),
      numbers,
    )
    expect([...files]).toEqual([
      [0, { number: 0, side: 1 }],
      [1, { number: 1, side: 2 }],
      [13, { number: 2, side: 14 }],
    ])
    const names = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => `image ${number}`).join(', ')
    expect(findings).toEqual([
      { code: 'texture-as-average-colour', severity: 'information', details: { count: 11, names } },
    ])
  })

  it('are not written after a cancellation', async () => {
    const stop = (): void => {
      throw new RangeError('stop')
    }
    await expect(write([[2, 2]], [0], stop)).rejects.toThrow('stop')
    await expect(write([], [0], stop)).resolves.toMatchObject({ paths: [] })
  })
})

describe('WebP codec', () => {
  it('is lossless up to 65,536 pixels, and far smaller above', async () => {
    const random = seededRandom(1)
    const noise = (width: number, height: number): RasterImage => ({
      width,
      height,
      pixels: Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : random() * 256)),
    })
    const exact = noise(256, 256)
    expect((await decodeWebp((await codec.encodeWebp(exact)) ?? new Uint8Array()))?.pixels).toEqual(exact.pixels)
    const larger = noise(256, 257)
    const bytes = (await codec.encodeWebp(larger)) ?? new Uint8Array()
    const decoded = await decodeWebp(bytes)
    expect([decoded?.width, decoded?.height]).toEqual([256, 257])
    expect(decoded?.pixels).not.toEqual(larger.pixels)
    expect(bytes.length).toBeLessThan(larger.pixels.length / 4)
  })

  it('decodes nothing from invalid bytes', async () => {
    expect(await decodeWebp(Uint8Array.of(1, 2, 3, 4))).toBeNull()
  })
})
