import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** Reads the id of a record. */
export function readId(record: Tagged): number {
  const entity = record.child(tags.entity) ?? record.required(tags.drawingElement).required(tags.entity)
  return entity.required(tags.id).id
}
