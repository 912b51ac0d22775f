import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { openArchive } from './archive.js'
import type { BcfTopic, BcfVersion } from './model.js'
import { readBcf } from './read/read-bcf.js'
import { listStatements, readTrees } from './testing/archive-trees.js'
import { completeArchive } from './testing/complete-archive.js'
import { sampleProject } from './testing/sample-project.js'
import { listGrammarNames, schemaGrammars } from './testing/schema-grammars.js'
import { schemaErrors, getSchemaFolder } from './testing/validate.js'
import { writeBcf } from './write/write-bcf.js'
import { containsDocumentType } from './read/xml-reader.js'
import { writeZip } from './write/zip-writer.js'

const versions = ['2.0', '2.1', '3.0'] as const
const schemaFolder = (version: BcfVersion): string => getSchemaFolder(join(samplesFolder() ?? '', 'bcf'), version)
const haveSchemas = samplesFolder() !== null && versions.every((version) => existsSync(schemaFolder(version)))
if (!haveSchemas) process.stdout.write('BCF: the grammars of the tests are not compared with the official schemas\n')

const readMarkupFile = async (bytes: Buffer): Promise<Buffer> => {
  const archive = await openArchive(bytes)
  const name = archive.names.find((path) => path.endsWith('markup.bcf')) ?? ''
  return (await archive.read(name, 2 ** 30)) ?? Buffer.alloc(0)
}
const readStatements = async (bytes: Buffer): Promise<string[]> => listStatements(await readMarkupFile(bytes))

async function changed(bytes: Buffer, change: (topic: BcfTopic) => Partial<BcfTopic>): Promise<Buffer> {
  const project = await readBcf(bytes)
  return writeBcf(
    { ...project, topics: project.topics.map((topic) => ({ ...topic, ...change(topic) })) },
    project.version,
  )
}

describe.skipIf(!haveSchemas)('BCF test grammars', () => {
  it('contain the names of the official schemas', () => {
    for (const version of versions) {
      for (const [schema, grammar] of Object.entries(schemaGrammars[version])) {
        const text = readFileSync(join(schemaFolder(version), `${schema}.xsd`), 'utf8')
        const official = [...text.matchAll(/<xs:(element|attribute)\s[^>]*?(?:name|ref)="(\w+)"/g)].map(
          ([, kind, name]) => (kind === 'element' ? name : `@${name}`),
        )
        expect([...listGrammarNames(grammar)].toSorted(), `${version} ${schema}`).toEqual(
          [...new Set(official)].toSorted(),
        )
      }
    }
  })

  it('produce archives that are valid against the official schemas', async () => {
    for (const version of versions) {
      expect(await schemaErrors(await completeArchive(version), schemaFolder(version)), version).toEqual([])
    }
  })

  it('produce valid archives after conversion to every other version', async () => {
    for (const from of versions) {
      for (const to of versions.filter((version) => version !== from)) {
        const output = await writeBcf(await readBcf(await completeArchive(from)), to)
        expect(await schemaErrors(output, schemaFolder(to)), `${from} as ${to}`).toEqual([])
      }
    }
  })
})

