/*
 * Groups chunks by their importers: modules that every page loads are one file, instead of the fifty that splitting by
 * importer makes. A request costs the browser and the server more than the few hundred bytes that most of those hold.
 */

/** Modules that at least this many lazily loaded pages import share one chunk: 10 KB, loaded once. */
const minPageCount = 12

const isIconList = (id) => id.endsWith('/lucide-react/dist/esm/lucide-react.mjs')
const isIcon = (id) => id.includes('/lucide-react/dist/esm/icons/')

/** Returns the ids of the icons by the names under which their list exports them. */
function parseIconList(id, code) {
  const icons = new Map()
  for (const [, exports, path] of code.matchAll(/export \{([^}]*)\} from ["']\.\/(icons\/[^"']+)["']/g))
    for (const [, name] of exports.matchAll(/default as (\w+)/g)) icons.set(name, id.replace(/[^/]+$/, path))
  return icons
}

/**
 * Returns a function for the ids that a module imports. Of the list of all icons, which has no side effects, a module
 * imports the named ones alone; the bundler's information names the list, and so all two thousand.
 */
function createImportLookup(getModuleInfo) {
  let icons
  const imports = new Map()
  const lookUp = (id) => {
    const { code, importedIds = [] } = getModuleInfo(id) ?? {}
    const iconList = importedIds.find(isIconList)
    if (isIconList(id)) return importedIds.filter((imported) => !isIcon(imported))
    if (iconList === undefined) return importedIds
    icons ??= parseIconList(iconList, getModuleInfo(iconList)?.code ?? '')
    const [, list = ''] = /import \{([^}]*)\} from ["']lucide-react["']/.exec(code ?? '') ?? []
    const names = list.split(',').map((specifier) => specifier.trim().split(' ')[0])
    return [...importedIds, ...names.flatMap((name) => icons.get(name) ?? [])]
  }
  return (id) => {
    if (!imports.has(id)) imports.set(id, lookUp(id))
    return imports.get(id)
  }
}

/** Computes the ids of the modules that an entry loads before any of its code runs, including the entry. */
function computeStaticClosure(entryId, getModuleInfo) {
  const closure = new Set()
  const pending = [entryId]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (closure.has(id)) continue
    closure.add(id)
    pending.push(...(getModuleInfo(id)?.importedIds ?? []))
  }
  return closure
}

/**
 * Returns the page of an entry and its scripts: they start the application, and so would any importer of their chunk.
 */
const getEntryModules = (entryId, getModuleInfo) => [entryId, ...(getModuleInfo(entryId)?.importedIds ?? [])]

/** Computes the ids of all modules that are imported dynamically, at any depth, below the entry. */
function computeLazyModules(entryId, getModuleInfo) {
  const visited = new Set()
  const lazy = new Set()
  const pending = [entryId]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (visited.has(id)) continue
    visited.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = getModuleInfo(id) ?? {}
    for (const imported of dynamicallyImportedIds) lazy.add(imported)
    pending.push(...importedIds, ...dynamicallyImportedIds)
  }
  return lazy
}

const isOfViewer = (id) => id.includes('/apps/web/src/viewer/')

/**
 * Names the chunks of the viewer: panels that are loaded later share modules with its pages in so many combinations that
 * there would be twenty small chunks. Modules that other pages load as well stay as they are.
 */
function nameViewerChunks({ viewerPages, pages, lazyModules }, getModuleInfo) {
  const others = [...lazyModules].filter((id) => !viewerPages.includes(id) && (pages.has(id) || !isOfViewer(id)))
  const otherModules = new Set(others.flatMap((id) => [...computeStaticClosure(id, getModuleInfo)]))
  const [accountModules, guestModules] = viewerPages.map((page) => computeStaticClosure(page, getModuleInfo))
  const own = [...accountModules].filter((id) => isOfViewer(id) && !otherModules.has(id) && !viewerPages.includes(id))
  return new Map(own.map((id) => [id, guestModules.has(id) ? 'viewer' : 'viewer-account']))
}

