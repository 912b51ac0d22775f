import type { ReadContext } from '@kamar/core'
import type { Entity } from '@kamar/codecs/drawing'

/** Entities between two yields to the event loop. */
const entitiesPerYield = 500

/**
 * Visits entities one after the other, and yields to the event loop in between.
 * @throws {TranslationError} `cancelled` if the reader is to stop.
 */
export async function visitEntities(
  entities: Iterable<Entity>,
  { scene }: Pick<ReadContext, 'scene'>,
  visit: (entity: Entity, number: number) => void | Promise<void>,
): Promise<void> {
  let number = 0
  for (const entity of entities) {
    const work = visit(entity, number++)
    if (work) await work
    if (number % entitiesPerYield === 0) await scene.settle()
  }
}
