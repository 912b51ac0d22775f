import type { DocumentConversion } from '../convert-documents.js'
import type { BcfFile, BcfProject, BcfRoot, BcfTopic, BcfTopicSource, BcfVersion } from '../model.js'
import { rootFiles } from './write-root.js'
import { type TopicWriting, writeTopic } from './write-topic.js'
import { writeZip } from './zip-writer.js'
import { DocumentShelf, findReferencedFile } from '../documents.js'

/** Writes a BCF archive. Output is deterministic; unchanged topics are written as they were read. */
export async function writeBcf(input: BcfProject, version: BcfVersion): Promise<Buffer> {
  const project = { ...input, topics: input.topics.map(withOwnSource) }
  const roots = listRoots(project)
  const documents = new DocumentShelf(roots)
  const writing: TopicWriting = {
    version,
    addDocument: (guid, file) => documents.add(guid, file),
    convertDocuments: (source, addTopicFile) => createDocumentConversion(documents, source, addTopicFile),
  }
  const folders = new Set<string>()
  const topicFiles = project.topics.flatMap((topic) => {
    const folder = freeFolder(folders, topic.source?.folder || `${topic.guid}/`, topic.guid)
    return writeTopic(topic, writing).map((file) => ({ ...file, name: folder + file.name }))
  })
  const files = [...rootFiles(project, { roots, version, documents }), ...topicFiles]
  return writeZip(files.map((file) => ({ ...file, isPacked: /\.(png|jpe?g|zip)$/i.test(file.name) })))
}

/** Removes the source of a topic that was copied under another guid. */
function withOwnSource(topic: BcfTopic): BcfTopic {
  const { source, ...rest } = topic
  return source && source.topic.guid !== topic.guid ? rest : topic
}

function listRoots({ root, topics }: BcfProject): readonly BcfRoot[] {
  const all = [root, ...topics.map(({ source }) => source?.root)]
  return [...new Set(all.filter((one) => one !== undefined))]
}

/** Returns the topic's previous folder, unless another topic of this archive uses it. */
function freeFolder(folders: Set<string>, preferredFolder: string, guid: string): string {
  const folder = folders.has(preferredFolder.toLowerCase()) ? `${guid}/` : preferredFolder
  folders.add(folder.toLowerCase())
  return folder
}

function createDocumentConversion(
  documents: DocumentShelf,
  source: BcfTopicSource,
  addTopicFile: (file: BcfFile) => void,
): DocumentConversion {
  return {
    addTopicFile,
    addDocument: (guid, file) => documents.add(guid, file),
    findDocument: (guid) => documents.find(source.root, guid),
    findFile: (path) => findReferencedFile(source, path),
  }
}
