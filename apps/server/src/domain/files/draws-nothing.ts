import { sql } from 'kysely'

/**
 * SQL condition that a joined `translation` succeeded without drawable geometry: `drawsNothing` of the scene, evaluated
 * on a stored report.
 */
export const translationDrawsNothing = sql<boolean>`coalesce(
  translation.report ->> 'status' = 'preview' or translation.report ->> 'nothingDrawn' = 'true', false
)`
