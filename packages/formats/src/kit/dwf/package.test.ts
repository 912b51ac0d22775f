import { describe, expect, it } from 'vitest'
import { partKey, PartArchive } from '@kamar/codecs/zip'
import { readContents, readSectionContent } from './content.js'
import { openPackage, resolvePart } from './package.js'
import { mappedPoints, transformDirection } from './page-pen.js'
import { joinSheetMatrices, mapSheetPoint, sheetMatrixScale } from '@kamar/core'
import { isDwf, detectOpenPackage } from '@kamar/codecs/detection'
import { SkipList } from '../report.js'
import { writeDwf } from './testing/write-package.js'
import { writeZip, type Parts } from '@kamar/codecs/zip/testing'
import { attribute, findChild, findChildren, numbersIn, parseXml } from '@kamar/codecs/xml'

const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const createArchive = (bytes: Uint8Array, inflatedBytes = 1e6): PartArchive =>
  new PartArchive(bytes, { limits: { inflatedBytes }, signal: new AbortController().signal })
const packed = (parts: Parts): PartArchive => createArchive(writeZip(parts))

describe('XML parser', () => {
  it('reads elements, attributes and text without namespace prefixes', () => {
    const root = parseXml(
      text('<?xml version="1.0"?><!-- a > b --><a:r xmlns:a="x" a:n="1" m=\'2\'>t<b/><b k=">"/><![CDATA[<c>]]></a:r>'),
    )
    expect(root?.name).toBe('r')
    expect([attribute(root, 'n'), attribute(root, 'm'), attribute(root, 'xmlns'), attribute(root, 'o')]).toEqual([
      '1',
      '2',
      '',
      '',
    ])
    expect(root?.text).toBe('t<c>')
    expect(findChildren(root, 'b')).toHaveLength(2)
    expect(attribute(findChildren(root, 'b')[1], 'k')).toBe('>')
    expect(findChild(root, 'c')).toBeUndefined()
  })

  it('decodes named and numeric character references', () => {
    expect(parseXml(text('<a>&lt;&amp;&#65;&#x531;&unknown;&#0;</a>'))?.text).toBe('<&AԱ&unknown;&#0;')
  })

  it('accepts UTF-16 and UTF-8 with a byte order mark', () => {
    const wide = Uint8Array.from([
      0xff,
      0xfe,
      ...Array.from('<a/>', (character) => [character.charCodeAt(0), 0]).flat(),
    ])
    expect(parseXml(wide)?.name).toBe('a')
    expect(parseXml(Uint8Array.of(0xef, 0xbb, 0xbf, ...text('<a/>')))?.name).toBe('a')
  })

  it.each(['', 'text', '<a>', '<a></b>', '<a/><b/>', '<a b="1>', '<!-- a', '<', '</a>'])(
    'returns null for a document that is not well-formed: %s',
    (content) => {
      expect(parseXml(text(content))).toBeNull()
    },
  )

  it('accepts 100 nested elements and rejects 1000', () => {
    expect(parseXml(text(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`))).not.toBeNull()
    expect(parseXml(text(`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`))).toBeNull()
  })

  it('reads numbers separated by commas or white space', () => {
    expect(numbersIn(' 1, 2\n3,,4 ')).toEqual([1, 2, 3, 4])
    expect(numbersIn('')).toEqual([])
  })
})

describe('DWF package archive', () => {
  it('finds a part regardless of case, slashes, dot segments and query', async () => {
    const archive = packed({ 'Dwf\\Part.XML': 'x' })
    expect(archive.has('/dwf/part.xml?query')).toBe(true)
    expect(await archive.read('dwf/./other/../part.xml')).toEqual(text('x'))
    expect(await archive.read('missing')).toBeNull()
    expect(partKey('\\A\\..\\B')).toBe('b')
  })

  it('finds parts whose names contain a number sign', async () => {
    const archive = packed({ 'Brick/a': '0', 'Brick#1/a': '1', 'Brick#2/a': '2' })
    const all = await Promise.all(['brick/a', 'brick#1/a', 'brick#2/a', 'brick/a#b'].map((name) => archive.read(name)))
    expect(all).toEqual(['0', '1', '2', '0'].map((character) => text(character)))
  })

  it('reads parts behind the DWF header whether or not offsets include the header', async () => {
    const parts = { a: 'one', b: 'two' }
    const counted = writeZip(parts, { mark: '(DWF V06.00)' })
    expect(await createArchive(counted).read('b')).toEqual(text('two'))
    const uncounted = Uint8Array.from([...text('(DWF V06.00)'), ...writeZip(parts)])
    expect(await createArchive(uncounted).read('b')).toEqual(text('two'))
  })

  it('counts the inflated bytes of all parts against the limit', async () => {
    const archive = createArchive(writeZip({ a: 'one', b: 'two' }), 5)
    await archive.read('a')
    await expect(archive.read('b')).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
  })

  it('lists a part with a checksum mismatch as damaged', async () => {
    const bytes = writeZip({ a: 'one', b: 'two' })
    bytes[31] ^= 1
    const archive = createArchive(bytes)
    expect(await archive.read('a')).toBeNull()
    expect([...archive.damaged]).toEqual(['a'])
    expect(await archive.read('b')).toEqual(text('two'))
  })

  it('lists a part as damaged when its local header has another name', async () => {
    const bytes = writeZip({ a: 'one', b: 'two' })
    bytes[30] = 'c'.charCodeAt(0)
    const archive = createArchive(bytes)
    expect([await archive.read('a'), await archive.read('c')]).toEqual([null, null])
    expect([...archive.damaged]).toEqual(['a'])
    expect(await archive.read('b')).toEqual(text('two'))
  })

  describe('ZIP64 extra field', () => {
    const fields = { packed: 20, size: 24, place: 42 }
    const overflow = ['size', 'packed', 'place'] as const
    /**
     * Builds an archive of one part whose directory has 2^32 - 1 in some fields and an extra field of numbers after its
     * name.
     */
    const large = (of: readonly (keyof typeof fields)[], row: readonly number[] | null): Uint8Array => {
      const bytes = writeZip({ a: 'one' })
      const start = Buffer.from(bytes.buffer).indexOf('PK\u0001\u0002', 0, 'latin1')
      const rows = new DataView(new ArrayBuffer(row === null ? 0 : 10 + 8 * row.length))
      // Another extra field precedes it.
      if (row) [9, 2, 0, 1, 8 * row.length].forEach((value, at) => rows.setUint16(2 * at, value, true))
      row?.forEach((value, at) => rows.setBigUint64(10 + 8 * at, BigInt(value), true))
      const [prefix, tail] = [bytes.slice(0, start + 47), bytes.slice(start + 47)]
      const directory = new DataView(prefix.buffer, start)
      for (const field of of) directory.setUint32(fields[field], 0xffffffff, true)
      directory.setUint16(30, rows.byteLength, true)
      const end = new DataView(tail.buffer)
      end.setUint32(12, end.getUint32(12, true) + rows.byteLength, true)
      return Uint8Array.from([...prefix, ...new Uint8Array(rows.buffer), ...tail])
    }

    it.each([
      ['all values', overflow, [3, 3, 0]],
      ['the size', ['size'], [3]],
      ['the compressed size', ['packed'], [3]],
      ['the offset', ['place'], [0]],
    ] as const)('supplies the values that overflow the directory entry: %s', async (_, of, row) => {
      const archive = createArchive(large(of, row))
      expect(await archive.read('a')).toEqual(text('one'))
    })

    it.each([
      ['the size', ['size'], null],
      ['the compressed size', ['packed'], null],
      ['the offset', ['place'], null],
      ['the last one in a short record', overflow, [3, 3]],
      ['all of them in an empty record', ['size'], []],
    ] as const)('makes the part damaged when it lacks an overflowed value: %s', async (_, of, row) => {
      const archive = createArchive(large(of, row))
      expect(await archive.read('a')).toBeNull()
      expect([...archive.damaged]).toEqual(['a'])
    })

    it('counts its uncompressed size against the inflation limit', async () => {
      const archive = createArchive(large(['size'], [2 ** 40]))
      await expect(archive.read('a')).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
    })
  })

  it('reports a missing directory as damaged and a locked part as encrypted', async () => {
    expect(() => createArchive(writeZip({ a: 'one' }).slice(0, 40))).toThrow('damaged')
    expect(() => createArchive(new Uint8Array(0))).toThrow('damaged')
    const locked = createArchive(writeZip({ a: 'one' }, { flags: 1 }))
    await expect(locked.read('a')).rejects.toMatchObject({ failure: { code: 'encrypted' } })
  })

  it('rejects a directory that extends beyond the file', () => {
    const bytes = writeZip({ a: 'one' })
    bytes[bytes.length - 12] = 9
    expect(() => createArchive(bytes)).toThrow('damaged')
  })
})

describe('DWF package', () => {
  it('lists sections in page order with paper, parts and properties', async () => {
    const { sections, contents, properties, pages } = await openPackage(createArchive(writeDwf()))
    expect(sections.map(({ kind, title, order }) => [kind, title, order])).toEqual([
      ['page', 'Ground floor', 1],
      ['model', 'Two houses', 2],
    ])
    expect(sections[0]?.paper).toEqual({ unit: 'mm', width: 297, height: 210 })
    expect(sections[0]?.parts[0]?.transform?.slice(12)).toEqual([10, 20, 0, 1])
    expect(contents).toEqual(['content.xml'])
    expect(properties).toEqual([{ name: 'SourceProductName', value: 'Fixture' }])
    expect(pages).toEqual([])
  })

  it('falls back to the manifest for a section without a descriptor', async () => {
    const manifest =
      '<Manifest><Sections><Section type="com.autodesk.dwf.ePlot" name="p"><Toc><Resource role="Thumbnail" mime="image/png" href="a.png"/></Toc></Section>' +
      '<Section type="com.autodesk.dwf.ePlotGlobal" name="g"/></Sections></Manifest>'
    const { sections } = await openPackage(packed({ 'manifest.xml': manifest }))
    expect(sections.map(({ kind, title }) => [kind, title])).toEqual([
      ['page', 'p'],
      ['data', 'g'],
    ])
    expect(sections[0]?.parts).toMatchObject([{ role: 'thumbnail', href: 'a.png', transform: null }])
    expect(sections[0]?.paper).toBeNull()
  })

  it('is reported as damaged when its manifest is invalid', async () => {
    await expect(openPackage(packed({ 'manifest.xml': '<a/>' }))).rejects.toMatchObject({
      failure: { code: 'damaged' },
    })
  })

  it('lists XPS pages by document sequence or by name without a manifest', async () => {
    const sequence = {
      'a.fdseq': '<FixedDocumentSequence><DocumentReference Source="/d/b.fdoc"/></FixedDocumentSequence>',
      'd/b.fdoc': '<FixedDocument><PageContent Source="2.fpage"/><PageContent Source="../1.fpage"/></FixedDocument>',
      '1.fpage': '<FixedPage/>',
      'd/2.fpage': '<FixedPage/>',
    }
    expect((await openPackage(packed(sequence))).pages).toEqual(['d/2.fpage', '1.fpage'])
    expect((await openPackage(packed({ '1.fpage': '<FixedPage/>' }))).pages).toEqual(['1.fpage'])
  })

  it('resolves part names relative to the root or to the referring part', () => {
    expect(resolvePart('/a/b/c.xml', 'd.xml')).toBe('a/b/d.xml')
    expect(resolvePart('/a/b/c.xml', '../d.xml')).toBe('a/d.xml')
    expect(resolvePart('/a/b/c.xml', '/d.xml')).toBe('d.xml')
  })
})

describe('DWF content', () => {
  const content =
    '<Content><SharedProperties><Properties id="s" label="Shared"><Property name="Fire" value="F30"/></Properties></SharedProperties>' +
    '<Entities><Entity id="e" label="Wall"><Property name="Height" value="3" units="m"/><Property name="Name" value="from entity"/></Entity></Entities>' +
    '<Objects><Object id="o" entityRef="e" propertiesRefs="s gone"><Property name="Name" value="own"/><Property name="_hidden" value="1"/>' +
    '<Property name="Id" value="1" category="hidden"/><Properties label="Group"><Property name="Inner" value="2"/></Properties><Object id="i" label="Door"/></Object></Objects></Content>'

  it('merges properties of objects, entities, groups and shared sets', async () => {
    const { objects, roots } = await readContents(packed({ 'c.xml': content }), ['c.xml', 'gone.xml'])
    expect(roots.map(({ id, label }) => [id, label])).toEqual([['o', 'Wall']])
    expect([...objects.keys()].sort()).toEqual(['i', 'o'])
    expect(
      objects.get('o')?.properties.map(({ category, property }) => [category, property.name, property.value]),
    ).toEqual([
      ['', 'Name', 'own'],
      ['Group', 'Inner', '2'],
      ['Shared', 'Fire', 'F30'],
      ['', 'Height', '3'],
    ])
    expect(objects.get('o')?.properties.at(-1)?.property.unit).toBe('m')
  })

  it('maps segments to objects, lists hidden segments and reads the presentation tree', async () => {
    const section = {
      kind: 'model',
      name: 'm',
      title: 'm',
      order: 0,
      unit: 'm',
      paper: null,
      properties: [],
      parts: ['content definition', 'content presentation'].map((role) => ({
        role,
        mime: '',
        href: `${role}.xml`,
        title: '',
        objectId: '',
        transform: null,
        properties: [],
      })),
    } as const
    const archive = packed({
      'content definition.xml':
        '<SectionContent><Instances><Instance renderableRef="o" node="7"/><Instance renderableRef="i" node="8" visible="false"/></Instances></SectionContent>',
      'content presentation.xml':
        '<ContentPresentation><Presentations><Presentation><Views><View><Nodes><Node label="Views"/></Nodes></View></Views></Presentation>' +
        '<Presentation><Views><View><Nodes><ReferenceNode label="W" contentElementRefs="o "><Nodes><ReferenceNode contentElementRefs="i"/></Nodes></ReferenceNode></Nodes></View></Views></Presentation>' +
        '</Presentations></ContentPresentation>',
    })
    const { objectOfSegment, hiddenSegments, tree } = await readSectionContent(archive, section, {
      objects: new Map(),
      roots: [],
    })
    expect([...objectOfSegment]).toEqual([
      ['7', 'o'],
      ['8', 'i'],
    ])
    expect([...hiddenSegments]).toEqual(['8'])
    expect(tree).toEqual([{ label: 'W', objects: ['o'], children: [{ label: '', objects: ['i'], children: [] }] }])
  })
})

describe('DWF package detection', () => {
  it('identifies packages by their first parts', () => {
    expect(detectOpenPackage(writeZip({ 'a.fdseq': '' }))).toBe('yes')
    expect(detectOpenPackage(writeZip({ 'manifest.xml': '' }))).toBe('maybe')
    expect(detectOpenPackage(writeZip({ '[Content_Types].xml': '', 'word/document.xml': '' }))).toBe('no')
    expect(detectOpenPackage(text('PK'))).toBe('no')
    expect([isDwf(text('(DWF V06.00)')), isDwf(text('(W2D V06.00)')), isDwf(text('(DXF'))]).toEqual([true, true, false])
  })
})

describe('sheet matrix', () => {
  it('maps points and vectors, composes with another matrix and has a scale', () => {
    expect(mapSheetPoint([2, 0, 0, 3, 5, 7], 1, 1)).toEqual([7, 10])
    expect(transformDirection([2, 0, 0, 3, 5, 7], 1, 1)).toEqual([2, 3])
    expect(joinSheetMatrices([2, 0, 0, 2, 1, 1], [1, 0, 0, 1, 3, 4])).toEqual([2, 0, 0, 2, 7, 9])
    expect(sheetMatrixScale([0, 2, -8, 0, 0, 0])).toBe(4)
    expect(Array.from(mappedPoints([1, 0, 0, -1, 0, 10], [1, 2, 3, 4]))).toEqual([1, 8, 3, 6])
  })
})

describe('SkipList', () => {
  it('counts items by kind and reason and lists each element once', () => {
    const skipped = new SkipList()
    skipped.add('text', 'not-drawn')
    skipped.add('text', 'not-drawn', { elements: ['a'] })
    skipped.add('text', 'not-drawn', { elements: ['a'] })
    skipped.add('text', 'damaged')
    expect(skipped.list).toEqual([
      { kind: 'text', reason: 'not-drawn', count: 3, elements: ['a'] },
      { kind: 'text', reason: 'damaged', count: 1 },
    ])
  })
})
