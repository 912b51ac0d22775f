import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { openArchive } from './archive.js'
import { type BcfProject, type BcfTopic, type BcfVersion, bcfVersions } from './model.js'
import { readBcf, type ReadBcf } from './read/read-bcf.js'
import { sampleProject } from './testing/sample-project.js'
import { schemaErrors, getSchemaFolder } from './testing/validate.js'
import { withoutSource } from './testing/without-sources.js'
import { writeBcf } from './write/write-bcf.js'
import { writeZip } from './write/zip-writer.js'

const folder = join(samplesFolder() ?? '', 'bcf')
const isInstalled = samplesFolder() !== null && existsSync(folder)
/** buildingSMART’s repository BCF-XML: its test cases, and the schemas of all versions. */
const cases = isInstalled
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(bcfzip|bcf)$/.test(name) && !name.includes('unzipped'))
      .toSorted()
  : []
if (!isInstalled) process.stdout.write(`BCF: the official cases are not read, ${folder} is not there\n`)

/** Reduces a topic to the data that every version can represent. */
const comparable = (topic: BcfTopic): object => ({
  ...withoutSource(topic),
  type: topic.type || 'Issue',
  status: topic.status || 'Open',
  author: topic.author || 'unknown',
  comments: topic.comments.map((comment) => ({ ...comment, author: comment.author || 'unknown' })),
  viewpoints: topic.viewpoints.map(({ camera, ...viewpoint }) => ({
    ...viewpoint,
    camera: camera && { ...camera, aspectRatio: camera.aspectRatio ?? 16 / 9 },
  })),
})

/** Removes viewpoints without a camera, of which 3.0 stores only the snapshot. */
const withCameras = (project: BcfProject): BcfProject => ({
  ...project,
  topics: project.topics.map((topic) => ({
    ...topic,
    viewpoints: topic.viewpoints.filter(({ camera }) => camera !== null),
    comments: topic.comments.map((comment) =>
      topic.viewpoints.some(({ camera, guid }) => camera !== null && guid === comment.viewpointGuid)
        ? comment
        : { ...comment, viewpointGuid: null },
    ),
  })),
})

describe.skipIf(!isInstalled)('official BCF test cases', () => {
  it('include at least 71 archives', () => {
    expect(cases.length).toBeGreaterThanOrEqual(71)
  })

  it.each(cases)('are read without errors, also after they are written as BCF 3.0: %s', async (name) => {
    const bytes = readFileSync(join(folder, name))
    const read: ReadBcf = await readBcf(bytes)
    expect(read.errors).toEqual([])
    const archive = await openArchive(bytes)
    expect(read.topics).toHaveLength(archive.names.filter((path) => /markup\.bcf$/i.test(path)).length)
    const project = withCameras(read)
    const again = await readBcf(await writeBcf(project, '3.0'))
    expect(again.errors).toEqual([])
    expect(again.topics.map(comparable)).toEqual(project.topics.map(comparable))
  })

  it('have schemas that detect errors in every version', async () => {
    const wrong = '<Markup><Topic Guid="x"/></Markup>'
    const archive = await writeZip([{ name: 'a/markup.bcf', content: Buffer.from(wrong) }])
    for (const version of bcfVersions) {
      const errors = await schemaErrors(archive, getSchemaFolder(folder, version))
      expect(errors.join(), version).toMatch(/Title|Header/)
    }
  })

  it('are valid against the official schema when written in each version', async () => {
    const projects = await Promise.all(cases.map((name) => readBcf(readFileSync(join(folder, name)))))
    for (const version of bcfVersions) expect(await listErrors(projects, version), version).toEqual([])
  })

  async function listErrors(projects: readonly ReadBcf[], version: BcfVersion): Promise<string[]> {
    // Official cases of 2.0 do not all conform to the schemas of 2.0, and are written unchanged.
    const hasSource = (topic: BcfTopic): boolean => version === '2.0' && topic.source?.root.version === version
    const topics = [...sampleProject.topics, ...projects.flatMap((project) => project.topics)].filter(
      (topic) => !hasSource(topic),
    )
    const unique = [...new Map(topics.map((topic) => [topic.guid, topic])).values()]
    expect(unique.length).toBeGreaterThan(30)
    const schemaFolder = getSchemaFolder(folder, version)
    expect(existsSync(schemaFolder), schemaFolder).toBe(true)
    return schemaErrors(await writeBcf({ ...sampleProject, topics: unique }, version), schemaFolder)
  }
})