describe.each(versions)('complete BCF %s archive', (version) => {
  it('is read without errors and written unchanged', async () => {
    const bytes = await completeArchive(version)
    const read = await readBcf(bytes)
    expect(read).toMatchObject({ version, errors: [] })
    expect(read.topics).toHaveLength(1)
    expect(await readTrees(await writeBcf(read, version))).toEqual(await readTrees(bytes))
  })

  it('retains everything else when topic fields change', async () => {
    const bytes = await completeArchive(version)
    const before = await readStatements(bytes)
    const after = await readStatements(await changed(bytes, () => ({ title: 'Other title', status: 'Closed' })))
    expect(after.filter((statement) => !before.includes(statement))).toEqual([
      '/Markup/Topic@TopicStatus=Closed',
      '/Markup/Topic/Title=Other title',
    ])
    const missingStatements = before.filter((statement) => !after.includes(statement))
    expect(missingStatements.map((statement) => statement.replace(/=.*/, ''))).toEqual([
      '/Markup/Topic@TopicStatus',
      '/Markup/Topic/Title',
    ])
  })

  it('retains unchanged comment fields and drops only deleted comments', async () => {
    const bytes = await completeArchive(version)
    const before = await readStatements(bytes)
    const after = await readStatements(
      await changed(bytes, ({ comments: [first] }) => ({ comments: first ? [{ ...first, text: 'Edited' }] : [] })),
    )
    const added = after.filter((statement) => !before.includes(statement))
    expect(added.map((statement) => statement.replace(/^.*\//, ''))).toEqual(['Comment=Edited'])
    const goneNames = before.filter((statement) => !after.includes(statement)).map((line) => line.replace(/=.*/, ''))
    expect(goneNames.every((path) => path.includes('/Comment'))).toBe(true)
    expect(goneNames.filter((path) => path.endsWith('/Author'))).toHaveLength(1)
  })

  it('retains its content when a comment and a viewpoint are added', async () => {
    const [sample] = sampleProject.topics
    const bytes = await completeArchive(version)
    const before = await readStatements(bytes)
    const output = await changed(bytes, ({ comments, viewpoints }) => ({
      comments: [...comments, ...(sample?.comments ?? [])],
      viewpoints: [...viewpoints, ...(sample?.viewpoints ?? [])],
    }))
    const after = await readStatements(output)
    expect(before.filter((statement) => !after.includes(statement))).toEqual([])
    const read = await readBcf(output)
    expect(read.errors).toEqual([])
    expect(read.topics[0]?.viewpoints).toHaveLength(4)
    expect(read.topics[0]?.comments).toHaveLength(4)
  })

  it('drops files of a deleted viewpoint and replaces a changed snapshot', async () => {
    const bytes = await completeArchive(version)
    const snapshot = Buffer.from('89504e47aa', 'hex')
    const output = await changed(bytes, ({ viewpoints: [first] }) => ({
      viewpoints: first ? [{ ...first, snapshot: snapshot }] : [],
    }))
    const { names } = await openArchive(output)
    const has = (end: string): boolean => names.some((name) => name.endsWith(end))
    expect([has('view 1.bcfv'), has('view 2.bcfv'), has('picture 1.png'), has('picture 2.jpg')]).toEqual([
      ...[true, false, false, false],
    ])
    const [viewpoint] = (await readBcf(output)).topics[0]?.viewpoints ?? []
    expect(Buffer.from(viewpoint?.snapshot ?? [])).toEqual(snapshot)
    expect(has('snippet.ifc') && has('other/notes.bin')).toBe(true)
  })
})

describe('BCF document with a document type', () => {
  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big-endian UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('loses the declaration and retains its content in %s', async (_, encode) => {
    const guid = '0b1f6d52-6a41-4f57-9d1e-6a7c000000f0'
    const text = `<!DOCTYPE Markup SYSTEM "file:///etc/passwd"><Markup><Topic Guid="${guid}"><Title>T</Title></Topic></Markup>`
    const bytes = await writeZip([
      { name: 'bcf.version', content: Buffer.from('<Version VersionId="2.1"/>') },
      { name: `${guid}/markup.bcf`, content: encode(text) },
    ])
    const output = await writeBcf(await readBcf(bytes), '2.1')
    expect(containsDocumentType(await readMarkupFile(output))).toBe(false)
    expect(await readStatements(output)).toEqual([`/Markup/Topic@Guid=${guid}`, '/Markup/Topic/Title=T'])
  })
})

/** Elements whose text is written identically in every version that has them. */
const texts = [
  ...['ReferenceLink', 'Title', 'Priority', 'Index', 'CreationDate', 'CreationAuthor', 'ModifiedDate'],
  ...['ModifiedAuthor', 'DueDate', 'AssignedTo', 'Stage', 'Description', 'Reference', 'ReferenceSchema'],
  ...['Filename', 'Date', 'Author', 'Comment', 'Labels', 'Label'],
]

describe.each(versions.flatMap((from) => versions.filter((to) => to !== from).map((to) => ({ from, to }))))(
  'BCF $from archive written as $to',
  ({ from, to }) => {
    const namesOfText = (statement: string): string => /\/(\w+)=/.exec(statement)?.[1] ?? ''

    it('retains everything that both versions support', async () => {
      const bytes = await completeArchive(from)
      const output = await writeBcf(await readBcf(bytes), to)
      const names = listGrammarNames(schemaGrammars[to]['markup'] ?? '')
      const after = (await readStatements(output)).map((statement) => statement.replace(/^[^=]*=/, ''))
      const expected = (await readStatements(bytes))
        .filter((statement) => {
          const name = namesOfText(statement)
          if (to === '2.0' && /View[Pp]oints?\/Index=/.test(statement)) return false
          return texts.includes(name) && (names.has(name) || names.has('Labels') === name.startsWith('Label'))
        })
        .map((statement) => statement.replace(/^[^=]*=/, ''))
      const missingStatements = expected.filter((value) => !after.includes(value))
      // 2.0 supports only one link.
      expect(missingStatements.filter((value) => !(to === '2.0' && value.startsWith('ReferenceLink')))).toEqual([])
    })

    it('retains relations, documents, snippets, lines and bitmaps', async () => {
      const bytes = await completeArchive(from)
      const output = await writeBcf(await readBcf(bytes), to)
      const again = await writeBcf(await readBcf(output), from)
      const namesFrom = async (archive: Buffer, pattern: RegExp): Promise<string[]> =>
        (await readStatements(archive)).filter((statement) => pattern.test(statement)).toSorted()
      for (const pattern of [/RelatedTopics?@Guid/, /BimSnippet@SnippetType/, /Comment\/Viewpoint@Guid/, /File@Ifc/]) {
        expect(await namesFrom(again, pattern), String(pattern)).toEqual(await namesFrom(bytes, pattern))
      }
      const trees = await readTrees(again)
      const before = await readTrees(bytes)
      for (const [name, tree] of Object.entries(before)) {
        if (!name.endsWith('.bcfv')) continue
        for (const kind of ['Lines', 'Bitmap', 'Bitmaps', 'ClippingPlanes']) {
          expect(childrenNamed(trees[name], kind), `${name} ${kind}`).toEqual(childrenNamed(tree, kind))
        }
      }
      const contents = Object.values(trees)
      const documents = from === '3.0' ? ['first document', 'second document'] : ['%PDF-1.7', 'a;b']
      for (const text of documents) expect(contents).toContain(Buffer.from(text).toString('base64'))
    })
  },
)

function childrenNamed(tree: unknown, name: string): unknown[] {
  const { children } = tree as { readonly children: readonly { readonly name: string }[] }
  return children.filter((child) => child.name === name)
}

const officialFolder = join(samplesFolder() ?? '', 'bcf')
const officialCases = haveSchemas
  ? readdirSync(officialFolder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(bcfzip|bcf)$/.test(name) && !name.includes('unzipped'),
    )
  : []

describe.skipIf(!haveSchemas)('official BCF archive', () => {
  it.each(officialCases)('is written unchanged: %s', async (name) => {
    const bytes = readFileSync(join(officialFolder, name))
    const read = await readBcf(bytes)
    expect(await readTrees(await writeBcf(read, read.version))).toEqual(await readTrees(bytes))
  })
})
