import { extensionOf } from '@kamar/contracts'
import {
  type JobRequest,
  type ObjectAddress,
  parseObjectId,
  ProtocolError,
  type ProtocolRegion,
  decodeUrn,
  type OutputType,
  type ReferencesRequest,
} from '@kamar/contracts/protocol'
import { type Database, type DesignReference, newId, type TranslationCompanion } from '@kamar/database'
import {
  announceTranslation,
  enqueueTranslation,
  retryTranslation,
  type TranslationContext,
  type TranslationTicket,
} from '@kamar/translation'
import { sql, type Transaction } from 'kysely'
import type { ApplicationActor } from '../../../rights/actor.js'
import { withFonts } from '../../shared/account-fonts.js'
import { formatOfExtension } from '../../shared/file-records.js'
import { findObject, type StoredObject } from '../storage/find-object.js'
import { storedUrn } from './designs.js'
import { whyNotMade } from './formats.js'

export interface DesignJobServices {
  readonly translation: TranslationContext
  readonly now: () => Date
}

/** What is asked to be made of a design. */
export interface DesignJob {
  readonly application: ApplicationActor
  readonly request: JobRequest
  readonly region: ProtocolRegion
  /** Forget what was made before and make it anew. */
  readonly isForced: boolean
}

/** A job that was taken. */
export interface TakenJob {
  readonly urn: string
  /** False when everything asked for is there already, or under way. */
  readonly isNew: boolean
}

type DesignKey = { readonly application_id: string; readonly urn: string }

/** Starts and forgets translations of objects, as applications ask for them. */
export class DesignJobs {
  readonly #services: DesignJobServices

  constructor(services: DesignJobServices) {
    this.#services = services
  }

