import type { CadDocument, Entity } from '@node-projects/acad-ts'

/** Iterates over the entities of all blocks of a drawing, including model space and layouts. */
export function* allEntities(document: CadDocument): Generator<Entity> {
  // A damaged block table may contain other objects.
  for (const block of document.blockRecords ?? []) yield* (block as Partial<typeof block>).entities ?? []
}
