import { describe, expect, it } from 'vitest'
import { openArchive } from './archive.js'
import { findTopicFile, listDocuments } from './documents.js'
import { type BcfDocument, type BcfTopic, bcfVersions } from './model.js'
import { readBcf } from './read/read-bcf.js'
import { completeArchive } from './testing/complete-archive.js'
import { sampleProject } from './testing/sample-project.js'
import { writeBcf } from './write/write-bcf.js'

const photo: BcfDocument = {
  guid: '0b1f6d52-6a41-4f57-9d1e-6a7c000000e1',
  name: 'crack.jpg',
  content: Buffer.from('jpeg'),
}
const plan: BcfDocument = { ...photo, guid: '0b1f6d52-6a41-4f57-9d1e-6a7c000000e2', name: 'Plan «Հայ».pdf' }
const withDocuments = (topic: BcfTopic, addedDocuments: readonly BcfDocument[]): BcfTopic => ({
  ...topic,
  addedDocuments,
})
const first = (topics: readonly BcfTopic[]): BcfTopic => topics[0] as BcfTopic
const plain = (documents: readonly BcfDocument[]) =>
  documents.map(({ content, ...rest }) => ({ ...rest, content: Buffer.from(content).toString() }))

describe.each(bcfVersions)('documents of BCF %s', (version) => {
  it('are read back with guid, name and content', async () => {
    const topics = [withDocuments(first(sampleProject.topics), [photo, plan])]
    const read = await readBcf(await writeBcf({ ...sampleProject, topics }, version))
    expect(read.errors).toEqual([])
    expect(plain(listDocuments(first(read.topics)))).toEqual(plain([photo, plan]))
  })

  it('are added to those of the archive, which stay as they are', async () => {
    const archive = await readBcf(await completeArchive(version))
    const topic = first(archive.topics)
    const before = listDocuments(topic)
    expect(before.length).toBeGreaterThan(0)
    const project = { name: archive.name, id: archive.id, topics: [withDocuments(topic, [photo])] }
    const read = await readBcf(await writeBcf(project, version))
    expect(plain(listDocuments(first(read.topics)))).toEqual(plain([...before, photo]))
  })

  it('cannot leave the folder of their topic, nor be another topic', async () => {
    const hostile = ['../../evil.txt', '..', 'markup.bcf', 'a\\b:c'].map((name, index) => ({
      ...photo,
      guid: `0b1f6d52-6a41-4f57-9d1e-6a7c0000010${index}`,
      name,
    }))
    const bytes = await writeBcf(
      { ...sampleProject, topics: [withDocuments(first(sampleProject.topics), hostile)] },
      version,
    )
    expect((await openArchive(bytes)).names.flatMap((name) => name.split('/'))).not.toContain('..')
    const read = await readBcf(bytes)
    expect(read.topics).toHaveLength(1)
    expect(listDocuments(first(read.topics))).toHaveLength(hostile.length)
  })
})

describe.each(bcfVersions)('file added to a topic of BCF %s', (version) => {
  const name = 'kamar.json'
  const write = async (topic: BcfTopic, text: string): Promise<BcfTopic> => {
    const topics = [{ ...topic, addedFiles: [{ name, content: Buffer.from(text) }] }]
    return first((await readBcf(await writeBcf({ ...sampleProject, topics }, version))).topics)
  }
  const readText = (topic: BcfTopic): string => Buffer.from(findTopicFile(topic, name)?.content ?? []).toString()

  it('is in its folder, and is replaced by a later one of the same name', async () => {
    const original = await write(first(sampleProject.topics), 'one')
    expect(readText(original)).toBe('one')
    expect(readText(await write(original, 'two'))).toBe('two')
  })

  it('stays with an unchanged topic', async () => {
    const original = await write(first(sampleProject.topics), 'one')
    const again = await readBcf(await writeBcf({ ...sampleProject, topics: [original] }, version))
    expect(readText(first(again.topics))).toBe('one')
    expect(first(again.topics).source?.files).toEqual(original.source?.files)
  })
})