  /** Throws 404 without such an object, and 406 for what cannot be made of it. */
  async start(job: DesignJob): Promise<TakenJob> {
    const { translation } = this.#services
    const urn = storedUrn(job.request.input.urn)
    const address = objectAddressOf(urn)
    assertMakeable(job.request, address)
    const { ticket, isNew } = await translation.database
      .transaction()
      .execute((transaction) => this.#take(transaction, { job, urn, address }))
    if (job.isForced && (ticket.state === 'failed' || ticket.state === 'cancelled')) {
      await retryTranslation(translation, ticket.id)
    }
    await announceTranslation(translation, ticket.id)
    return { urn, isNew }
  }

  /** Names the objects that a design refers to; a job with `checkReferences` uses them. */
  async specifyReferences(
    application: ApplicationActor,
    { urn: text, request, region }: { urn: string; request: ReferencesRequest; region: ProtocolRegion },
  ): Promise<string> {
    const { database } = this.#services.translation
    const urn = storedUrn(text)
    const object = await this.#objectOf(database, application, objectAddressOf(urn))
    const references = JSON.stringify(request.references.map(referenceOf))
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

  /** Forgets what was made of a design; a design that is not there is forgotten already. */
  async forget(application: ApplicationActor, urn: string): Promise<void> {
    await this.#services.translation.database
      .deleteFrom('derivative_design')
      .where('application_id', '=', application.applicationId)
      .where('urn', '=', storedUrn(urn))
      .execute()
  }

  async #take(
    transaction: Transaction<Database>,
    { job, urn, address }: { readonly job: DesignJob; readonly urn: string; readonly address: ObjectAddress },
  ): Promise<{ ticket: TranslationTicket; isNew: boolean }> {
    const { application, request } = job
    const object = await this.#objectOf(transaction, application, address)
    const key: DesignKey = { application_id: application.applicationId, urn }
    const earlier = await transaction
      .selectFrom('derivative_design')
      .select(['state', 'translation_id', 'design_references', sql<readonly OutputType[]>`outputs`.as('outputs')])
      .where((row) => row.and(key))
      .forUpdate()
      .executeTakeFirst()
    const references = request.input.checkReferences ? (earlier?.design_references ?? []) : []
    const ticket = await this.#enqueue(transaction, { job, object, references })
    const asked = request.output.formats.map(({ type }) => type as OutputType)
    const isSame = !job.isForced && ticket.id === earlier?.translation_id
    const kept = isSame ? earlier.outputs : []
    const isRestarted = isSame && earlier.state !== 'inprogress' && ticket.state === 'queued'
    const isNew = !isSame || isRestarted || asked.some((output) => !kept.includes(output))
    if (isNew) await writeDesign(transaction, { key, job, object, ticket, outputs: [...new Set([...kept, ...asked])] })
    return { ticket, isNew }
  }

  async #enqueue(
    transaction: Transaction<Database>,
    { job, object, references }: { job: DesignJob; object: StoredObject; references: readonly DesignReference[] },
  ): Promise<TranslationTicket> {
    const extension = extensionFor(job.request, object)
    const formatId = formatOfExtension(extension)
    const { ownerId } = job.application
    const attached = await this.#companions(transaction, job.application, references)
    return enqueueTranslation(transaction, {
      blobSha256: object.blobSha256,
      sourceBytes: object.sizeBytes,
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
      const { blobSha256: sha256 } = await this.#objectOf(transaction, application, objectAddressOf(storedUrn(urn)))
      companions.push({ name, sha256 })
    }
    return companions.sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  #objectOf(
    connection: Parameters<typeof findObject>[0],
    application: ApplicationActor,
    address: ObjectAddress,
  ): Promise<StoredObject> {
    return findObject(connection, application, { ...address, now: this.#services.now() })
  }
}

function objectAddressOf(urn: string): ObjectAddress {
  const address = parseObjectId(decodeUrn(urn) ?? '')
  if (address === null) throw new ProtocolError(404, 'The urn names no object of a bucket')
  return address
}

const lastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''
const fileNameOf = ({ objectKey }: Pick<ObjectAddress, 'objectKey'>): string => lastSegment(objectKey)

/** Clients name objects without an extension too, and say in `rootFilename` what they are. */
function extensionFor({ input }: JobRequest, address: Pick<ObjectAddress, 'objectKey'>): string {
  const extension = extensionOf(fileNameOf(address))
  return extension === '' && input.rootFilename ? extensionOf(lastSegment(input.rootFilename)) : extension
}

function assertMakeable(request: JobRequest, address: ObjectAddress): void {
  if (request.input.compressedUrn) {
    throw new ProtocolError(
      406,
      'Archives are not opened: upload the files, name them as references and translate the root',
    )
  }
  const outputs = request.output.formats.map(({ type }) => type)
  const reason = whyNotMade(outputs, extensionFor(request, address))
  if (reason !== null) throw new ProtocolError(406, reason)
}

function referenceOf(reference: ReferencesRequest['references'][number]): DesignReference {
  const urn = storedUrn(reference.urn)
  const named = reference.filename || lastSegment(reference.relativePath ?? '') || fileNameOf(objectAddressOf(urn))
  return { urn, name: lastSegment(named) }
}

interface WrittenDesign {
  readonly key: DesignKey
  readonly job: DesignJob
  readonly object: StoredObject
  readonly ticket: TranslationTicket
  readonly outputs: readonly OutputType[]
}

async function writeDesign(transaction: Transaction<Database>, written: WrittenDesign): Promise<void> {
  const { key, job, object, ticket, outputs } = written
  const { misc } = job.request
  const columns = {
    region: job.region,
    outputs: JSON.stringify(outputs),
    workflow: misc?.workflow ?? null,
    workflow_attribute: misc?.workflowAttribute === undefined ? null : JSON.stringify(misc.workflowAttribute),
    translation_id: ticket.id,
    state: 'inprogress',
    told_percent: 0,
    updated_at: sql<Date>`now()`,
  } as const
  await transaction
    .insertInto('derivative_design')
    .values({ id: newId(), ...key, name: fileNameOf(object), ...columns })
    .onConflict((conflict) => conflict.columns(['application_id', 'urn']).doUpdateSet(columns))
    .execute()
}
