import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getFileExtension, findUploadFormat, uploadFormats } from '@kamar/core'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { detectFormat } from './detect-format.js'
import type { DetectionResult } from './detect-format.js'

const headerBytes = 4096
const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const detect = (name: string, content: Uint8Array | string): DetectionResult => {
  const bytes = typeof content === 'string' ? text(content) : content
  return detectFormat(name, bytes.subarray(0, headerBytes), bytes.length)
}

/** Creates a ZIP archive with empty stored entries: local headers, directory and end record. */
function zipWith(...names: readonly string[]): Uint8Array {
  const header = [0x50, 0x4b, 3, 4, 20, ...Array<number>(25).fill(0)]
  const parts = names.flatMap((name) => [...header.with(26, name.length), ...text(name)])
  return Uint8Array.from([...parts, 0x50, 0x4b, 5, 6, ...Array(18).fill(0)])
}

/** Creates a compound file whose directory follows the header and lists these streams. */
function compoundWith(...names: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(512 * 4)
  const view = new DataView(bytes.buffer)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  view.setUint16(30, 9, true)
  view.setUint32(48, 0, true)
  for (const [index, name] of ['Root Entry', ...names].entries()) {
    const at = 512 + 128 * index
    Array.from(name, (character, position) => view.setUint16(at + 2 * position, character.charCodeAt(0), true))
    view.setUint16(at + 64, 2 * (name.length + 1), true)
  }
  return bytes
}

const iges = `${'a part'.padEnd(72)}S      1\n${'1H,,1H;,4Hpart'.padEnd(72)}G      1\n`
const triangle =
  'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n'
const step =
  "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n"
const chunk3ds = Uint8Array.of(0x4d, 0x4d, 16, 0, 0, 0, 2, 0, 10, 0, 0, 0, 3, 0, 0, 0)

