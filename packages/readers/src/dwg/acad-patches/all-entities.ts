import type { CadDocument, Entity } from '@node-projects/acad-ts'

/** Entities of all blocks of a drawing, its model space and its layouts among them. */
export function* allEntities(document: CadDocument): Generator<Entity> {
  // A damaged table of blocks may hold what is none.
  for (const block of document.blockRecords ?? []) yield* (block as Partial<typeof block>).entities ?? []
}
