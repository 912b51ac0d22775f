import { describe, expect, it } from 'vitest'
import { PartArchive } from '@kamar/codecs/zip'
import { readContents, readSectionContent, type HeadedProperty, type SectionContent } from './content.js'
import { openPackage, readProperties, getTransform, type Section } from './package.js'
import { writeZip, type Parts } from '@kamar/codecs/zip/testing'
import { parseXml } from '@kamar/codecs/xml'

const packed = (parts: Parts): PartArchive =>
  new PartArchive(writeZip(parts), { limits: { inflatedBytes: 1e6 }, signal: new AbortController().signal })
const rows = (properties: readonly HeadedProperty[] | undefined): string[] =>
  (properties ?? []).map(({ category, property }) => `${category}/${property.name}=${String(property.value)}`)
const parseContents = (inner: string): ReturnType<typeof readContents> =>
  readContents(packed({ 'content.xml': `<Content>${inner}</Content>` }), ['content.xml'])

describe('DWF content', () => {
  it('reads nested objects and indexes them by id', async () => {
    const { objects, roots } = await parseContents(
      '<Objects><Object id="1" label="House"><Object id="2" label="Door"/></Object><Object id="3"/></Objects>',
    )
    expect([...objects.keys()].sort()).toEqual(['1', '2', '3'])
    expect(roots.map(({ label, children }) => [label, children.map(({ id }) => id)])).toEqual([
      ['House', ['2']],
      ['', []],
    ])
  })

  it('inherits missing labels and properties from the referenced entity', async () => {
    const { objects } = await parseContents(
      '<Entities><Entity id="e" label="Door"><Property name="Width" value="0.9" category="Size"/>' +
        '<Property name="Height" value="2" category="Size"/></Entity></Entities>' +
        '<Objects><Object id="1" entityRef="e"><Property name="Width" value="1.1" category="Size"/></Object>' +
        '<Object id="2" entityRef="e" label="Gate"/><Object id="3" entityRef="none"/></Objects>',
    )
    expect(rows(objects.get('1')?.properties)).toEqual(['Size/Width=1.1', 'Size/Height=2'])
    expect(['1', '2', '3'].map((id) => objects.get(id)?.label)).toEqual(['Door', 'Gate', ''])
    expect(objects.get('3')?.properties).toEqual([])
  })

  it('keeps properties of equal name in different categories', async () => {
    const { objects } = await parseContents(
      '<Entities><Entity id="e"><Property name="Name" value="a" category="One"/></Entity></Entities>' +
        '<Objects><Object id="1" entityRef="e"><Property name="Name" value="b" category="Two"/></Object></Objects>',
    )
    expect(rows(objects.get('1')?.properties)).toEqual(['Two/Name=b', 'One/Name=a'])
  })

  it('adds shared property sets with their labels as categories', async () => {
    const { objects } = await parseContents(
      '<SharedProperties><Properties id="p" label="Fire"><Property name="Class" value="A"/></Properties>' +
        '<Properties id="q"><Property name="Colour" value="red" category="Look"/></Properties></SharedProperties>' +
        '<Objects><Object id="1" propertiesRefs="p q gone"><Properties label="Own"><Property name="x" value="1"/></Properties></Object></Objects>',
    )
    expect(rows(objects.get('1')?.properties)).toEqual(['Own/x=1', 'Fire/Class=A', 'Look/Colour=red'])
  })

  it('ignores missing, damaged and empty content parts', async () => {
    const archive = packed({
      'bad.xml': '<Content>',
      'none.xml': '<Content/>',
      'good.xml': '<Content><Objects><Object id="1"/></Objects></Content>',
    })
    const { objects } = await readContents(archive, ['gone.xml', 'bad.xml', 'none.xml', 'good.xml'])
    expect([...objects.keys()]).toEqual(['1'])
  })
})

describe('DWF properties', () => {
  const listed = (inner: string): ReturnType<typeof readProperties> =>
    readProperties(parseXml(new TextEncoder().encode(`<a>${inner}</a>`)) ?? undefined)

  it('have a unit where one is stated', () => {
    expect(listed('<Property name="Length" value="3" units="m" category="Size"/>')).toEqual([
      { category: 'Size', property: { name: 'Length', value: '3', unit: 'm' } },
    ])
  })

  it.each([
    ['hidden', '<Property name="a" value="1" category="hidden"/>'],
    ['private to a program', '<Property name="_a" value="1"/>'],
    ['without a name', '<Property value="1"/>'],
    ['without a value', '<Property name="a" value=""/>'],
    ['of another type', '<Other name="a" value="1"/>'],
  ])('are omitted when they are %s', (_, inner) => {
    expect(listed(inner)).toEqual([])
  })
})

const sectionWith = (roles: Readonly<Record<string, string>>): Section => ({
  kind: 'model',
  name: 'm',
  title: 'm',
  order: 0,
  unit: '',
  paper: null,
  properties: [],
  parts: Object.entries(roles).map(([href, role]) => ({
    role,
    mime: 'text/xml',
    href,
    title: '',
    objectId: '',
    transform: null,
    properties: [],
  })),
})
const read = async (
  parts: Readonly<Record<string, readonly [role: string, text: string]>>,
): Promise<SectionContent> => {
  const entries = Object.entries(parts)
  const archive = packed(Object.fromEntries(entries.map(([name, [, text]]) => [name, text])))
  const section = sectionWith(Object.fromEntries(entries.map(([name, [role]]) => [name, role])))
  return readSectionContent(archive, section, { objects: new Map(), roots: [] })
}

