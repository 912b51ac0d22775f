import type { SheetEntities } from '@kamar/package-format'
import type { SheetStore } from './sheet-store.js'

/** Property sets of entities; none if they are not written. */
export type EntitySets = Pick<SheetEntities, 'sets' | 'blockStart'>

const noSets: EntitySets = { sets: () => new Uint32Array(), blockStart: new Uint32Array() }

/** Returns the entities of a sheet as a package has them. */
export function getSheetEntities({ entities }: SheetStore, sets = noSets): SheetEntities {
  return {
    count: entities.count,
    layer: entities.layer.view(),
    handle: (entity) => entities.handles.get(entity),
    type: (entity) => entities.types.values[entities.type.at(entity)],
    name: (entity) => entities.names.values[entities.name.at(entity)],
    ...sets,
  }
}