/** Finds the modules that a page shares with any other lazily loaded module. */
function findSharedModules(page, lazyModules, getModuleInfo) {
  const others = [...lazyModules].filter((id) => id !== page)
  const otherModules = new Set(others.flatMap((id) => [...computeStaticClosure(id, getModuleInfo)]))
  return [...computeStaticClosure(page, getModuleInfo)].filter((id) => id !== page && otherModules.has(id))
}

/** Finds the icons that modules and their static imports need. */
const findIcons = (modules, getModuleInfo) =>
  [...modules].flatMap((id) => [...computeStaticClosure(id, getModuleInfo)].filter(isIcon))

/** Counts for each module the pages that import it. */
function countPages(pages, getModuleInfo) {
  const pageCounts = new Map()
  for (const page of pages) {
    for (const id of computeStaticClosure(page, getModuleInfo)) pageCounts.set(id, (pageCounts.get(id) ?? 0) + 1)
  }
  return pageCounts
}

/** Computes the chunk name of each module that several pages load. */
function computeChunkNames({ publicEntry, applicationEntry, modelPages, viewerPages }, getModuleInfo) {
  const publicModules = computeStaticClosure(publicEntry, getModuleInfo)
  const applicationModules = computeStaticClosure(applicationEntry, getModuleInfo)
  const getDynamicImports = (ids) => new Set([...ids].flatMap((id) => getModuleInfo(id)?.dynamicallyImportedIds ?? []))
  const pages = getDynamicImports(applicationModules)
  const [firstPage, ...otherPages] = modelPages.map((page) => computeStaticClosure(page, getModuleInfo))
  const lazyModules = computeLazyModules(applicationEntry, getModuleInfo)
  const names = nameViewerChunks({ viewerPages, pages, lazyModules }, getModuleInfo)
  const setName = (ids, name) => [...ids].forEach((id) => names.set(id, name))
  setName(findSharedModules(modelPages[0], lazyModules, getModuleInfo), 'files')
  setName(
    [...firstPage].filter((id) => otherPages.every((closure) => closure.has(id))),
    'models',
  )
  for (const [id, count] of countPages(pages, getModuleInfo)) if (count >= minPageCount) names.set(id, 'pages')
  setName(applicationModules, 'application')
  // Public pages load parts of the application later, mainly icons, but must not load the application for them.
  const publicLazyModules = [...getDynamicImports(publicModules)].flatMap((page) => [
    ...computeStaticClosure(page, getModuleInfo),
  ])
  for (const id of publicLazyModules) {
    if (names.get(id) === 'models' && !isIcon(id)) names.delete(id)
    else if (names.has(id)) names.set(id, 'public-parts')
  }
  setName(publicModules, 'public')
  const isUnnamed = (id) => !names.has(id) && !publicLazyModules.includes(id)
  const otherModules = [...lazyModules].filter((id) => !isOfViewer(id))
  setName(findIcons(otherModules, getModuleInfo).filter(isUnnamed), 'pages')
  setName(findIcons(lazyModules, getModuleInfo).filter(isUnnamed), 'viewer')
  for (const entry of [publicEntry, applicationEntry])
    for (const id of getEntryModules(entry, getModuleInfo)) names.delete(id)
  return names
}

/**
 * Returns the group of Rolldown's `codeSplitting` that names those chunks. `entries` has the ids of the two entry
 * modules, of the pages that list and show models, which are opened one after the other and share a chunk, and of the
 * viewer's pages, with an account and of guests.
 */
export function chunkGroup(entries) {
  let names
  return {
    name(id, context) {
      if (!names) {
        const getModuleInfo = (module) => context.getModuleInfo(module)
        const getImportedIds = createImportLookup(getModuleInfo)
        names = computeChunkNames(entries, (module) => {
          const info = getModuleInfo(module)
          return info && { dynamicallyImportedIds: info.dynamicallyImportedIds, importedIds: getImportedIds(module) }
        })
      }
      return names.get(id) ?? null
    },
  }
}
