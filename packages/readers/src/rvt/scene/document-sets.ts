import type { Property, PropertySet } from '@kamar/scene'
import type { ProjectFacts } from '../project/element-facts.js'

/** Lists of a project are shown up to here; the report counts all. */
const mostListed = 500

/** Names of the views and sheets of a project, as the properties of the file. */
export function documentSets({ sheets, views }: ProjectFacts): PropertySet[] {
  const ofSheets = [...sheets.values()].map(({ name, number }) => ({ name: number, value: name }))
  const ofViews = [...views.values()].map(({ kind, name }) => ({ name, value: kind }))
  return [listOf('Views', ofViews), listOf('Sheets', ofSheets)].filter(({ properties }) => properties.length > 0)
}

const listOf = (name: string, entries: readonly Property[]): PropertySet => ({
  name,
  properties: entries.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).slice(0, mostListed),
})
