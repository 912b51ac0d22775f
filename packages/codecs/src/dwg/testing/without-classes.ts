import { openContainer } from '../container/index.js'
import { ObjectStore } from '../file/object-store.js'

/** Opens the objects of a drawing whose class section is lost. */
export function openWithoutClasses(file: Uint8Array): ObjectStore {
  const container = openContainer(file)
  const { release, maintenance, codePage, fileBytes, isIncomplete } = container
  return new ObjectStore({
    ...{ release, maintenance, codePage, fileBytes, isIncomplete },
    readSection: (name) => (name === 'AcDb:Classes' ? null : container.readSection(name)),
  })
}
