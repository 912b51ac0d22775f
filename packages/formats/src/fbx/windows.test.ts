import { readFileSync } from 'node:fs'
import { memorySource, readerLimits } from '@kamar/core'
import { createRecordedContext, RecordedSource } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { FileWindow } from '../kit/file-window.js'
import { FbxDocument } from './document.js'
import { withChildren, type FbxNode } from './fbx-node.js'
import { floats, id, integers, node, text, writeBinary, writeText } from './fixtures/fbx-writer.js'
import { parse } from './reader.js'
import { FbxSceneWriter } from './scene-writer.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const { signal } = new AbortController()
const complete = 2 ** 24

const triangleFile = [
  node('FBXHeaderExtension', [], [node('FBXVersion', [{ integer: 7400 }])]),
  node(
    'Objects',
    [],
    [
      node(
        'Geometry',
        [id(1), text('Geometry::a {"'), text('Mesh')],
        [node('Vertices', [floats([0, 0, 0, 1, 0, 0, 1, 1, 0])]), node('PolygonVertexIndex', [integers([0, 1, -3])])],
      ),
      node('Model', [id(2), text('Model::; } wall'), text('Mesh')], [node('Version', [{ integer: 232 }])]),
      node('AnimationCurve', [id(3), text('AnimCurve::'), text('')], [node('KeyTime', [integers([1, 2, 3])])]),
    ],
  ),
  node('Connections', [], [node('C', [text('OO'), id(1), id(2)]), node('C', [text('OO'), id(2), id(0)])]),
]

const files: readonly (readonly [string, Uint8Array])[] = [
  ['workshop-7300.fbx', fixture('workshop-7300.fbx')],
  ['workshop-7500.fbx', fixture('workshop-7500.fbx')],
  ['a binary file', writeBinary(triangleFile, { version: 7400, isDeflated: true })],
  ['an ASCII file', writeText(triangleFile, 7400)],
]

async function loaded(node: FbxNode): Promise<FbxNode> {
  const { name, values, children } = await withChildren(node)
  return { name, values, children: await Promise.all(children.map(loaded)) }
}

async function read(bytes: Uint8Array, maxBytes: number) {
  const tree = await parse(new FileWindow(memorySource('model.fbx', bytes), { signal, maxBytes }), readerLimits)
  const root = await loaded(tree.root)
  return { root, version: tree.version, isCut: tree.isCut, damagedArrays: tree.damagedArrays }
}

describe.each(files)('FBX nodes of %s', (_, bytes) => {
  it('are the same when the file is read through windows of any size', async () => {
    const reference = await read(bytes, complete)
    for (const maxBytes of [1, 40, 333, 4096]) expect(await read(bytes, maxBytes)).toEqual(reference)
  })

  it('have the version and the state of a truncated file, wherever it is cut', async () => {
    for (let part = 1; part < 16; part++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 16))
      const [{ version, isCut }, windows] = [await read(cut, complete), await read(cut, 64)]
      expect(windows).toMatchObject({ version, isCut })
    }
  })

  it('give the same scene', async () => {
    const digest = async (maxBytes: number): Promise<string> => {
      const { context, scene } = createRecordedContext()
      const window = new FileWindow(new RecordedSource('model.fbx', bytes), { signal, maxBytes })
      await new FbxSceneWriter(context, new FbxDocument(await parse(window, readerLimits))).push()
      expect(scene.numbers.triangles).toBeGreaterThan(0)
      return scene.digest
    }
    expect(await digest(64)).toBe(await digest(complete))
  })
})

describe('FBX objects in a file that exceeds the window', () => {
  it('stay in the file until they are needed', async () => {
    for (const bytes of [
      writeBinary(triangleFile, { version: 7400, isDeflated: false }),
      writeText(triangleFile, 7400),
    ]) {
      const window = new FileWindow(memorySource('model.fbx', bytes), { signal, maxBytes: 64 })
      const objects = (await parse(window, readerLimits)).root.children[1]
      expect(objects.children.map(({ name, children }) => [name, children.length])).toEqual([
        ['Geometry', 0],
        ['Model', 1],
        ['AnimationCurve', 0],
      ])
      expect((await withChildren(objects.children[0])).children.map(({ name }) => name)).toEqual([
        'Vertices',
        'PolygonVertexIndex',
      ])
    }
  })
})
