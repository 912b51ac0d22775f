import type { Companions, ReaderRun } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWarmUpScene } from '../../kit/testing/warm-up-scene.js'
import { warm } from '../reader.js'
import { boxProduct, globalId, productRows, projectRows } from '../testing/model-text.js'
import { readMeshes, readRows } from '../testing/read.js'

beforeAll(() => warm(createWarmUpScene))

const square = `#60=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(1.,1.,0.),(0.,1.,0.)));
#61=IFCTRIANGULATEDFACESET(#60,$,.F.,((1,2,3),(1,3,4)),$);
#70=IFCTEXTUREVERTEXLIST(((0.,0.),(1.,0.),(1.,1.),(0.,0.75)));`
const style = `#90=IFCSTYLEDITEM(#61,(#91),$);
#91=IFCSURFACESTYLE('Tiles',.BOTH.,(#92));
#92=IFCSURFACESTYLERENDERING(#93,$,$,$,$,$,$,$,.NOTDEFINED.);
#93=IFCCOLOURRGB($,0.5,1.,1.);`
const map = (numbers = '((1,2,3),(1,3,4))'): string => `#71=IFCINDEXEDTRIANGLETEXTUREMAP((#72),#61,#70,${numbers});`
const product = productRows({ id: 100, items: '#61', kind: 'Tessellation' })
const model = (texture: string, mapped = map()): string =>
  [projectRows(), square, style, mapped, `#72=${texture};`, product].join('\n')

/** Lower row red and green, upper row blue and white, as IFC counts rows. */
const pixels = `IFCPIXELTEXTURE(.T.,.T.,'DIFFUSE',$,$,2,2,3,("0FF0000","000FF00","00000FF","0FFFFFF"))`

function png(red: number, green: number, blue: number): Uint8Array {
  const image = new PNG({ width: 1, height: 1 })
  image.data.set([red, green, blue, 255])
  return Uint8Array.from(PNG.sync.write(image))
}
const hexadecimal = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
const read = (texture: string, companions: Companions = {}): Promise<ReaderRun> =>
  readRows(model(texture), { companions })

describe('IFC texture coordinate generator', () => {
  it('is counted as an unsupported texture mapping', async () => {
    const generator = "#80=IFCTEXTURECOORDINATEGENERATOR((#72),'COORD',$);"
    const { report } = await readRows(`${model(pixels)}\n${generator}`)
    const finding = report?.findings.find(({ code }) => code === 'textures-not-laid')
    expect(finding?.details).toEqual({ count: 1 })
  })
})

describe('IFC textured element with an opening', () => {
  const opening = boxProduct({ id: 200, class: 'IFCOPENINGELEMENT', at: [0.5, 0.5, -0.5], size: [0.2, 0.2, 1] })
  const cut = `${model(pixels)}${opening}\n#300=IFCRELVOIDSELEMENT('${globalId(300)}',$,$,$,#100,#200);`
  const lost = ({ report }: ReaderRun) => report?.findings.find(({ code }) => code === 'textures-lost-at-openings')

  it('counts its lost texture', async () => {
    expect(lost(await readRows(cut))?.details).toEqual({ count: 1 })
  })

  it('counts no lost texture when another element shows the shape uncut', async () => {
    const otherProduct = productRows({ id: 400, items: '#61', kind: 'Tessellation', at: [3, 0, 0] })
    expect(lost(await readRows(`${cut}${otherProduct}`))).toBeUndefined()
  })
})

