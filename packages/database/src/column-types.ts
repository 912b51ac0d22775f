import pg from 'pg'

/** Sizes and counters are bigint in SQL; all of ours fit a double, and a string in their place hides mistakes. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}
