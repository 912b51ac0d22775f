import { modelExports } from '@kamar/contracts'
import { api, fetchStream } from '../../../shared/api/api.js'
import { untilExported } from '../../../shared/files/until-exported.js'
import { type ArModel, blobAddresses, type LoadOptions } from './ar-model.js'
import { opensQuickLook } from './ar-support.js'

/** Share of the progress that goes to the GLB, which takes most of the time; a USDZ follows where one is needed. */
const glbFraction = 0.6

/** Loads the translated model of a URN in a form that phones can render. Rejects with `ApiError`. */
export async function ownModel(urn: string, { onFraction, signal }: LoadOptions): Promise<ArModel> {
  const needsUsdz = opensQuickLook()
  const share = needsUsdz ? glbFraction : 1
  const glb = await exported({ urn, kind: 'glb-phone', signal, onFraction: (part) => onFraction(part * share) })
  const usdz = needsUsdz
    ? await exported({ urn, kind: 'usdz', signal, onFraction: (part) => onFraction(share + part * (1 - share)) })
    : null
  const blobs = blobAddresses()
  return { source: blobs.of(glb), usdz: usdz && blobs.of(usdz), address: null, release: blobs.release }
}

interface ExportRequest extends LoadOptions {
  readonly urn: string
  readonly kind: 'glb-phone' | 'usdz'
}

async function exported({ urn, kind, onFraction, signal }: ExportRequest): Promise<Blob> {
  const requestExport = () => api.call('requestExport', { parameters: { urn, name: kind } }, { signal })
  const path = await untilExported(requestExport, { onFraction, signal })
  const response = await fetchStream(path, { signal })
  return new Blob([await response.arrayBuffer()], { type: modelExports[kind].contentType })
}
