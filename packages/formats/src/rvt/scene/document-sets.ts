import type { Property, PropertySet } from '@kamar/core'
import type { ProjectData } from '../project/project-data.js'

/** Maximum number of listed entries; the report counts all. */
const maxListed = 500

/** Returns the names of a project's views and sheets as file properties. */
export function documentSets({ sheets, views }: ProjectData): PropertySet[] {
  const ofSheets = [...sheets.values()].map(({ name, number }) => ({ name: number, value: name }))
  const ofViews = [...views.values()].map(({ kind, name }) => ({ name, value: kind }))
  return [createList('Views', ofViews), createList('Sheets', ofSheets)].filter(
    ({ properties }) => properties.length > 0,
  )
}

const createList = (name: string, entries: readonly Property[]): PropertySet => ({
  name,
  properties: entries.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).slice(0, maxListed),
})
