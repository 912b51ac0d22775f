import { sql } from 'kysely'

/** Whether a joined `translation` succeeded and nothing of its file is drawn: `drawsNothing` of the scene, asked of a stored report. */
export const translationDrawsNothing = sql<boolean>`coalesce(
  translation.report ->> 'status' = 'preview' or translation.report ->> 'nothingDrawn' = 'true', false
)`
