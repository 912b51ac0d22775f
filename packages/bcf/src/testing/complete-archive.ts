import { writeZip, type ZipFile } from '../write/zip-writer.js'
import type { BcfVersion } from '../model.js'
import { element, type XmlNode, writeXml } from '../write/xml-writer.js'
import { type GrammarLine, parseLine, schemaGrammars } from './schema-grammars.js'

const topicGuid = '0b1f6d52-6a41-4f57-9d1e-6a7c000000c0'
const viewpointGuids = ['0b1f6d52-6a41-4f57-9d1e-6a7c000000c1', '0b1f6d52-6a41-4f57-9d1e-6a7c000000c2'] as const
const documentGuids = ['0b1f6d52-6a41-4f57-9d1e-6a7c000000d1', '0b1f6d52-6a41-4f57-9d1e-6a7c000000d2'] as const

/** Generator of unique values, so that mix-ups are detected. */
class Values {
  #count = 0

  /** Returns a unique value; `item` is 1 or 2: its index in a list, or of the two viewpoints. */
  of(kind: string, name: string, item: number): string {
    const count = ++this.#count
    const pick = (values: readonly [string, string]): string => values[item - 1] ?? values[0]
    const values: Readonly<Record<string, () => string>> = {
      text: () => `${name} ${count} <&>`,
      integer: () => String(count),
      double: () => `${count}.25`,
      angle: () => '52.5',
      boolean: () => (count % 2 === 0 ? 'true' : 'false'),
      false: () => 'false',
      date: () => `2026-03-${String(1 + (count % 28)).padStart(2, '0')}T05:06:07.1250000+02:00`,
      color: () => pick(['80FF00AA', '00FF10']),
      guid: () => `0b1f6d52-6a41-4f57-9d1e-${String(count).padStart(12, '0')}`,
      ifcGuid: () => `0000000000000000${String(count).padStart(6, '0')}`,
      topicGuid: () => topicGuid,
      viewpointGuid: () => pick(viewpointGuids),
      documentViewpointGuid: () => pick(viewpointGuids),
      documentGuid: () => pick(documentGuids),
      documentName: () => `plan ${item}.pdf`,
      documentFile: () => pick(['plan.pdf', '../shared/list.csv']),
      snippetFile: () => 'snippet.ifc',
      bitmapFile: () => 'bitmap.png',
      viewpointFile: () => `view ${item}.bcfv`,
      snapshotFile: () => pick(['picture 1.png', 'picture 2.jpg']),
      schemaFile: () => 'extensions.xsd',
      upperFormat: () => pick(['PNG', 'JPG']),
      lowerFormat: () => pick(['png', 'jpg']),
    }
    const value = values[kind]
    if (!value) throw new RangeError(`no values of kind ${kind}`)
    return value()
  }
}

interface Generation {
  readonly values: Values
  readonly version: BcfVersion
}

/** Generates a document with everything in its grammar; `item` chooses between alternatives. */
function generate(grammar: string, item: number, { values, version }: Generation): XmlNode {
  const lines = grammar.split('\n').map(parseLine)
  const valueOf = (kind: string, name: string, current: number): string =>
    kind === 'version' ? version : values.of(kind, name, current)
  const build = (index: number, current: number): XmlNode => {
    const line = lines[index]
    if (!line) throw new RangeError('empty grammar')
    const attributes = Object.fromEntries(line.attributes.map(([name, kind]) => [name, valueOf(kind, name, current)]))
    if (line.kind !== null)
      return { ...element(line.name, attributes, []), text: valueOf(line.kind, line.name, current) }
    return element(
      line.name,
      attributes,
      listChildIndexes(lines, index).flatMap((child) => {
        const { alternative, isRepeated } = lines[child] ?? { alternative: null, isRepeated: false }
        if (alternative !== null && alternative !== current) return []
        return isRepeated ? [build(child, 1), build(child, 2)] : [build(child, current)]
      }),
    )
  }
  return build(0, item)
}

function listChildIndexes(lines: readonly GrammarLine[], index: number): number[] {
  const depth = lines[index]?.depth ?? 0
  const end = lines.findIndex((line, other) => other > index && line.depth <= depth)
  return lines.flatMap((line, other) =>
    other > index && (end === -1 || other < end) && line.depth === depth + 1 ? [other] : [],
  )
}

const bytes = (text: string): Buffer => Buffer.from(text)
/** Not an image: arbitrary bytes must be preserved. */
const snapshot = Buffer.from('89504e470d0a1a0a00010203fffefdfc', 'hex')

const extensionSchema = `<?xml version="1.0"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:redefine schemaLocation="markup.xsd"><xs:simpleType name="TopicType"><xs:restriction base="TopicType">
<xs:enumeration value="Clash"/></xs:restriction></xs:simpleType></xs:redefine></xs:schema>`

/** Returns the files of an archive that uses every element and attribute of its version. */
export function completeArchiveFiles(version: BcfVersion): ZipFile[] {
  const grammars = schemaGrammars[version]
  const generation = { values: new Values(), version }
  const write = (schema: string, item = 1): Buffer => writeXml(generate(grammars[schema] ?? '', item, generation))
  const newFiles = [
    { name: 'extensions.xml', content: write30(version, 'extensions', write) },
    { name: 'documents.xml', content: write30(version, 'documents', write) },
    { name: `Documents/${documentGuids[0]}`, content: bytes('first document') },
    { name: `Documents/${documentGuids[1]}`, content: bytes('second document') },
  ]
  const oldFiles = [{ name: 'extensions.xsd', content: bytes(extensionSchema) }]
  const topicFiles = [
    { name: 'markup.bcf', content: write('markup') },
    { name: 'view 1.bcfv', content: write('visinfo', 1) },
    { name: 'view 2.bcfv', content: write('visinfo', 2) },
    { name: 'picture 1.png', content: snapshot },
    { name: 'picture 2.jpg', content: snapshot.toReversed() },
    { name: 'bitmap.png', content: bytes('bitmap') },
    { name: 'snippet.ifc', content: bytes('ISO-10303-21;') },
    { name: 'plan.pdf', content: bytes('%PDF-1.7') },
    { name: 'other/notes.bin', content: Buffer.from([0, 1, 2, 255]) },
  ]
  return [
    { name: 'bcf.version', content: write('version') },
    { name: 'project.bcfp', content: write('project') },
    ...(version === '3.0' ? newFiles : oldFiles),
    { name: 'shared/list.csv', content: bytes('a;b') },
    ...topicFiles.map(({ content, name }) => ({ name: `${topicGuid}/${name}`, content })),
  ]
}

function write30(version: BcfVersion, schema: string, write: (schema: string) => Buffer): Buffer {
  return version === '3.0' ? write(schema) : bytes('')
}

/**
 * Returns an archive that uses every element and attribute of its version, with files that the standard does not
 * define.
 */
export function completeArchive(version: BcfVersion): Promise<Buffer> {
  return writeZip(completeArchiveFiles(version))
}
