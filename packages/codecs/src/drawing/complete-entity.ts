import type { EntityKind } from './entities.js'
import type { EntityCommon } from './entity-common.js'

/**
 * Adds what all entities state to the values of one kind. Spreading it into the literal instead takes fifty times as
 * long (6.3 µs to 0.12 µs in Node 20), which would be most of the time of reading an entity.
 */
export const completeEntity = <Own extends { readonly kind: EntityKind }>(
  common: EntityCommon,
  own: Own,
): Own & EntityCommon => Object.assign(own, common)