describe('IFC pixel texture', () => {
  it('is written with its top row first and bound to the material of the face set', async () => {
    const { scene, report } = await read(pixels)
    expect(scene.textures).toEqual([
      {
        name: '#72',
        width: 2,
        height: 2,
        pixels: Uint8Array.of(0, 0, 255, 255, 255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255),
      },
    ])
    const material = scene.materials[scene.instances[0]?.material ?? -1]
    expect(material).toMatchObject({
      name: 'Tiles',
      opacity: 1,
      texture: { image: 0, tint: [1, 1, 1], wrap: 'repeat' },
    })
    expect(report?.findings.map(({ code }) => code)).not.toContain('texture-as-average-colour')
  })

  it.each([
    [1, '"07F"', [127, 127, 127, 255]],
    [2, '"07F40"', [127, 127, 127, 64]],
    [4, '"001020304"', [1, 2, 3, 4]],
  ])('accepts %s components', async (components, code, expected) => {
    const { scene } = await read(`IFCPIXELTEXTURE(.F.,.F.,$,$,$,1,1,${components},(${code}))`)
    expect([...(scene.textures[0]?.pixels ?? [])]).toEqual(expected)
    expect(scene.materials.find(({ texture }) => texture)?.texture?.wrap).toBe('clamp')
  })

  it.each([
    'IFCPIXELTEXTURE(.T.,.T.,$,$,$,0,2,3,("0FF0000"))',
    'IFCPIXELTEXTURE(.T.,.T.,$,$,$,100000,100000,3,("0FF0000"))',
    'IFCPIXELTEXTURE(.T.,.T.,$,$,$,2,2,3,())',
    'IFCPIXELTEXTURE(.T.,.T.,$,$,$,2,2,9,("0FF0000"))',
    'IFCPIXELTEXTURE($)',
  ])('leaves the surface colour when invalid: %s', async (texture) => {
    const { scene } = await read(texture)
    expect(scene.textures).toEqual([])
    expect(scene.materials).toMatchObject([{ name: 'Tiles', color: [0.5, 1, 1] }])
  })
})

describe('IFC image and blob texture', () => {
  it('is decoded from an image blob and multiplied by the colour in MODULATE mode', async () => {
    const { scene } = await read(`IFCBLOBTEXTURE(.T.,.T.,'MODULATE',$,$,'PNG',"0${hexadecimal(png(255, 0, 0))}")`)
    const material = scene.materials.find(({ texture }) => texture)
    expect(material?.texture?.tint).toEqual([0.5, 1, 1])
    expect(material?.color).toEqual([0.5, 0, 0])
  })

  it('is loaded from a companion file or reported as missing', async () => {
    const texture = `IFCIMAGETEXTURE(.T.,.T.,$,$,$,'maps/Tiles.png')`
    const { scene, report } = await read(texture, { 'tiles.png': png(0, 0, 255) })
    expect(scene.textures).toMatchObject([{ name: 'Tiles.png' }])
    expect(report?.missingCompanions).toEqual([])
    const missing = await read(texture)
    expect(missing.report?.missingCompanions).toEqual(['Tiles.png'])
    expect(missing.scene.materials).toMatchObject([{ color: [0.5, 1, 1] }])
  })

  it('is reported when unreadable', async () => {
    const { report } = await read(`IFCBLOBTEXTURE(.T.,.T.,$,$,$,'GIF',"00102")`)
    expect(report?.findings).toContainEqual(expect.objectContaining({ code: 'texture-not-readable' }))
  })
})

describe('IFC texture coordinates', () => {
  const coordinates = async (mapped: string): Promise<string[]> => {
    const { meshes } = await readMeshes(model(pixels, mapped))
    const [mesh] = meshes
    const own = mesh?.textureCoordinates
    if (mesh === undefined || own === undefined) return []
    return Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => {
      const position = [0, 1].map((axis) => Math.round((mesh.positions[vertex * 3 + axis] ?? 0) * mesh.step))
      const uv = [0, 1].map((axis) => (own.offset[axis] ?? 0) + own.step * (own.values[vertex * 2 + axis] ?? 0))
      return `${position.join(' ')} → ${uv.join(' ')}`
    }).sort()
  }
  const straight = ['0 0 → 0 1', '0 1 → 0 0.25', '1 0 → 1 1', '1 1 → 1 0']

  it('are read by triangle corner with v flipped', async () => {
    expect(await coordinates(map())).toEqual(straight)
    expect(await coordinates(map('((1,2,3),(2,3,4))'))).toEqual([
      '0 0 → 0 1',
      '0 0 → 1 1',
      '0 1 → 0 0.25',
      '1 0 → 1 1',
      '1 1 → 1 0',
    ])
  })

  it('follow the points when the map has no indices', async () => {
    expect(await coordinates(map('$'))).toEqual(straight)
  })

  it('fall back to the image corner for an invalid index', async () => {
    expect(await coordinates(map('((1,2,3),(1,3,99))'))).toContain('0 1 → 0 0')
  })
})
