import { getFileExtension } from '@kamar/core'
import {
  type JobRequest,
  type ObjectAddress,
  parseObjectId,
  ProtocolError,
  type ProtocolRegion,
  decodeUrn,
  type OutputType,
  type ReferencesRequest,
} from '@kamar/aps'
import {
  type Database,
  type DesignReference,
  type DesignSelection,
  newId,
  type TranslationCompanion,
} from '@kamar/database'
import { readTranslationEvent, enqueueTranslation, retryTranslation, type TranslationTicket } from '@kamar/translation'
import { sql, type Transaction } from 'kysely'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'
import { withFonts } from '../../../domain/versions/account-fonts.js'
import { formatOfExtension } from '../../../domain/files/file-records.js'
import { insertBlob } from '../../../domain/files/insert-blob.js'
import { findObject, type StoredObject } from '../object-storage/find-object.js'
import { isOfChosenObjects, joinSelections, toSelections } from './chosen-objects.js'
import { storedUrn } from './designs.js'
import { findUnavailableReason } from './formats.js'
import { readUploadLimit } from '../../../domain/uploads/upload-limit.js'
import { type UnpackedArchive, unpackArchive } from './unpack-archive.js'
import type { ModuleContext } from '../../../domain/module-context.js'

/** Translation job of a design. */
export interface DesignJob {
  readonly application: ApplicationActor
  readonly request: JobRequest
  readonly region: ProtocolRegion
  /** Delete earlier results and translate again. */
  readonly isForced: boolean
}

/** Accepted job. */
export interface TakenJob {
  readonly urn: string
  /** False when everything requested exists already, or is in progress. */
  readonly isNew: boolean
}

interface AcceptedDesign {
  readonly job: DesignJob
  readonly urn: string
  readonly address: ObjectAddress
  readonly archive: UnpackedArchive | null
}

interface DesignDependencies {
  readonly job: DesignJob
  readonly object: StoredObject
  readonly references: readonly DesignReference[]
  readonly archive: UnpackedArchive | null
}

/** Outputs of a design: of the whole, and of selected objects. */
interface DesignOutputs {
  readonly outputs: readonly OutputType[]
  readonly selections: readonly DesignSelection[]
}

const outputCount = ({ outputs, selections }: DesignOutputs): number => outputs.length + selections.length

const joinOutputs = (previousOutputs: DesignOutputs, addedOutputs: DesignOutputs): DesignOutputs => ({
  outputs: [...new Set([...previousOutputs.outputs, ...addedOutputs.outputs])],
  selections: joinSelections(previousOutputs.selections, addedOutputs.selections),
})

type DesignKey = { readonly application_id: string; readonly urn: string }

/** Starts and deletes translations of objects on behalf of applications. */
export class DesignJobs {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Starts a job. Throws 404 without such an object or file in its archive, and 406 for an unsupported output. */
  async start(job: DesignJob): Promise<TakenJob> {
    const { domain, transact } = this.#context
    const urn = storedUrn(job.request.input.urn)
    const address = parseObjectAddress(urn)
    assertSupportedOutput(job.request, address)
    const archive = await this.#unpack(job, address)
    const { ticket, isNew } = await transact(async ({ transaction, publish }) => {
      const result = await this.#take(transaction, { job, urn, address, archive })
      publish('translation', await readTranslationEvent(transaction, result.ticket.id))
      return result
    })
    if (job.isForced && (ticket.state === 'failed' || ticket.state === 'cancelled')) {
      await retryTranslation(domain.translation, ticket.id)
    }
    return { urn, isNew }
  }

  /** Stores the names of the objects that a design refers to; a job with `checkReferences` uses them. */
  async specifyReferences(
    application: ApplicationActor,
    { urn: text, request, region }: { urn: string; request: ReferencesRequest; region: ProtocolRegion },
  ): Promise<string> {
    const { database } = this.#context
    const urn = storedUrn(text)
    const object = await this.#findObject(database, application, parseObjectAddress(urn))
    const references = JSON.stringify(request.references.map(toReference))
    await database
      .insertInto('derivative_design')
      .values({
        id: newId(),
        application_id: application.applicationId,
        urn,
        name: request.filename || fileNameOf(object),
        region,
        design_references: references,
      })
      .onConflict((conflict) =>
        conflict.columns(['application_id', 'urn']).doUpdateSet({ design_references: references }),
      )
      .execute()
    return urn
  }