/** One or more short files per format; formats that only their inner structure identifies are `maybe`. */
const own: readonly (readonly [
  id: string,
  extension: string,
  content: Uint8Array | string,
  confidence: 'yes' | 'maybe',
])[] = [
  ['dwg', '.dwg', 'AC1032\0\0\0', 'yes'],
  ['dwg', '.dwg', 'AC2.10\0\0\0', 'yes'],
  ['dwf', '.dwf', '(DWF V06.00)PK', 'yes'],
  ['dwf', '.dwf', zipWith('manifest.xml'), 'maybe'],
  ['dwfx', '.dwfx', zipWith('_rels/.rels', 'FixedDocumentSequence.fdseq'), 'yes'],
  ['dwfx', '.dwfx', zipWith('[Content_Types].xml'), 'maybe'],
  ['ifc', '.ifc', "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n", 'yes'],
  ['rvt', '.rvt', compoundWith('BasicFileInfo', 'Formats'), 'yes'],
  ['rvt', '.rvt', compoundWith().slice(0, 600), 'maybe'],
  ['nwd', '.nwd', '#LcUStream-V1.1 binary double release', 'yes'],
  ['3ds', '.3ds', chunk3ds, 'yes'],
  ['fbx', '.fbx', 'Kaydara FBX Binary  \0\u001a\0', 'yes'],
  ['fbx', '.fbx', '; FBX 7.5.0 project file\n', 'yes'],
  ['obj', '.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'yes'],
  ['step', '.stp', step, 'yes'],
  ['iges', '.igs', iges, 'yes'],
  ['sat', '.sat', '700 0 1 0\n@33 Open Design Alliance ACIS Builder @12 ACIS 32.0 NT\n', 'yes'],
  ['sat', '.sab', 'ACIS BinaryFile(U\0', 'yes'],
  [
    'skp',
    '.skp',
    Uint8Array.from([0xff, 0xfe, 0xff, 0x0e, ...Array.from('SketchUp', (l) => [l.charCodeAt(0), 0]).flat()]),
    'yes',
  ],
  ['3dm', '.3dm', '3D Geometry File Format        60', 'yes'],
  ['stl', '.stl', triangle, 'yes'],
  ['max', '.max', compoundWith('ClassDirectory3', 'DllDirectory', 'Scene'), 'yes'],
]

/** Returns whether two formats share a container, which the header cannot always tell apart. */
const sharesContainer = (one: string, other: string): boolean =>
  [
    ['rvt', 'max'],
    ['dwf', 'dwfx'],
  ].some((group) => group.includes(one) && group.includes(other))

describe('detectFormat', () => {
  it('is tested with every upload format', () => {
    expect(new Set(own.map(([id]) => id))).toEqual(new Set(uploadFormats.map(({ id }) => id)))
  })

  it.each(own)('recognises %s under %s', (id, extension, content, confidence) => {
    expect(detect(`model${extension}`, content)).toMatchObject({ formatId: id, confidence })
  })

  it.each(own.filter(([, , , confidence]) => confidence === 'yes'))(
    'rejects %s under every other extension and names its format',
    (id, _, content) => {
      for (const format of uploadFormats.filter(
        (candidate) => candidate.id !== id && !sharesContainer(candidate.id, id),
      )) {
        const { confidence, detected, formatId } = detect(`model${format.extensions[0]}`, content)
        expect({ formatId, confidence, detected: detected?.id }, format.id).toEqual({
          formatId: format.id,
          confidence: 'no',
          detected: id,
        })
      }
    },
  )
})

describe('detectFormat with other content', () => {
  it.each([
    ['wall.ifc', '', 'empty'],
    ['wall.ifc', ' \n\t\n', 'blank'],
    ['plan.dwfx', 'AutoCAD Binary DXF\r\n\u001a\0', 'dxf'],
    ['plan.dwfx', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n', 'dxf'],
    ['plan.dwfx', zipWith('[Content_Types].xml', 'word/document.xml'), 'docx'],
    ['plan.dwf', zipWith('[Content_Types].xml', 'xl/workbook.xml'), 'xlsx'],
    ['house.skp', zipWith('META-INF/MANIFEST.MF'), 'jar'],
    ['house.skp', zipWith('a.txt'), 'zip'],
    ['house.rvt', compoundWith('WordDocument'), 'doc'],
    ['house.max', compoundWith('Workbook'), 'xls'],
    ['house.nwd', '%PDF-1.4\n', 'pdf'],
    ['house.stl', '<!DOCTYPE html><html>\nsolid a\n', 'html'],
    ['house.stl', 'GIF89a=1;alert(1)', 'gif'],
    ['house.obj', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'png'],
    ['house.obj', '# materials\nnewmtl brick\nKd 1 0 0\n', 'mtl'],
    ['house.fbx', 'glTF\u0002\0\0\0', 'glb'],
    ['house.3ds', '{"asset":{"version":"2.0"}}', 'gltf'],
    ['house.step', '<?xml version="1.0"?>\n<data/>', 'xml'],
    ['house.dwg', '<?xml version="1.0"?>\n<COLLADA/>', 'collada'],
    ['house.step', 'Dear all, please find attached the step file.\n', 'text'],
    ['house', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'obj'],
    ['house.zip', triangle, 'stl'],
  ])('rejects %s and names its actual content', (name, content, id) => {
    const { confidence, detected } = detect(name, content)
    expect({ confidence, id: detected?.id }).toEqual({ confidence: 'no', id })
    expect(detected?.name).not.toBe('')
  })

  it('rejects noise without naming a format', () => {
    const noise = Uint8Array.from({ length: 3000 }, (_, index) => (index * 89 + (index >> 3)) % 256)
    for (const format of uploadFormats) {
      expect(detect(`a${format.extensions[0]}`, noise)).toEqual({ formatId: format.id, confidence: 'no' })
    }
  })

  it('does not throw for a header of any length', () => {
    for (const [, extension, content] of own) {
      const bytes = typeof content === 'string' ? text(content) : content
      for (let length = 0; length < Math.min(40, bytes.length); length++) {
        expect(() => detectFormat(`a${extension}`, bytes.subarray(0, length), length)).not.toThrow()
      }
    }
  })
})

describe('detectFormat with local samples', () => {
  const folder = samplesFolder()
  const samples = folder
    ? readdirSync(folder).flatMap((name) =>
        readdirSync(join(folder, name))
          .filter((file) => !file.endsWith('.md'))
          .map((file) => join(folder, name, file)),
      )
    : []
  /** A character precedes the header: no longer an ISO 10303-21 file. */
  const damagedHeads = /cylindrical-surface\.ifc$/
  const rows = samples.filter((path) => findUploadFormat(path)).map((path) => [path, readFileSync(path)] as const)

  it.skipIf(!folder)('recognises all of them under their own extension', () => {
    const wrong = rows
      .map(([path, bytes]) => ({ path, ...detectFormat(path, bytes.subarray(0, headerBytes), bytes.length) }))
      .filter(({ path, confidence }) => confidence === 'no' && !damagedHeads.test(path))
    expect(rows.length).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })

  it.skipIf(!folder)('rejects all of them under the extension of every format in another container', () => {
    const wrong = rows.flatMap(([path, bytes]) => {
      const id = findUploadFormat(path)?.id ?? ''
      const header = bytes.subarray(0, headerBytes)
      return uploadFormats
        .filter((format) => format.id !== id && !sharesContainer(format.id, id))
        .map((format) => ({ format: format.id, ...detectFormat(`x${format.extensions[0]}`, header, bytes.length) }))
        .filter(({ confidence }) => confidence !== 'no')
        .map(({ format, confidence }) => `${getFileExtension(path)} ${path} as ${format}: ${confidence}`)
    })
    expect(wrong).toEqual([])
  })
})