describe('DWF section content', () => {
  it('maps segments to objects and lists hidden segments', async () => {
    const { objectOfSegment, hiddenSegments } = await read({
      'a.xml': [
        'content definition',
        '<SectionContent><Instances><Instance renderableRef="o1" node="12"/>' +
          '<Instance renderableRef="o2" node="13" visible="false"/><Instance renderableRef="o3" node="14" visible="true"/></Instances></SectionContent>',
      ],
    })
    expect([...objectOfSegment]).toEqual([
      ['12', 'o1'],
      ['13', 'o2'],
      ['14', 'o3'],
    ])
    expect([...hiddenSegments]).toEqual(['13'])
  })

  it('ignores instances without a segment', async () => {
    const { objectOfSegment, hiddenSegments } = await read({
      'a.xml': [
        'content definition',
        '<SectionContent><Instances><Instance renderableRef="o1" visible="false"/></Instances></SectionContent>',
      ],
    })
    expect([objectOfSegment.size, hiddenSegments.size]).toEqual([0, 0])
  })

  it('takes the first presentation tree that refers to an object', async () => {
    const tree = (inner: string): string =>
      `<ContentPresentation><Presentations><Presentation><Views><View><Nodes>${inner}</Nodes></View></Views></Presentation></Presentations></ContentPresentation>`
    const { tree: nodes } = await read({
      'a.xml': ['content presentation', tree('<Node label="Empty"/>')],
      'b.xml': [
        'content presentation',
        tree('<Node label="All"><Nodes><ReferenceNode label="One" contentElementRefs=" 1  2 "/></Nodes></Node>'),
      ],
      'c.xml': ['content presentation', tree('<ReferenceNode contentElementRefs="9"/>')],
    })
    expect(nodes).toEqual([
      { label: 'All', objects: [], children: [{ label: 'One', objects: ['1', '2'], children: [] }] },
    ])
  })

  it('is empty when it is damaged or in a part of another role', async () => {
    const content = await read({
      'a.xml': ['content definition', '<SectionContent>'],
      'b.xml': [
        'thumbnail',
        '<SectionContent><Instances><Instance renderableRef="o" node="1"/></Instances></SectionContent>',
      ],
    })
    expect([content.tree, content.objectOfSegment.size]).toEqual([[], 0])
  })
})

describe('DWF section descriptor', () => {
  const readSection = async (descriptor: string, listed = ''): Promise<Section | undefined> => {
    const { sections } = await openPackage(
      packed({
        'manifest.xml': `<Manifest><Sections><Section type="com.autodesk.dwf.ePlot" name="n" title="t"><Toc><Resource role="Descriptor" href="d.xml"/>${listed}</Toc></Section></Sections></Manifest>`,
        'd.xml': descriptor,
      }),
    )
    return sections[0]
  }

  it.each([
    ['mm', '210', '297', { unit: 'mm', width: 210, height: 297 }],
    ['in', '11', '8.5', { unit: 'in', width: 11, height: 8.5 }],
    ['inches', '11', '8.5', { unit: 'in', width: 11, height: 8.5 }],
    ['', '1', '2', { unit: 'mm', width: 1, height: 2 }],
    ['mm', '0', '297', null],
    ['mm', '-1', '297', null],
    ['mm', 'wide', '297', null],
    ['mm', '1e9', '297', null],
  ])('states the paper size in %s: %s by %s', async (units, width, height, paper) => {
    const section = await readSection(`<Page><Paper units="${units}" width="${width}" height="${height}"/></Page>`)
    expect(section?.paper).toEqual(paper)
  })

  it.each([
    ['sixteen numbers', '2 0 0 0 0 2 0 0 0 0 2 0 1 2 3 1', [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1]],
    ['fifteen numbers', '2 0 0 0 0 2 0 0 0 0 2 0 1 2 3', null],
    ['non-numeric values', 'a b c d e f g h i j k l m n o p', null],
    ['an empty value', '', null],
  ])('reads the transform of a part from %s', async (_, transform, expected) => {
    const section = await readSection(
      `<Page><Resources><Resource role="A" href="a" transform="${transform}"/></Resources></Page>`,
    )
    const part = section?.parts[0]
    expect(part?.transform).toEqual(expected)
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    expect(part && getTransform(part)).toEqual(expected ?? identity)
  })

  it('overrides the manifest unless it is damaged', async () => {
    const listed = '<Resource role="Thumbnail" href="t.png"/>'
    const section = await readSection('<Page name="Plan" plotOrder="x"><Resources/></Page>', listed)
    expect([section?.title, section?.order, section?.parts]).toEqual(['Plan', 0, []])
    const damaged = await readSection('<Page', listed)
    expect([damaged?.title, damaged?.parts.map(({ role }) => role)]).toEqual(['t', ['descriptor', 'thumbnail']])
  })
})
