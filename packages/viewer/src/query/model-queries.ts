import type { QueryAnswer, QueryCall, QueryName, QueryParameters } from '../search/search-messages.js'

/** Asks the search worker about a model's elements: the methods of its engine, each answered later. */
export class ModelQueries {
  readonly #call: (call: QueryCall) => Promise<unknown>

  constructor(call: (call: QueryCall) => Promise<unknown>) {
    this.#call = call
  }

  /** Fields of the model's property sets, with how many elements have them. */
  fields(): Promise<QueryAnswer<'fields'>> {
    return this.#ask('fields')
  }
  /** Values of a field that contain a text, the commonest first. */
  suggest(...parameters: QueryParameters<'suggest'>): Promise<QueryAnswer<'suggest'>> {
    return this.#ask('suggest', ...parameters)
  }
  /** Elements that meet a rule, ascending, of those that `among` marks with 1 (null: of all). */
  filter(...parameters: QueryParameters<'filter'>): Promise<QueryAnswer<'filter'>> {
    return this.#ask('filter', ...parameters)
  }
  /** Elements by their value of a field, the commonest values first. */
  values(...parameters: QueryParameters<'values'>): Promise<QueryAnswer<'values'>> {
    return this.#ask('values', ...parameters)
  }
  /** Elements by ranges of a numeric field. */
  ranges(...parameters: QueryParameters<'ranges'>): Promise<QueryAnswer<'ranges'>> {
    return this.#ask('ranges', ...parameters)
  }
  /** The marked elements by their value of a field, in natural order; those without one last, as ''. */
  groups(...parameters: QueryParameters<'groups'>): Promise<QueryAnswer<'groups'>> {
    return this.#ask('groups', ...parameters)
  }
  /** Elements in the order of a column. */
  order(...parameters: QueryParameters<'order'>): Promise<QueryAnswer<'order'>> {
    return this.#ask('order', ...parameters)
  }
  /** Cells of a table: one list per field. */
  cells(...parameters: QueryParameters<'cells'>): Promise<QueryAnswer<'cells'>> {
    return this.#ask('cells', ...parameters)
  }
  /** A table as CSV. */
  csv(...parameters: QueryParameters<'csv'>): Promise<QueryAnswer<'csv'>> {
    return this.#ask('csv', ...parameters)
  }

  async #ask<Name extends QueryName>(name: Name, ...parameters: QueryParameters<Name>): Promise<QueryAnswer<Name>> {
    return (await this.#call({ name, parameters })) as QueryAnswer<Name>
  }
}

/** Of a viewer without a model: nothing is found. */
export const noQueries = new ModelQueries(({ name }) =>
  Promise.resolve(
    name === 'filter' || name === 'order'
      ? new Uint32Array(0)
      : name === 'values'
        ? { groups: [], others: 0, range: null }
        : name === 'csv'
          ? ''
          : [],
  ),
)
