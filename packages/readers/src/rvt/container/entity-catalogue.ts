import type { RecordObject } from './record-object.js'

/** What a value of a field is kept as: on its own or in a list; what is kept under keys is not read. */
export const container = { single: 0, list: 1 } as const

/** A field of what an add-in stores with an element. */
export interface EntityField {
  readonly name: string
  readonly typeName: string
  readonly container: number
}

/** What add-ins store, by the identity of their own schema, as the document describes it. */
export type EntityCatalogue = ReadonlyMap<string, readonly EntityField[]>

/** The schemas that a document holds for its add-ins; it is given as all its objects. */
export function readEntityCatalogue(objects: readonly RecordObject[]): EntityCatalogue {
  const catalogue = new Map<string, readonly EntityField[]>()
  for (const storage of objects) {
    if (storage.className !== 'ESSchemaStorage') continue
    const pairs = storage.parts(storage.has('m_schemaUsageMap') ? 'm_schemaUsageMap' : 'm_storedSchemas')
    for (const pair of pairs) {
      const second = pair.part('second')
      const schema = second.has('m_schema') ? second.part('m_schema') : second
      const fields = schema.parts('m_fields').map((field) => ({ order: field.number('m_entryIndex'), field }))
      fields.sort((a, b) => a.order - b.order)
      const guid = schema.part('m_guid').text('m_guid')
      catalogue.set(
        guid,
        fields.map(({ field }) => readField(field)),
      )
    }
  }
  return catalogue
}

const readField = (field: RecordObject): EntityField => ({
  name: field.text('m_fieldName'),
  typeName: field.text('m_fieldTypeName'),
  container: field.number('m_containerType'),
})
