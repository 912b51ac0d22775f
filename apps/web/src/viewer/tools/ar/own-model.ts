import { type ArExporterId, arExporters, type Exporter } from '@kamar/core'
import { api, fetchStream } from '../../../platform/api/api.js'
import { untilExported } from '../../../platform/files/download/until-exported.js'
import { type ArModel, blobAddresses, type LoadOptions } from './ar-model.js'
import { opensQuickLook } from './ar-support.js'

/** Share of the progress that goes to the model, which takes most of the time; one for Quick Look may follow. */
const modelFraction = 0.6

const findExporter = (use: Exporter['ar']) => arExporters.find(({ ar }) => ar === use)

/** Loads the translated model of a URN in a form that phones can render. Rejects with `ApiError`. */
export async function ownModel(urn: string, { onFraction, signal }: LoadOptions): Promise<ArModel> {
  const [modelExporter, iosExporter] = [findExporter('model'), opensQuickLook() && findExporter('quick-look')]
  if (modelExporter === undefined) throw new RangeError('no exporter for augmented reality')
  const load = (exporter: Exporter<ArExporterId>, [from, to]: readonly [number, number]) =>
    exported({ urn, exporter, signal, onFraction: (part) => onFraction(from + part * (to - from)) })
  const share = iosExporter ? modelFraction : 1
  const model = await load(modelExporter, [0, share])
  const iosModel = iosExporter ? await load(iosExporter, [share, 1]) : null
  const blobs = blobAddresses()
  return { source: blobs.of(model), usdz: iosModel && blobs.of(iosModel), address: null, release: blobs.release }
}

interface ExportRequest extends LoadOptions {
  readonly urn: string
  readonly exporter: Exporter<ArExporterId>
}

async function exported({ urn, exporter, onFraction, signal }: ExportRequest): Promise<Blob> {
  const requestExport = () => api.call('requestExport', { parameters: { urn, name: exporter.id } }, { signal })
  const path = await untilExported(requestExport, { onFraction, signal })
  const response = await fetchStream(path, { signal })
  return new Blob([await response.arrayBuffer()], { type: exporter.contentType })
}
