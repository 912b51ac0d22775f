import type { Property, PropertySet } from '@kamar/core'
import type { ElementHeader } from '../project/elements.js'
import { categoryName } from '../project/categories.js'
import { exportedTypeId } from '../project/global-ids.js'
import type { ProjectData } from '../project/project-data.js'
import { inUnit, type Quantity } from '../project/quantities.js'
import type { RawParameter } from '../project/raw-parameters.js'
import { builtInParameter } from './built-in-parameters.js'

/** Exact, by definition. */
export const metresPerFoot = 0.3048
const maxTextLength = 4000
/** Personal data: the user who has borrowed an element. */
const editedBy = -1002064

/** Builder of property sets for elements; counts the values whose names are unknown. */
export class PropertyWriter {
  unnamed = 0
  readonly #projectData: ProjectData
  /** Ids and names of systems, by member element id. */
  readonly #systemsByMember = new Map<number, readonly (readonly [number, string])[]>()

  constructor(projectData: ProjectData) {
    this.#projectData = projectData
    for (const [id, { name, members }] of projectData.systems) {
      for (const member of members) {
        const systems = this.#systemsByMember.get(member) ?? []
        this.#systemsByMember.set(member, [...systems, [id, name]])
      }
    }
  }

  /** Creates the sets for identity, parameters and type parameters. */
  createPropertySets(header: ElementHeader): PropertySet[] {
    const info = this.#projectData.elements.get(header.id)
    const type = info && this.#projectData.types.get(info.typeId)
    return [
      { name: 'Element', properties: this.#identity(header) },
      { name: 'Groups', properties: this.#systems(header.id) },
      { name: 'Parameters', properties: this.#parameters(info?.parameters ?? []) },
      { name: 'Type', properties: this.#parameters(type?.parameters ?? []) },
    ].filter(({ properties }) => properties.length > 0)
  }

  #identity(header: ElementHeader): Property[] {
    const all = this.#projectData
    const info = all.elements.get(header.id)
    const type = info && all.types.get(info.typeId)
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['GlobalId', all.globalIds.get(header.id)],
      ['ElementId', String(header.id)],
      ['Category', categoryName(header.category)],
      ['Family', type && all.families.get(type.familyId)],
      ['Type', type?.name],
      ['Type GlobalId', info && all.globalIds.get(exportedTypeId(info))],
      ['Level', all.levels.get(all.getLevelId(header.id))?.name],
      ['Phase Created', info && all.phases.get(info.createdPhaseId)],
      ['Phase Demolished', info && all.phases.get(info.demolishedPhaseId)],
      ['Design Option', all.designOptions.get(header.designOption)?.name],
      ['Workset', all.worksets.get(header.id)],
      ['Class', info?.className],
    ]
    return rows.flatMap(([name, value]) => (value ? [{ name, value }] : []))
  }

  /** Returns the systems of an element, with their own GlobalIds. */
  #systems(id: number): Property[] {
    return (this.#systemsByMember.get(id) ?? []).flatMap(([systemId, name]) => {
      const globalId = this.#projectData.globalIds.get(systemId)
      return [{ name: 'System', value: name }, ...(globalId ? [{ name: 'System GlobalId', value: globalId }] : [])]
    })
  }

  #parameters(raw: readonly RawParameter[]): Property[] {
    return raw.flatMap((parameter) => this.#property(parameter) ?? [])
  }

  #property(raw: RawParameter): Property | null {
    if (raw.id === editedBy || raw.value === '') return null
    const definition = raw.id < 0 ? builtInParameter(raw.id) : this.#projectData.definitions.get(raw.id)
    if (!definition?.name) {
      this.unnamed++
      return null
    }
    const { name, quantity } = definition
    if (raw.kind === 'text') return { name, value: String(raw.value).slice(0, maxTextLength) }
    const value = Number(raw.value)
    if (raw.kind === 'element') {
      const text = this.#elementName(value)
      return text ? { name, value: text } : null
    }
    return raw.kind === 'integer'
      ? { name, value: quantity === 'yes-no' ? value !== 0 : value }
      : measured(name, value, quantity)
  }

  #elementName(id: number): string | undefined {
    const all = this.#projectData
    return all.levels.get(id)?.name ?? all.materials.get(id)?.name ?? all.phases.get(id) ?? all.types.get(id)?.name
  }
}

function measured(name: string, value: number, quantity: Quantity): Property | null {
  if (!Number.isFinite(value)) return null
  return { name, ...(inUnit(value, quantity) ?? { value }) }
}