  /** Deletes the results of a design; does nothing for an unknown design. */
  async remove(application: ApplicationActor, urn: string): Promise<void> {
    await this.#context.database
      .deleteFrom('derivative_design')
      .where('application_id', '=', application.applicationId)
      .where('urn', '=', storedUrn(urn))
      .execute()
  }

  /** Returns the files of the archive that a job names; null where the object is the design itself. */
  async #unpack({ application, request }: DesignJob, address: ObjectAddress): Promise<UnpackedArchive | null> {
    const { compressedUrn, rootFilename } = request.input
    if (!compressedUrn || !rootFilename) return null
    const { blobs, configuration, database } = this.#context
    const object = await this.#findObject(database, application, address)
    const maxFileBytes = await readUploadLimit(database, configuration, application.ownerId)
    return unpackArchive(blobs, object.blobSha256, { rootFilename, maxFileBytes })
  }

  async #take(
    transaction: Transaction<Database>,
    { job, urn, address, archive }: AcceptedDesign,
  ): Promise<{ ticket: TranslationTicket; isNew: boolean }> {
    const { application, request } = job
    const object = await this.#findObject(transaction, application, address)
    const key: DesignKey = { application_id: application.applicationId, urn }
    const earlier = await transaction
      .selectFrom('derivative_design')
      .leftJoin('translation', 'translation.id', 'derivative_design.translation_id')
      .select([
        'derivative_design.id',
        'derivative_design.state',
        'translation_id',
        'design_references',
        sql<readonly OutputType[]>`outputs`.as('outputs'),
        sql<readonly DesignSelection[]>`selections`.as('selections'),
        sql<number | null>`(translation.manifest #>> '{counts,nodes}')::int`.as('objectCount'),
      ])
      .where((row) => row.and(key))
      .forUpdate('derivative_design')
      .executeTakeFirst()
    const references = request.input.checkReferences ? (earlier?.design_references ?? []) : []
    const ticket = await this.#enqueue(transaction, { job, object, references, archive })
    const isSame = !job.isForced && ticket.id === earlier?.translation_id
    const previousOutputs: DesignOutputs = isSame ? earlier : { outputs: [], selections: [] }
    const joinedOutputs = joinOutputs(previousOutputs, {
      outputs: request.output.formats
        .filter((format) => !isOfChosenObjects(format))
        .map(({ type }) => type as OutputType),
      selections: toSelections(request, earlier ?? null),
    })
    const isRestarted = isSame && earlier.state !== 'inprogress' && ticket.state === 'queued'
    const isNew = !isSame || isRestarted || outputCount(joinedOutputs) > outputCount(previousOutputs)
    if (isNew) await writeDesign(transaction, { key, job, object, ticket, requestedOutputs: joinedOutputs })
    return { ticket, isNew }
  }

  async #enqueue(
    transaction: Transaction<Database>,
    { job, object, references, archive }: DesignDependencies,
  ): Promise<TranslationTicket> {
    const extension = extensionFor(job.request, object)
    const formatId = formatOfExtension(extension)
    const { ownerId } = job.application
    const referencedCompanions = await this.#companions(transaction, job.application, references)
    const attached = byName([
      ...referencedCompanions,
      ...(archive?.companions ?? []).filter(({ name }) => !includes(referencedCompanions, name)),
    ])
    for (const blob of archive === null ? [] : [archive.root, ...archive.companions])
      await insertBlob(transaction, blob)
    return enqueueTranslation(transaction, {
      blobSha256: archive?.root.sha256 ?? object.blobSha256,
      sourceBytes: archive?.root.sizeBytes ?? object.sizeBytes,
      fileName: `model${extension}`,
      formatId,
      companions: await withFonts(transaction, attached, { formatId, accountIds: [ownerId] }),
      accountId: ownerId,
    })
  }

  async #companions(
    transaction: Transaction<Database>,
    application: ApplicationActor,
    references: readonly DesignReference[],
  ): Promise<TranslationCompanion[]> {
    const companions: TranslationCompanion[] = []
    for (const { urn, name } of references) {
      const { blobSha256: sha256 } = await this.#findObject(
        transaction,
        application,
        parseObjectAddress(storedUrn(urn)),
      )
      companions.push({ name, sha256 })
    }
    return companions
  }

  #findObject(
    connection: Parameters<typeof findObject>[0],
    application: ApplicationActor,
    address: ObjectAddress,
  ): Promise<StoredObject> {
    return findObject(connection, application, { ...address, now: this.#context.now() })
  }
}

function parseObjectAddress(urn: string): ObjectAddress {
  const address = parseObjectId(decodeUrn(urn) ?? '')
  if (address === null) throw new ProtocolError(404, 'The urn names no object of a bucket')
  return address
}

const lastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''
const fileNameOf = ({ objectKey }: Pick<ObjectAddress, 'objectKey'>): string => lastSegment(objectKey)

const byName = (companions: readonly TranslationCompanion[]): TranslationCompanion[] =>
  companions.map(({ name, sha256 }) => ({ name, sha256 })).sort((one, other) => (one.name < other.name ? -1 : 1))
const includes = (companions: readonly TranslationCompanion[], joinedOutputs: string): boolean =>
  companions.some(({ name }) => name.toLowerCase() === joinedOutputs.toLowerCase())

/**
 * Returns the extension, in an archive that of the design in it. Clients also name objects without an extension, and
 * give it in `rootFilename`.
 */
function extensionFor({ input }: JobRequest, address: Pick<ObjectAddress, 'objectKey'>): string {
  if (input.compressedUrn) return getFileExtension(lastSegment(input.rootFilename ?? ''))
  const extension = getFileExtension(fileNameOf(address))
  return extension === '' && input.rootFilename ? getFileExtension(lastSegment(input.rootFilename)) : extension
}

function assertSupportedOutput(request: JobRequest, address: ObjectAddress): void {
  const { compressedUrn, rootFilename } = request.input
  if (compressedUrn && !rootFilename) throw new ProtocolError(400, 'An archive needs the design in it as rootFilename')
  const outputs = request.output.formats.map(({ type }) => type)
  const reason = findUnavailableReason(outputs, extensionFor(request, address))
  if (reason !== null) throw new ProtocolError(406, reason)
}

function toReference(reference: ReferencesRequest['references'][number]): DesignReference {
  const urn = storedUrn(reference.urn)
  const referencedCompanions =
    reference.filename || lastSegment(reference.relativePath ?? '') || fileNameOf(parseObjectAddress(urn))
  return { urn, name: lastSegment(referencedCompanions) }
}

interface WrittenDesign {
  readonly key: DesignKey
  readonly job: DesignJob
  readonly object: StoredObject
  readonly ticket: TranslationTicket
  readonly requestedOutputs: DesignOutputs
}

async function writeDesign(transaction: Transaction<Database>, design: WrittenDesign): Promise<void> {
  const { key, job, object, ticket, requestedOutputs: joinedOutputs } = design
  const { misc } = job.request
  const columns = {
    region: job.region,
    outputs: JSON.stringify(joinedOutputs.outputs),
    selections: JSON.stringify(joinedOutputs.selections),
    workflow: misc?.workflow ?? null,
    workflow_attribute: misc?.workflowAttribute === undefined ? null : JSON.stringify(misc.workflowAttribute),
    translation_id: ticket.id,
    state: 'inprogress',
    notified_percent: 0,
    updated_at: sql<Date>`now()`,
  } as const
  await transaction
    .insertInto('derivative_design')
    .values({ id: newId(), ...key, name: fileNameOf(object), ...columns })
    .onConflict((conflict) => conflict.columns(['application_id', 'urn']).doUpdateSet(columns))
    .execute()
}
