import type { QueryResult, QueryCall, QueryName, QueryParameters } from '../search/search-messages.js'

/** Asks the search worker about a model's elements: the methods of its engine, each answered later. */
export class ModelQueries {
  readonly #call: (call: QueryCall) => Promise<unknown>

  constructor(call: (call: QueryCall) => Promise<unknown>) {
    this.#call = call
  }

  /** Fields of the model's property sets, with how many elements have them. */
  fields(): Promise<QueryResult<'fields'>> {
    return this.#query('fields')
  }
  /** Values of a field that contain a text, the commonest first. */
  suggest(...parameters: QueryParameters<'suggest'>): Promise<QueryResult<'suggest'>> {
    return this.#query('suggest', ...parameters)
  }
  /** Elements that meet a rule, ascending, of those that `among` marks with 1 (null: of all). */
  filter(...parameters: QueryParameters<'filter'>): Promise<QueryResult<'filter'>> {
    return this.#query('filter', ...parameters)
  }
  /** Elements by their value of a field, the commonest values first. */
  values(...parameters: QueryParameters<'values'>): Promise<QueryResult<'values'>> {
    return this.#query('values', ...parameters)
  }
  /** Elements by ranges of a numeric field. */
  ranges(...parameters: QueryParameters<'ranges'>): Promise<QueryResult<'ranges'>> {
    return this.#query('ranges', ...parameters)
  }
  /** The marked elements by their value of a field, in natural order; those without one last, as ''. */
  groups(...parameters: QueryParameters<'groups'>): Promise<QueryResult<'groups'>> {
    return this.#query('groups', ...parameters)
  }
  /** Elements in the order of a column. */
  order(...parameters: QueryParameters<'order'>): Promise<QueryResult<'order'>> {
    return this.#query('order', ...parameters)
  }
  /** Cells of a table: one list per field. */
  cells(...parameters: QueryParameters<'cells'>): Promise<QueryResult<'cells'>> {
    return this.#query('cells', ...parameters)
  }
  /** A table as CSV. */
  csv(...parameters: QueryParameters<'csv'>): Promise<QueryResult<'csv'>> {
    return this.#query('csv', ...parameters)
  }

  async #query<Name extends QueryName>(name: Name, ...parameters: QueryParameters<Name>): Promise<QueryResult<Name>> {
    return (await this.#call({ name, parameters })) as QueryResult<Name>
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
