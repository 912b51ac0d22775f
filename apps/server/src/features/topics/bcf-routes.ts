import { AppError, collaborationLimits } from '@kamar/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { attachmentHeader } from '../../http/content-disposition.js'
import { accountOf, enter } from '../../http/mount-routes.js'
import type { BcfService } from './bcf-service.js'
import { formFile } from './form-file.js'

const address = '/api/auth/my-urns/:id/bcf'

/** BCF archives: bytes out, bytes in. */
export function addBcfRoutes(app: FastifyInstance, bcf: BcfService): void {
  app.get(address, { onRequest: enter('user') }, async (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>
    const { bytes, fileName } = await bcf.export(accountOf(request), fileIdOf(request), query)
    return reply
      .type('application/octet-stream')
      .headers({ 'content-disposition': attachmentHeader(fileName), 'cache-control': 'no-store' })
      .send(bytes)
  })
  app.post(address, { onRequest: enter('user') }, (request) =>
    bcf.import(accountOf(request), fileIdOf(request), () =>
      formFile(request, collaborationLimits.bcfBytes, () => new AppError('file-too-large')),
    ),
  )
}

function fileIdOf(request: FastifyRequest): string {
  return (request.params as { readonly id: string }).id
}
