import startRhino from 'rhino3dm'
import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { loadReader } from './index.js'
import { writePavilion as writeScene } from './max/fixtures/pavilion.js'
import { pavilionChunks, writePavilion as writeDocument } from './nwd/fixtures/pavilion.js'
import { writePavilion as writeProject, infoLines } from './rvt/fixtures/pavilion.js'
import { gablePng } from '@kamar/codecs/image/testing'
import { writeMfcArchive, writeZipContainer } from './skp/fixtures/pavilion.js'
import { pavilion } from './skp/testing/pavilion.js'
import { writeMfcArchiveModel } from './skp/testing/write-mfc-archive.js'
import { writeZipContainerModel } from './skp/testing/write-zip-container.js'

const userName = 'ani.petrosyan'
const address = `${userName}@stone.example`
const windowsPath = `C:\\Users\\${userName}\\Pavilion`
const unixPath = `/home/${userName}/Pavilion`
const sharePath = `\\\\office\\${userName}\\Pavilion`
/** Anything that reveals the author of a file, or its path on the author's machine. */
const personal = /petrosyan|@stone|[\\/]users[\\/]|[\\/]home[\\/]|[a-z]:\\|\\\\/i

/** Creates an image with a text chunk beside its pixels, as programs write them. */
function signedPng(): Uint8Array {
  const text = Buffer.from(`Author\0${userName} <${address}> ${windowsPath}`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  const chunk = Buffer.concat([length, Buffer.from('tEXt'), text, Buffer.alloc(4)])
  const png = Buffer.from(gablePng())
  return Uint8Array.from(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]))
}

async function writeRhino(): Promise<Uint8Array> {
  const rhino = await startRhino({ print: () => undefined, printErr: () => undefined })
  const file = new rhino.File3dm()
  file.startSectionComments = `${userName} ${address}`
  file.applicationDetails = windowsPath
  const material = new rhino.Material()
  material.name = 'Tuff'
  material.setBitmapTextureFilename(`${windowsPath}\\tuff.png`)
  file.materials().add(material)
  file.objects().addSphere(new rhino.Sphere([0, 0, 0], 1), new rhino.ObjectAttributes())
  return Uint8Array.from(file.toByteArray())
}

const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf16le'))
const files: readonly (readonly [string, string, () => Uint8Array | Promise<Uint8Array>])[] = [
  ['rvt', 'a project since 2019', () => writeProject(infoLines.since2019)],
  ['rvt', 'a project until 2018', () => writeProject(infoLines.until2018)],
  [
    'rvt',
    'a project whose properties are paths',
    () =>
      writeProject([
        `Worksharing: ${sharePath}`,
        `Format: ${userName}`,
        `Build: ${unixPath}`,
        `Locale when saved: ${address}`,
      ]),
  ],
  [
    'nwd',
    'a document',
    // Its model is the path of a file; it also states its author and the texture paths of its materials.
    () => writeDocument(448, pavilionChunks(448, `${windowsPath}.rvt\\`)),
  ],
  ['skp', 'a model up to 2020', () => writeMfcArchive(windowsPath, signedPng())],
  // Both contain the paths of textures, components and the file itself.
  ['skp', 'a model up to 2020 with geometry', () => writeMfcArchiveModel(pavilion(), 2017)],
  ['skp', 'a model since 2021 with geometry', () => writeZipContainerModel(pavilion())],
  [
    'skp',
    'a model since 2021',
    () =>
      writeZipContainer({
        'document.xml': utf16(`${userName} ${address} ${windowsPath}`),
        'meta/model_thumbnail.png': signedPng(),
      }),
  ],
  [
    'max',
    'a scene',
    () =>
      writeScene(undefined, [
        `3ds Max Version: ${userName}`,
        `Build: ${windowsPath}`,
        `Vertices: ${address}`,
        unixPath,
        `Author: ${userName}`,
        `${sharePath}\\tuff.png`,
      ]),
  ],
  ['3dm', 'a Rhino model', writeRhino],
]

describe('privacy of reader output', () => {
  it.each(files)('exposes no author names or paths in the scene and the report: %s, %s', async (id, _, write) => {
    const bytes = await write()
    const reader = await loadReader(id)
    const { scene, report, failure } = await runReader(reader, bytes, { name: `model.${id}` })
    expect(failure).toBeNull()
    const { nodes, propertySets, materials, textures } = scene
    expect(JSON.stringify([nodes, propertySets, materials, textures.length, report])).not.toMatch(personal)
    const preview = Buffer.from(scene.preview ?? [])
    expect(preview.toString('latin1')).not.toMatch(/petrosyan|tEXt|iTXt|eXIf/)
  })

  it.each(files)(
    'exposes no author names or paths in the failure of a truncated file: %s, %s',
    async (id, _, write) => {
      const bytes = await write()
      const reader = await loadReader(id)
      for (const share of [0.2, 0.5, 0.9]) {
        const run = await runReader(reader, bytes.slice(0, Math.floor(bytes.length * share)), { name: `model.${id}` })
        expect(JSON.stringify([run.failure ?? null, run.report ?? null])).not.toMatch(personal)
      }
    },
  )

  it('is tested by a pattern that matches every planted name and path', () => {
    for (const text of [userName, address, windowsPath, unixPath, sharePath]) expect(text).toMatch(personal)
  })
})
