import { runReader } from '@kamar/test-kit'
import { encode as encodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { libraryNames, parseMaterialLibrary, readTextureStatement } from './material-library.js'
import { reader } from './reader.js'
import { averageColor as averageOf, decodeImage, maxPixels } from '@kamar/codecs/image'

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)
const only = (text: string) => parseMaterialLibrary(`newmtl a\n${text}\n`).get('a')

function png(width: number, height: number, pixel: (at: number) => readonly number[]): Uint8Array {
  const image = new PNG({ width, height })
  for (let at = 0; at < width * height; at++) image.data.set(pixel(at), 4 * at)
  return Uint8Array.from(PNG.sync.write(image))
}
const red = [255, 0, 0, 255]
function averageColor(bytes: Uint8Array): [number, number, number] | null {
  const image = decodeImage(bytes)
  return image && averageOf(image)
}

describe('MTL material library', () => {
  it.each([
    ['Kd 0.1 0.2 0.3', [0.1, 0.2, 0.3]],
    ['  kd\t0.5', [0.5, 0.5, 0.5]],
    ['Kd 2 -1 0.5', [1, 0, 0.5]],
    ['Kd spectral file.rfl 1', null],
    ['Kd xyz 0.3 0.3 0.3', null],
    ['Ka 1 0 0', null],
  ])('reads the colour of %j', (line, color) => {
    expect(only(line)?.color ?? null).toEqual(color)
  })

  it.each([
    ['d 0.25', 0.25],
    ['d -halo 0.5', 0.5],
    ['Tr 0.25', 0.75],
    ['Tr 1', 1],
    ['Tr 0.9\nd 0.9', 0.9],
    ['d 1.0\nTr 1.0', 1],
    ['d 0', 0],
    ['d 7', 1],
    ['d x', 1],
    ['illum 2', 1],
  ])('reads the opacity of %j', (lines, opacity) => {
    expect(only(lines)?.opacity).toBeCloseTo(opacity)
  })

  it.each([
    ['brick.png', 'brick.png'],
    ['.\\textures\\brick wall.png', 'brick wall.png'],
    ['-s 1 1 1 -o 0 0.5 -bm 0.3 -clamp on maps/a.jpg', 'a.jpg'],
    ['-mm 0 1 -blendu off 2 3.png', '2 3.png'],
    ['-o 0.1 0.2 0.3 4.png', '4.png'],
    ['-s 5', '5'],
    ['http://example.com/x/y.png', 'y.png'],
    ['', ''],
    ['-clamp on', ''],
  ])('reads the file name of a texture from %j', (statement, name) => {
    expect(readTextureStatement(statement).name).toBe(name)
  })

  it('reads the scale, offset and clamping of a texture', () => {
    expect(readTextureStatement('-s 2 3 1 -o 0.5 -0.25 0 -t 9 9 9 -clamp on a.png')).toEqual({
      name: 'a.png',
      isClamped: true,
      transform: [2, 0, 0, 3, 0.5, -0.25],
    })
    expect(readTextureStatement('-s 2 a.png').transform).toEqual([2, 0, 0, 1, 0, 0])
    expect(readTextureStatement('-clamp off a.png')).toMatchObject({ isClamped: false })
  })

  it('keeps material names with spaces, and the first of two equal names', () => {
    const materials = parseMaterialLibrary(
      '# top\r\nnewmtl Old oak \r\nKd 1 0 0\rnewmtl b\nnewmtl Old oak\nKd 0 1 0\nKd\n',
    )
    expect([...materials.keys()]).toEqual(['Old oak', 'b'])
    expect(materials.get('Old oak')?.color).toEqual([1, 0, 0])
  })

  it('is referenced by one name with spaces, or by several names', () => {
    expect(libraryNames('my scene.mtl')).toEqual({ fullName: 'my scene.mtl', parts: ['my scene.mtl'] })
    expect(libraryNames('a.mtl lib/b.mtl')).toEqual({ fullName: 'b.mtl', parts: ['a.mtl', 'b.mtl'] })
  })
})

