/** The folder of a topic, with a slash at its end, and the names in it. */
export interface TopicFolder {
  readonly folder: string
  readonly names: readonly string[]
}

/** The names of an archive by the topics they belong to, in the order of the archive; `rest` belongs to none. */
export interface SortedNames {
  readonly folders: readonly TopicFolder[]
  readonly rest: readonly string[]
}

const markupName = /(^|\/)markup\.bcf$/i
const rootNames = /^(bcf\.version|project\.bcfp|extensions\.(xml|xsd)|documents\.xml)$/i

/** A topic is a folder with a markup; folders in it belong to the same topic. */
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

/** The nearest folder above that has a markup. */
function findTopicFolder(name: string, folders: ReadonlyMap<string, unknown>): string | null {
  let folder = getParentFolder(name)
  while (folder !== '' && !folders.has(folder)) folder = getParentFolder(folder.slice(0, -1))
  if (folder !== '') return folder
  // A markup beside the version: only its neighbours are its files.
  return folders.has('') && !name.includes('/') ? '' : null
}
