import {
  buildManifest,
  type derivativeRoutes,
  ProtocolError,
  type ProtocolRegion,
  parseRegion,
  computeViewGuid,
} from '@kamar/aps'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'
import type { ServiceHandlers } from '../mount-service.js'
import { findDerivative, sendDerivative, thumbnail } from './derivative-files.js'
import { readManifestInput, getRole } from './design-manifest.js'
import { type DesignRow, findDesign, computeGuid } from './designs.js'
import { supportedFormats } from './formats.js'
import { derivativePath, openSigned, signedCookies } from './signed-derivatives.js'
import type { Protocol } from '../protocol.js'

type Handlers = ServiceHandlers<typeof derivativeRoutes>
type MetadataName = 'listViews' | 'getObjectTree' | 'getProperties' | 'queryProperties'
type FileName = 'getDerivative' | 'getSignedDerivative' | 'getThumbnail'

/** Creates the handlers of Model Derivative v2. */
export const derivativeHandlers = (services: Protocol): Handlers => ({
  ...jobHandlers(services),
  ...fileHandlers(services),
  ...metadataHandlers(services),
})

function jobHandlers(services: Protocol): Omit<Handlers, MetadataName | FileName> {
  const { database, jobs } = services
  return {
    formats: async () => ({ formats: mutableCopy(supportedFormats) }),
    startJob: async ({ application, body, request, reply }) => {
      const region = readRegion(request, body.output.destination?.region)
      const isForced = String(request.headers['x-ads-force']).toLowerCase() === 'true'
      const { urn, isNew } = await jobs.start({ application, request: body, region, isForced })
      services.designs.wake()
      reply.code(isNew ? 200 : 201)
      const output = { ...body.output, destination: { region } }
      return { result: isNew ? 'success' : 'created', urn, acceptedJobs: { output } }
    },
    specifyReferences: async ({ application, parameters, body, request }) => {
      const region = readRegion(request, body.region)
      const urn = await jobs.specifyReferences(application, { urn: parameters.urn, request: body, region })
      return { result: 'success', urn }
    },
    getManifest: async ({ application, parameters }) => {
      const design = await findDesign(database, application, parameters.urn)
      return mutableCopy(buildManifest(await readManifestInput({ database, exports: services.domain.exports }, design)))
    },
    deleteManifest: async ({ application, parameters }) => {
      await jobs.remove(application, parameters.urn)
      return { result: 'success' }
    },
  }
}

function fileHandlers(services: Protocol): Pick<Handlers, FileName> {
  const { database } = services
  return {
    getDerivative: async ({ application, parameters, request, reply }) => {
      const design = await findDesign(database, application, parameters.urn)
      const { path, isSigned } = derivativePath(parameters['*'], design.urn)
      const derivative = await findDerivative(services, design, path)
      if (!isSigned) return sendDerivative(services, { request, reply, derivative })
      return signedCookies(services, { request, reply, design, path, derivative })
    },
    getSignedDerivative: async ({ parameters, request, reply }) => {
      const { design, derivative } = await openSigned(services, request, parameters)
      const disposition = (request.query as Readonly<Record<string, unknown>>)['response-content-disposition']
      if (typeof disposition === 'string') reply.header('content-disposition', disposition)
      reply.header('x-ads-name', encodeURIComponent(design.name))
      return sendDerivative(services, { request, reply, derivative })
    },
    getThumbnail: async ({ application, parameters, query, request, reply }) => {
      const design = await findDesign(database, application, parameters.urn)
      const side = Number(query.width ?? query.height ?? 200)
      const derivative = await thumbnail(services, design, side)
      if (derivative === null) throw new ProtocolError(404, 'There is no thumbnail of this design')
      reply.headers({ 'x-ads-role': 'rendered', 'x-ads-job-status': 'success', 'x-ads-size': `[${side},${side}]` })
      return sendDerivative(services, { request, reply, derivative })
    },
  }
}

function metadataHandlers(services: Protocol): Pick<Handlers, MetadataName> {
  const { database, elementQueries } = services
  const findView = async (application: ApplicationActor, parameters: { urn: string; guid: string }) => {
    const design = await findDesign(database, application, parameters.urn)
    if (viewGuid(design) !== parameters.guid) throw new ProtocolError(404, 'There is no such view of this design')
    return design
  }
  return {
    listViews: async ({ application, parameters }) => {
      const design = await findDesign(database, application, parameters.urn)
      const views = [
        { name: design.name, guid: viewGuid(design), role: getRole(design.format_id), isMasterView: false },
      ]
      return { data: { type: 'metadata', metadata: views } }
    },
    getObjectTree: async ({ application, parameters, query: { objectid, level, forceget }, reply }) => {
      const design = await findView(application, parameters)
      return sendJson(reply, await elementQueries.run(design, { kind: 'tree', objectid, level }, forceget ?? false))
    },
    getProperties: async ({ application, parameters, query: { objectid, forceget }, reply }) => {
      const design = await findView(application, parameters)
      return sendJson(reply, await elementQueries.run(design, { kind: 'properties', objectid }, forceget ?? false))
    },
    queryProperties: async ({ application, parameters, body, reply }) => {
      const design = await findView(application, parameters)
      const { query, fields, payload, pagination } = body
      return sendJson(
        reply,
        await elementQueries.run(design, { kind: 'query', query, fields, payload, ...pagination }, false),
      )
    },
  }
}

/** Casts to a mutable type: zod shapes are not readonly, and responses are never modified. */
const mutableCopy = <Value>(value: Value): Mutable<Value> => value as Mutable<Value>
type Mutable<Value> = Value extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
    : Value

const viewGuid = (design: DesignRow): string => computeViewGuid({ computeGuid: (part) => computeGuid(design.id, part) })

/** Sends JSON, or 202 while the result is computed. */
function sendJson(reply: FastifyReply, bytes: Buffer | null): FastifyReply {
  reply.type('application/json; charset=utf-8')
  return bytes === null ? reply.code(202).send(JSON.stringify({ result: 'success' })) : reply.send(bytes)
}

/**
 * Reads the region, which clients give in a header of either name, in the URL, or in the body; nothing depends on it
 * here.
 */
function readRegion(request: FastifyRequest, fromBody: string | undefined): ProtocolRegion {
  const { region, 'x-ads-region': adsRegion } = request.headers
  const { region: queryRegion } = request.query as { readonly region?: unknown }
  const requestedRegion = [region, adsRegion, queryRegion, fromBody].find(
    (name) => typeof name === 'string' && name !== '',
  )
  const knownRegion = parseRegion(typeof requestedRegion === 'string' ? requestedRegion : 'US')
  if (knownRegion === null) throw new ProtocolError(400, 'There is no such region')
  return knownRegion
}
