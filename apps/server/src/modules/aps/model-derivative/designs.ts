import { createHash } from 'node:crypto'
import { normaliseUrn, type OutputType, ProtocolError, type ProtocolRegion } from '@kamar/aps'
import type { Database, DesignSelection } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'
import { translationDrawsNothing } from '../../../domain/files/draws-nothing.js'
import { translationReport } from '../../../domain/files/report-summary.js'

interface Bounds {
  readonly min: readonly number[]
  readonly max: readonly number[]
}

/** Selects designs of applications that are not revoked, with their translation; checks no permissions. */
export function selectDesigns(connection: Kysely<Database>) {
  return connection
    .selectFrom('derivative_design as design')
    .innerJoin('translation', 'translation.id', 'design.translation_id')
    .innerJoin('application', 'application.id', 'design.application_id')
    .where('application.revoked_at', 'is', null)
    .select([
      'design.id',
      'design.application_id',
      'design.urn',
      'design.name',
      'design.workflow',
      'design.workflow_attribute',
      'design.state',
      'design.notified_percent',
      'translation.id as translation_id',
      'translation.state as translation_state',
      'translation.progress',
      'translation.failure',
      'translation.format_id',
      sql<readonly OutputType[]>`design.outputs`.as('outputs'),
      sql<readonly DesignSelection[]>`design.selections`.as('selections'),
      sql<ProtocolRegion>`design.region`.as('region'),
      translationReport.as('report'),
      translationDrawsNothing.as('draws_nothing'),
      sql<Bounds | null>`nullif(translation.manifest -> 'bounds', 'null')`.as('bounds'),
      sql<readonly string[]>`coalesce(jsonb_path_query_array(translation.manifest, '$.sheets[*].name'), '[]')`.as(
        'sheets',
      ),
      sql<boolean>`exists (
        select from derivative where derivative.translation_id = translation.id and path = 'thumbnail.png'
      )`.as('has_thumbnail'),
    ])
}

/** Design and the progress of its translation. */
export type DesignRow = Awaited<ReturnType<ReturnType<typeof selectDesigns>['executeTakeFirstOrThrow']>>

/** Finds a design of the application that has a job; throws 404 for everything else. */
export async function findDesign(
  connection: Kysely<Database>,
  application: Pick<ApplicationActor, 'applicationId'>,
  urn: string,
): Promise<DesignRow> {
  const row = await selectDesigns(connection)
    .where('design.application_id', '=', application.applicationId)
    .where('design.urn', '=', storedUrn(urn))
    .executeTakeFirst()
  if (!row) throw new ProtocolError(404, 'There is no manifest of this design')
  return row
}

/** Converts a URN to its stored form; throws 400 for an invalid one. */
export function storedUrn(urn: string): string {
  const normal = normaliseUrn(urn)
  if (normal === null) throw new ProtocolError(400, 'The urn is not base64')
  return normal
}

/** Returns whether anything can be drawn: some files have a stored thumbnail only. */
export const hasGeometry = ({ draws_nothing: drawsNothing }: Pick<DesignRow, 'draws_nothing'>): boolean => !drawsNothing

/** Computes the same UUID for the same part of the same design. */
export function computeGuid(designId: string, part: string): string {
  const hex = createHash('sha1').update(`${designId}/${part}`).digest('hex')
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
