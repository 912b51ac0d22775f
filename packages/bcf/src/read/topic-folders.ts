/** Folder of a topic, with a trailing slash, and the names in it. */
export interface TopicFolder {
  readonly folder: string
  readonly names: readonly string[]
}

/** Names of an archive grouped by topic, in archive order; `rest` belongs to none. */
export interface SortedNames {
  readonly folders: readonly TopicFolder[]
  readonly rest: readonly string[]
}

const markupName = /(^|\/)markup\.bcf$/i
const rootNames = /^(bcf\.version|project\.bcfp|extensions\.(xml|xsd)|documents\.xml)$/i

/** Groups names into topics. A topic is a folder with a markup, including its subfolders. */
export function sortIntoFolders(names: readonly string[]): SortedNames {
  const folders = new Map<string, string[]>()
  for (const name of names) if (markupName.test(name)) folders.set(getParentFolder(name), [])
  const rest: string[] = []
  for (const name of names) {
    const folder = rootNames.test(name) ? null : findTopicFolder(name, folders)
    if (folder === null) rest.push(name)
    else folders.get(folder)?.push(name.slice(folder.length))
  }
  return { folders: [...folders].map(([folder, inside]) => ({ folder, names: inside })), rest }
}

function getParentFolder(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

/** Finds the nearest ancestor folder that has a markup. */
function findTopicFolder(name: string, folders: ReadonlyMap<string, unknown>): string | null {
  let folder = getParentFolder(name)
  while (folder !== '' && !folders.has(folder)) folder = getParentFolder(folder.slice(0, -1))
  if (folder !== '') return folder
  // For a markup in the archive's root, only files in the same folder belong to it.
  return folders.has('') && !name.includes('/') ? '' : null
}
