import type { QueryResult, QueryCall, QueryName, QueryParameters } from './search-messages.js'

/** Client of the query engine in the search worker: the same methods, asynchronous. */
export class ModelQueries {
  readonly #call: (call: QueryCall) => Promise<unknown>

  constructor(call: (call: QueryCall) => Promise<unknown>) {
    this.#call = call
  }

  /** Returns the fields of the model's property sets, with the number of elements that have them. */
  fields(): Promise<QueryResult<'fields'>> {
    return this.#query('fields')
  }
  /** Returns values of a field that contain a text, the most frequent first. */
  suggest(...parameters: QueryParameters<'suggest'>): Promise<QueryResult<'suggest'>> {
    return this.#query('suggest', ...parameters)
  }
  /** Returns the elements that match a rule, ascending, of those that `candidates` marks with 1 (null: of all). */
  filter(...parameters: QueryParameters<'filter'>): Promise<QueryResult<'filter'>> {
    return this.#query('filter', ...parameters)
  }
  /** Returns elements by their value of a field, the most frequent values first. */
  values(...parameters: QueryParameters<'values'>): Promise<QueryResult<'values'>> {
    return this.#query('values', ...parameters)
  }
  /** Returns elements by ranges of a numeric field. */
  ranges(...parameters: QueryParameters<'ranges'>): Promise<QueryResult<'ranges'>> {
    return this.#query('ranges', ...parameters)
  }
  /** Returns the marked elements by their value of a field, in natural order; those without one last, as ''. */
  groups(...parameters: QueryParameters<'groups'>): Promise<QueryResult<'groups'>> {
    return this.#query('groups', ...parameters)
  }
  /** Returns the property sets of an element. */
  sets(...parameters: QueryParameters<'sets'>): Promise<QueryResult<'sets'>> {
    return this.#query('sets', ...parameters)
  }
  /** Returns the properties of some elements: common values, numbers of values, sums. */
  summary(...parameters: QueryParameters<'summary'>): Promise<QueryResult<'summary'>> {
    return this.#query('summary', ...parameters)
  }
  /** Returns elements in the order of a column. */
  order(...parameters: QueryParameters<'order'>): Promise<QueryResult<'order'>> {
    return this.#query('order', ...parameters)
  }
  /** Returns the cells of a table: one list per field. */
  cells(...parameters: QueryParameters<'cells'>): Promise<QueryResult<'cells'>> {
    return this.#query('cells', ...parameters)
  }
  /** Returns a table as CSV. */
  csv(...parameters: QueryParameters<'csv'>): Promise<QueryResult<'csv'>> {
    return this.#query('csv', ...parameters)
  }

  async #query<Name extends QueryName>(name: Name, ...parameters: QueryParameters<Name>): Promise<QueryResult<Name>> {
    return (await this.#call({ name, parameters })) as QueryResult<Name>
  }
}

/** Queries of a viewer without a model, with empty results. */
export const noQueries = new ModelQueries(({ name }) =>
  Promise.resolve(
    name === 'filter' || name === 'order'
      ? new Uint32Array(0)
      : name === 'values'
        ? { groups: [], others: 0, range: null }
        : name === 'summary'
          ? { fields: [], omitted: 0 }
          : name === 'csv'
            ? ''
            : [],
  ),
)
