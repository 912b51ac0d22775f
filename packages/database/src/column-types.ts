import pg from 'pg'

const bigintOid = 20

/** Sizes and counters are bigint in SQL; all of ours fit a double, and a string in their place hides mistakes. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === bigintOid ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}
