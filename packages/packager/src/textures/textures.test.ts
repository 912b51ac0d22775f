import type { MaterialTexture, MeshInput, TextureInput } from '@kamar/core'
import { geometryFlag, texturePath, textureWrap } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from '../test-support/written-package.js'
import { decodeWebp } from './decode-webp.js'
import { fitImage } from './raster-image.js'

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
