import { readFile, writeFile } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { type Exporter, exporters, getFileExtension } from '@kamar/core'
import {
  DerivativeClient,
  type DerivativeManifest,
  manifestNodes,
  type OutputType,
  ProtocolCallError,
  type ProtocolFetch,
} from '@kamar/aps'
import { UsageError } from './usage-error.js'

/** Output format of a conversion. */
export interface ConvertedFormat {
  /** Name on the command line. */
  readonly name: string
  readonly exporter: Exporter
  /** Output of the job that makes it; properties are part of the viewable output. */
  readonly output: OutputType
}

/** Output formats of conversions. */
export const convertedFormats = exporters.flatMap((exporter): ConvertedFormat[] => {
  const { file, output, viewable } = exporter
  if (output !== undefined) return [{ name: output, exporter, output }]
  return viewable === undefined ? [] : [{ name: getFileExtension(file).slice(1), exporter, output: 'svf2' }]
})

/** A file to upload to a server and download in another format. */
export interface ConvertTask {
  readonly file: string
  readonly format: ConvertedFormat
  readonly outputFile: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress: (text: string) => void
  readonly fetch?: ProtocolFetch
  readonly pollMilliseconds?: number
}

/** Result of a conversion: bytes written, or the server's message. */
export type Conversion = { readonly ok: true; readonly bytes: number } | { readonly ok: false; readonly reason: string }

const defaultPollMilliseconds = 1000

/** Translates a file on a server through the APS-compatible API and writes one of the results. */
export async function convert(task: ConvertTask): Promise<Conversion> {
  const client = createClient(task)
  const bytes = await readFile(task.file).catch(() => {
    throw new UsageError(`Cannot read ${task.file}.`)
  })
  try {
    const urn = await sent(client, task, new Uint8Array(bytes))
    await client.startJob(urn, [task.format.output])
    const { onProgress, pollMilliseconds = defaultPollMilliseconds } = task
    const manifest = await client.finished(urn, { pollMilliseconds, onProgress })
    const fileUrns = [...manifestNodes(manifest)].flatMap(({ urn: file, role }) =>
      role !== 'thumbnail' &&
      file?.endsWith(getFileExtension(task.format.exporter.file)) &&
      !file.endsWith('manifest.json')
        ? [file]
        : [],
    )
    if (manifest.status !== 'success' || fileUrns.length === 0) return { ok: false, reason: formatReason(manifest) }
    const { length } = fileUrns
    let size = 0
    for (const [at, file] of fileUrns.entries()) {
      const content = await client.derivative(urn, file)
      await writeFile(formatOutputFile(task.outputFile, { at, length }), content)
      size += content.length
    }
    return { ok: true, bytes: size }
  } catch (error) {
    if (error instanceof ProtocolCallError) return { ok: false, reason: error.message }
    throw error
  }
}

/**
 * Returns the output path of a sheet. Several sheets get a file each: `plan.svg` becomes `plan-1.svg`, `plan-2.svg` and
 * so on.
 */
export function formatOutputFile(
  file: string,
  { at, length }: { readonly at: number; readonly length: number },
): string {
  const { dir, name, ext } = parse(file)
  return length === 1 ? file : join(dir, `${name}-${at + 1}${ext}`)
}

/** Creates the client from the environment variables that APS samples use. */
function createClient({ environment, fetch }: ConvertTask): DerivativeClient {
  const { APS_BASE_URL: baseUrl, APS_CLIENT_ID: clientId, APS_CLIENT_SECRET: clientSecret } = environment
  if (!baseUrl || !clientId || !clientSecret || !URL.canParse(baseUrl)) {
    throw new UsageError('Set APS_BASE_URL, APS_CLIENT_ID and APS_CLIENT_SECRET: see "API access" in the user menu.')
  }
  const region = environment['APS_REGION']
  return new DerivativeClient({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    ...(region ? { region } : {}),
    ...(fetch ? { fetch } : {}),
  })
}

async function sent(client: DerivativeClient, task: ConvertTask, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const bucket = task.environment['APS_BUCKET'] || `kamar-cli-${task.environment['APS_CLIENT_ID'] ?? ''}`.toLowerCase()
  await client.ensureBucket(bucket, 'transient')
  return client.upload(bucket, basename(task.file), bytes)
}

function formatReason({ derivatives }: DerivativeManifest): string {
  const messages = derivatives.flatMap((derivative) => derivative.messages ?? [])
  return messages.map(({ message }) => message).join(' ') || 'The server made nothing of this file.'
}
