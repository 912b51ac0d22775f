import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** The number by which a record is known. */
export function readId(record: Tagged): number {
  const entity = record.child(tags.entity) ?? record.required(tags.drawingElement).required(tags.entity)
  return entity.required(tags.id).id
}
