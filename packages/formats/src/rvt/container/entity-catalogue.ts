import type { RecordObject } from './record-object.js'

/** Container of a field's value: single or list; maps are not read. */
export const container = { single: 0, list: 1 } as const

/** A field of data that an add-in stores with an element. */
export interface EntityField {
  readonly name: string
  readonly typeName: string
  readonly container: number
}

/** Fields of add-in data, by the GUID of the add-in's schema, as described in the document. */
export type EntityCatalogue = ReadonlyMap<string, readonly EntityField[]>

/** Reads the add-in schemas of a document, which is passed as all its objects. */
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
