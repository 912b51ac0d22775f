import { openArchive } from '../archive.js'
import { readXml, type XmlElement } from '../read/xml-reader.js'

/** Content of an archive: documents as trees without white space, all other files as bytes. */
export type ArchiveTrees = Readonly<Record<string, unknown>>

/** Reads all files of an archive for a comparison. */
export async function readTrees(bytes: Buffer): Promise<ArchiveTrees> {
  const archive = await openArchive(bytes)
  const trees: Record<string, unknown> = {}
  for (const name of archive.names) {
    const content = (await archive.read(name, 2 ** 30)) ?? Buffer.alloc(0)
    trees[name] = /\.(bcf|bcfv|bcfp|version|xml)$/i.test(name) ? toTree(readXml(content)) : content.toString('base64')
  }
  return trees
}

function toTree({ attributes, children, name, text }: XmlElement): unknown {
  return { name, attributes, children: children.length > 0 ? children.map(toTree) : text }
}

/** Lists every element with text and every attribute of a document, as paths without positions and namespaces. */
export function listStatements(bytes: Uint8Array): string[] {
  const list: string[] = []
  const walk = (element: XmlElement, path: string): void => {
    const elementPath = `${path}/${element.name}`
    for (const [name, value] of Object.entries(element.attributes)) list.push(`${elementPath}@${name}=${value}`)
    if (element.children.length === 0 && element.text.trim() !== '') list.push(`${elementPath}=${element.text.trim()}`)
    for (const child of element.children) walk(child, elementPath)
  }
  walk(readXml(bytes), '')
  return list
}
