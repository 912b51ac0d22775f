import pg from 'pg'

/** Sizes and counters are bigint in SQL; all values fit a double, and strings instead would hide mistakes. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}
