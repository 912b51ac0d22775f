import type { Entity } from '../../drawing/index.js'
import { openDxf } from '../open-dxf.js'
import { writeDrawing, type DrawingSections } from './write-drawing.js'

/** Reads the entities of the model space of a drawing of these sections. */
export function readModel(sections: DrawingSections): Entity[] {
  const drawing = openDxf(writeDrawing(sections))
  const model = drawing.blocks.find(({ name }) => name === '*Model_Space')
  return [...(model?.entities() ?? [])]
}

/** Reads the first entity, whose kind must be the one that is asked for. */
export function readEntity<Kind extends Entity['kind']>(
  kind: Kind,
  entities: string,
  sections: DrawingSections = {},
): Extract<Entity, { kind: Kind }> {
  const [entity] = readModel({ ...sections, entities })
  if (entity?.kind !== kind) throw new TypeError(`a ${entity?.kind} instead of a ${kind}`)
  return entity as Extract<Entity, { kind: Kind }>
}
