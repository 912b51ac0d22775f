import { beforeAll, describe, expect, it } from 'vitest'
import { createWarmUpScene } from '../../kit/testing/warm-up-scene.js'
import { warm } from '../reader.js'
import { productRows, projectRows } from '../testing/model-text.js'
import { readMeshes, type MeshRecordingScene } from '../testing/read.js'

beforeAll(() => warm(createWarmUpScene))

/** The vertices of a one-metre cube. */
const vertices =
  '#60=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(1.,1.,0.),(0.,1.,0.),(0.,0.,1.),(1.,0.,1.),(1.,1.,1.),(0.,1.,1.)));'
const sides = [
  [1, 4, 3, 2],
  [5, 6, 7, 8],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 4, 8, 7],
  [4, 1, 5, 8],
]
const trianglesOfSides = sides.flatMap(([a, b, c, d]) => [`(${a},${b},${c})`, `(${a},${c},${d})`]).join(',')
const triangulated = `${vertices}\n#61=IFCTRIANGULATEDFACESET(#60,$,.T.,(${trianglesOfSides}),$);`
const polygonal = `${vertices}
#61=IFCPOLYGONALFACESET(#60,.T.,(#70,#71,#72,#73,#74,#75),$);
${sides.map((side, at) => `#${70 + at}=IFCINDEXEDPOLYGONALFACE((${side.join(',')}));`).join('\n')}`

/** Red, green, blue. */
const list = '#80=IFCCOLOURRGBLIST(((1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));'
const formatColorMap = (numbers: readonly number[], opacity = '$'): string =>
  `${list}\n#81=IFCINDEXEDCOLOURMAP(#61,${opacity},#80,(${numbers.join(',')}));`
const product = productRows({ id: 100, items: '#61', kind: 'Tessellation' })

/** Returns the area of each colour in square metres, by `r g b`. */
function areas({ meshes }: MeshRecordingScene): Record<string, number> {
  const areas: Record<string, number> = {}
  for (const { positions, indices, colors, step } of meshes) {
    if (!colors) continue
    for (let at = 0; at < indices.length; at += 3) {
      const [a = [], b = [], c = []] = [0, 1, 2].map((side) => {
        const vertex = indices[at + side] ?? 0
        return [...positions.subarray(vertex * 3, vertex * 3 + 3)].map((value) => value * step)
      })
      const u = a.map((value, axis) => (b[axis] ?? 0) - value)
      const v = a.map((value, axis) => (c[axis] ?? 0) - value)
      const cross = [0, 1, 2].map((axis) => {
        const [second, third] = [(axis + 1) % 3, (axis + 2) % 3]
        return (u[second] ?? 0) * (v[third] ?? 0) - (u[third] ?? 0) * (v[second] ?? 0)
      })
      const vertex = indices[at] ?? 0
      const color = [...colors.subarray(vertex * 4, vertex * 4 + 3)].join(' ')
      areas[color] = (areas[color] ?? 0) + Math.hypot(...cross) / 2
    }
  }
  return Object.fromEntries(Object.entries(areas).map(([color, area]) => [color, Math.round(area * 100) / 100]))
}

describe('IFC indexed colour map', () => {
  it('colours the triangles of a triangulated face set', async () => {
    const scene = await readMeshes(
      projectRows() + triangulated + formatColorMap([1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3]) + product,
    )
    expect(areas(scene)).toEqual({ '255 0 0': 2, '0 255 0': 3, '0 0 255': 1 })
    expect(scene.meshes.map(({ closed }) => closed)).toEqual([true])
    expect(scene.materials).toEqual([{ name: '', color: [1, 1, 1], opacity: 1 }])
  })

  it('applies one colour index to each face of a polygonal face set', async () => {
    const scene = await readMeshes(projectRows() + polygonal + formatColorMap([1, 1, 2, 2, 2, 3]) + product)
    expect(areas(scene)).toEqual({ '255 0 0': 2, '0 255 0': 3, '0 0 255': 1 })
    expect(scene.meshes.map(({ closed }) => closed)).toEqual([true])
  })

  it('covers exactly the area of a face with voids and of a concave face', async () => {
    const rows = `
#60=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(4.,0.,0.),(4.,4.,0.),(0.,4.,0.),(1.,1.,0.),(1.,2.,0.),(2.,2.,0.),(2.,1.,0.),
(5.,0.,0.),(9.,0.,0.),(9.,1.,0.),(6.,1.,0.),(6.,3.,0.),(5.,3.,0.)));
#61=IFCPOLYGONALFACESET(#60,.F.,(#70,#71),$);
#70=IFCINDEXEDPOLYGONALFACEWITHVOIDS((1,2,3,4),((5,6,7,8)));
#71=IFCINDEXEDPOLYGONALFACE((9,10,11,12,13,14));`
    expect(areas(await readMeshes(projectRows() + rows + formatColorMap([1, 2]) + product))).toEqual({
      '255 0 0': 15,
      '0 255 0': 6,
    })
  })

  it('sets the opacity of the material', async () => {
    const scene = await readMeshes(projectRows() + polygonal + formatColorMap([1, 1, 2, 2, 2, 3], '0.25') + product)
    expect(scene.materials).toEqual([{ name: '', color: [1, 1, 1], opacity: 0.25 }])
  })

  it('overrides the surface style of the item', async () => {
    const style = `
#90=IFCSTYLEDITEM(#61,(#91),$);
#91=IFCSURFACESTYLE('Brick',.BOTH.,(#92));
#92=IFCSURFACESTYLESHADING(#93,0.);
#93=IFCCOLOURRGB($,0.5,0.2,0.1);`
    const scene = await readMeshes(projectRows() + polygonal + style + formatColorMap([1, 1, 2, 2, 2, 3]) + product)
    expect(scene.instances.map(({ material }) => scene.materials[material ?? -1]?.color)).toEqual([[1, 1, 1]])
  })

  it('leaves faces without a valid colour index white', async () => {
    const scene = await readMeshes(projectRows() + polygonal + formatColorMap([1, 9, 0, 2]) + product)
    expect(areas(scene)).toEqual({ '255 0 0': 1, '255 255 255': 4, '0 255 0': 1 })
  })

  it('keeps separate meshes for face sets that differ only in colour', async () => {
    const twin = triangulated.replaceAll('#61', '#65').replaceAll('#60', '#64')
    const other = formatColorMap([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1]).replaceAll('#8', '#18').replace('#61', '#65')
    const scene = await readMeshes(
      `${projectRows()}${triangulated}${twin}${formatColorMap([1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3])}${other}${product}` +
        productRows({ id: 110, items: '#65', kind: 'Tessellation' }),
    )
    expect(scene.meshes).toHaveLength(2)
    expect(areas(scene)).toEqual({ '255 0 0': 2.5, '0 255 0': 3, '0 0 255': 6.5 })
  })

  it.each([
    ['whose list is missing', '#81=IFCINDEXEDCOLOURMAP(#61,$,#999,(1,2));'],
    ['whose list is empty', '#80=IFCCOLOURRGBLIST(());\n#81=IFCINDEXEDCOLOURMAP(#61,$,#80,(1,2));'],
    ['that names no colour', formatColorMap([])],
  ])('leaves the face set uncoloured as a map %s', async (_, map) => {
    const scene = await readMeshes(projectRows() + triangulated + map + product)
    expect(scene.meshes.map(({ colors, closed }) => [colors, closed])).toEqual([[null, true]])
    expect(scene.instances.map(({ material }) => material)).toEqual([null])
  })
})