describe('average colour of a texture', () => {
  it('is computed from a PNG in linear light', () => {
    expect(averageColor(png(8, 8, () => red))).toEqual([1, 0, 0])
    const [first] = averageColor(png(2, 1, (at) => (at === 0 ? red : [0, 0, 0, 255]))) ?? []
    expect(first).toBeCloseTo(Math.SQRT1_2, 2)
  })

  it('excludes transparent pixels', () => {
    expect(averageColor(png(2, 1, (at) => (at === 0 ? red : [0, 255, 0, 0])))).toEqual([1, 0, 0])
    expect(averageColor(png(2, 1, () => [9, 9, 9, 0]))).toBeNull()
  })

  it('is computed from a JPEG', () => {
    const data = Uint8Array.from({ length: 4 * 16 * 16 }, (_, at) => (at % 4 > 1 ? 255 : 0))
    const [redPart = 1, greenPart = 1, bluePart = 0] =
      averageColor(encodeJpeg({ width: 16, height: 16, data }, 95).data) ?? []
    expect(redPart).toBeLessThan(0.05)
    expect(greenPart).toBeLessThan(0.05)
    expect(bluePart).toBeGreaterThan(0.95)
  })

  it('is null for files that are truncated, state a false size or are not images', () => {
    const good = png(64, 64, () => red)
    expect(averageColor(good.slice(0, good.length / 2))).toBeNull()
    const corrupt = good.slice()
    new DataView(corrupt.buffer).setUint32(16, 65_535)
    new DataView(corrupt.buffer).setUint32(20, 65_535)
    expect(65_535 ** 2).toBeGreaterThan(maxPixels)
    expect(averageColor(corrupt)).toBeNull()
    expect(averageColor(encodeText('<svg onload="alert(1)"/>'))).toBeNull()
    expect(averageColor(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4))).toBeNull()
    expect(averageColor(new Uint8Array())).toBeNull()
  })
})

describe('OBJ materials', () => {
  const model = 'v 0 0 0\nv 1 0 0\nv 1 1 0\n'
  const read = (text: string, library: string, textures: Record<string, Uint8Array> = {}) =>
    runReader(reader, encodeText(`mtllib m.mtl\n${model}${text}`), {
      companions: { 'm.mtl': encodeText(library), ...textures },
    })

  it('multiply their colour by the average of a texture without coordinates, and report it', async () => {
    const { scene, report } = await read('usemtl a\nf 1 2 3\n', 'newmtl a\nKd 0.5 0.5 0.5\nmap_Kd maps/RED.PNG\n', {
      'red.png': png(4, 4, () => red),
    })
    expect(scene.materials).toEqual([{ name: 'a', color: [0.5, 0, 0], opacity: 1 }])
    expect(report?.missingCompanions).toEqual([])
    expect(report?.findings.at(-1)).toEqual({
      code: 'texture-as-average-colour',
      severity: 'information',
      details: { count: 1, names: 'RED.PNG' },
    })
  })

  it('show an attached texture without a finding where faces have texture coordinates', async () => {
    const coordinates = 'vt 0 0\nvt 1 0\nvt 0.5 1\n'
    const { scene, report } = await read(
      `${coordinates}usemtl a\nf 1/1 2/2 3/3\n`,
      'newmtl a\nKd 0.5 0.5 0.5\nmap_Kd -clamp on maps/RED.PNG\n',
      { 'red.png': png(4, 4, () => red) },
    )
    const texture = { image: 0, tint: [0.5, 0.5, 0.5], wrap: 'clamp' }
    expect(scene.materials).toEqual([{ name: 'a', color: [0.5, 0, 0], opacity: 1, texture }])
    expect(scene.textures).toMatchObject([{ name: 'RED.PNG', width: 4, height: 4 }])
    expect(report?.findings.map(({ code }) => code)).not.toContain('texture-as-average-colour')
    expect(report?.counts['textureCoordinates']).toBe(3)
  })

  it('treat a black colour under a texture as white', async () => {
    const { scene } = await read('usemtl a\nf 1 2 3\n', 'newmtl a\nKd 0 0 0\nmap_Kd red.png\n', {
      'red.png': png(4, 4, () => red),
    })
    expect(scene.materials[0]?.color).toEqual([1, 0, 0])
  })

  it('keep their own colour when a texture is missing or unreadable, and report its name', async () => {
    const library =
      'newmtl a\nKd 0.2 0.4 0.6\nmap_Kd gone.jpg\nnewmtl b\nKd 1 1 0\nmap_Kd broken.png\nnewmtl c\nmap_Kd unused.png\n'
    const { scene, report } = await read('usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n', library, {
      'broken.png': encodeText('no picture'),
    })
    expect(scene.materials.map(({ color }) => color)).toEqual([
      [0.2, 0.4, 0.6],
      [1, 1, 0],
    ])
    expect(report?.missingCompanions).toEqual(['gone.jpg'])
    expect(report?.findings.at(-1)).toMatchObject({ code: 'texture-not-readable', details: { names: 'broken.png' } })
  })

  it('are light grey when no library defines them, and absent when the file names none', async () => {
    const { scene } = await read('f 1 2 3\nusemtl unknown\nf 1 2 3\n', '')
    expect(scene.materials).toEqual([{ name: 'unknown', color: [0.8, 0.8, 0.8], opacity: 1 }])
    expect(scene.instances.map(({ material }) => material)).toEqual([null, 0])
  })

  it('are white under vertex colours', async () => {
    const colored = 'v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\n'
    const { scene } = await read(
      `${colored}usemtl a\nf 4 5 6\nf 1 2 3\nusemtl b\nf 1 2 3\n`,
      'newmtl a\nKd 0.1 0.1 0.1\nd 0.5\n',
    )
    expect(scene.materials.map(({ color, opacity }) => [color[0], opacity])).toEqual([
      [1, 0.5],
      [0.8, 1],
    ])
  })
})
